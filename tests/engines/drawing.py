"""Draw labels and prefixes of sealed keys of a game, collected by playing it.

``docs/check_record.py`` reads the list of each engine version.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, takewhile
from pathlib import Path
from typing import Any

from engines.contract import Engine, Step
from tests.engines import walks

LISTS = Path(__file__).resolve().parents[2] / "docs" / "check_record"


class ByHand(Exception):
    """Error for a list that playing does not determine, so that a person must write it."""


def path_of(engine: Engine) -> Path:
    """Return the file of the newest version of a game."""
    return LISTS / f"{engine.slug}-{engine.versions[-1]}.json"


def text_of(engine: Engine) -> str:
    """Play a few games of each set of options and number of seats, and return the list of the game as JSON.

    Raises :class:`ByHand` if the games differ, or if the keys or the events do not determine the list.
    """
    setups = [
        walks.Setup(engine.slug, options, seats, number)
        for options in walks.options_of(engine)
        for seats in engine.seat_range
        for number in range(2)
    ]
    found = {
        "start": [{"label": label} for label in _same(_start(setup) for setup in setups)],
        "events": _events([ply.step for setup in setups for ply in walks.walk(setup)]),
        "sealed": [{"key": key} for key in _same(_sealed(setup) for setup in setups)],
    }
    return json.dumps(found, indent=2) + "\n"


def _start(setup: walks.Setup) -> tuple[str, ...]:
    """Return the labels drawn at the start. Labels that differ only in the seat number become one with ``{seat}``."""
    labels, found = [draw.label for draw in setup.start().draws], []
    while labels:
        stem = labels[0].removesuffix("0")
        row = [f"{stem}{seat}" for seat in range(setup.seats)]
        per_seat = labels[0].endswith("0") and labels[: setup.seats] == row
        found.append(f"{stem}{{seat}}" if per_seat else labels[0])
        labels = labels[setup.seats if per_seat else 1 :]
    return tuple(found)


def _sealed(setup: walks.Setup) -> tuple[str, ...]:
    """Return the prefixes of sealed keys, up to and including the first slash.

    Raises :class:`ByHand` if a key that is not sealed has the same prefix.
    """
    asked = [ply.asked for ply in walks.walk(setup)]
    begins = {True: set[str](), False: set[str]()}
    for pending in asked:
        begins[pending.sealed].add(pending.key.partition("/")[0] + "/")
    if begins[True] & begins[False]:
        raise ByHand("keys of sealed and of open answers begin alike")
    return tuple(sorted(begins[True]))


def _same(found: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the value that all games share. Raises :class:`ByHand` if games differ."""
    every = set(found)
    if len(every) > 1:
        raise ByHand(f"not every game is alike: {sorted(every)}")
    return every.pop()


def _events(steps: Sequence[Step[Any, Any]]) -> dict[str, str]:
    """Return the common prefix of the labels drawn with each type of event.

    Raises :class:`ByHand` unless exactly one smallest set of event types matches the draws.
    """
    told = [([type(each.event).__name__ for each in step.events], [draw.label for draw in step.draws]) for step in steps]
    drawing = [(names, labels) for names, labels in told if labels]
    if not drawing:
        return {}
    silent = {name for names, labels in told if not labels for name in names}
    candidates = sorted({name for names, _labels in drawing for name in names} - silent)
    for size in range(1, len(candidates) + 1):
        fitting = [
            chosen
            for chosen in combinations(candidates, size)
            if all(sum(name in chosen for name in names) == len(labels) for names, labels in drawing)
        ]
        if len(fitting) == 1:
            return _labels(drawing, fitting[0])
        if fitting:
            raise ByHand(f"several events may be those that come with a draw: {fitting}")
    raise ByHand("no events tell every draw")


def _labels(drawing: Sequence[tuple[Sequence[str], Sequence[str]]], chosen: Sequence[str]) -> dict[str, str]:
    of_event = defaultdict(list)
    for names, labels in drawing:
        for name, label in zip([name for name in names if name in chosen], labels, strict=True):
            of_event[name].append(label)
    return {name: _common_beginning(labels) for name, labels in sorted(of_event.items())}


def _common_beginning(labels: Sequence[str]) -> str:
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*labels, strict=False))
    return "".join(letters[0] for letters in alike)
