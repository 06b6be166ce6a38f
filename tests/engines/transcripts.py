"""Finished games as readable text, with each seat's view at the end, and as frozen records that must replay for ever."""

import hashlib
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec

from engines import playout, registry
from engines.contract import Abstain, Engine, Pending, Told, When, decode, encode, view

GOLDEN = Path(__file__).parent / "golden"
FROZEN = Path(__file__).parent / "frozen"
WIDTH = 128


class Heading(msgspec.Struct, frozen=True):
    """The first line of a transcript: all that its game started from, with the default options."""

    slug: str
    seats: int
    key: bytes


class Frozen(msgspec.Struct, frozen=True):
    """A game once played with a version of an engine, and the hash its final state had then."""

    slug: str
    options: msgspec.Raw
    seats: int
    key: bytes
    moves: tuple[tuple[int, msgspec.Raw], ...]
    final: str


def transcript(record: playout.Record) -> str:
    """The whole game: every action with what it told to whom, the result and what each seat sees at the end."""
    heading = Heading(record.engine.slug, record.seats, record.key)
    return "\n".join([encode(heading).decode(), "", *_story(record), "", *_result(record), *_views(record), ""])


def retold(kept: str) -> str:
    """The game of a transcript played again by the actions it lists, whatever bots would do today."""
    heading = decode(Heading, kept.splitlines()[0])
    engine = registry.engine(heading.slug)
    deciders = [_Script(iter(_moves(engine, kept)))] * heading.seats
    return transcript(playout.play_game(engine, engine.Options(), deciders, heading.key))


class _Script:
    """Decides what is written down, and files nothing."""

    def __init__(self, moves: Iterator[playout.Move]) -> None:
        self._moves = moves

    def __call__(self, seen: Any, pending: Pending) -> Any:
        if pending.when is When.MAY:
            return Abstain("nothing_filed")
        seat, action = next(self._moves)
        assert seat == pending.seat, f"{seat} wrote down an action where {pending.seat} is asked"
        return action


def _moves(engine: Engine, kept: str) -> Iterator[playout.Move]:
    for seat, action in re.findall(r"^\d+ seat (\d+): (.*)$", kept, flags=re.MULTILINE):
        yield playout.Move(int(seat), decode(engine.Action, action))


def freeze(record: playout.Record) -> Frozen:
    """A record to keep."""
    return Frozen(
        slug=record.engine.slug,
        options=msgspec.Raw(encode(record.options)),
        seats=record.seats,
        key=record.key,
        moves=tuple((seat, msgspec.Raw(encode(action))) for seat, action in record.moves),
        final=digest(record.final),
    )


def thaw(frozen: Frozen) -> str:
    """Play a kept record again; the hash of the final state."""
    engine = registry.engine(frozen.slug)
    moves = [playout.Move(seat, decode(engine.Action, bytes(raw))) for seat, raw in frozen.moves]
    options = decode(engine.Options, bytes(frozen.options))
    *_, last = playout.replay(engine, options, frozen.seats, frozen.key, moves)
    return digest(last.state)


def digest(state: Any) -> str:
    """The hash of a state."""
    return hashlib.sha256(encode(state)).hexdigest()


def _story(record: playout.Record) -> Iterator[str]:
    for number, (step, move) in enumerate(zip(record.steps(), (None, *record.moves), strict=True)):
        yield "start" if move is None else f"{number} seat {move.seat}: {encode(move.action).decode()}"
        yield from map(_telling, step.events)
        yield from (f"    # {draw.label} of {draw.size}: {words(draw.result)}" for draw in step.draws)


def _telling(told: Told[Any]) -> str:
    mark = "!" if told.reveals else "-"
    audience = "" if told.to is None else f" (to {words(told.to)})"
    opened = f" (opens {', '.join(told.opens)})" if told.opens else ""
    return f"    {mark} {words(told.event)}{audience}{opened}"


def _result(record: playout.Record) -> Iterator[str]:
    outcome = record.outcome
    yield f"ended by {outcome.reason}"
    yield f"ranking {words(outcome.ranking)}, tiebreak {words(outcome.tiebreak)}"
    for seat, lines in enumerate(outcome.breakdown):
        yield f"seat {seat}: {outcome.scores[seat]} = " + ", ".join(f"{line.code} {line.points}" for line in lines)


def _views(record: playout.Record) -> Iterator[str]:
    for viewer in (None, *range(record.seats)):
        seen = view(record.final, viewer)
        yield from ("", "an onlooker sees" if viewer is None else f"seat {viewer} sees besides")
        yield from _fields(seen.public if viewer is None else seen.hand)


def _fields(struct: Any) -> Iterator[str]:
    """One line for each field, and one for each item of what would be too long."""
    for name in struct.__struct_fields__:
        value = getattr(struct, name)
        line = f"    {name}: {words(value)}"
        if len(line) <= WIDTH or not isinstance(value, tuple):
            yield line
        else:
            yield f"    {name}:"
            yield from (f"        {words(item)}" for item in value)


def words(value: Any) -> str:
    """A value in one line: Structs as name(fields), without the fields left at their defaults."""
    if isinstance(value, msgspec.Struct):
        fields = (f"{field.name}={words(getattr(value, field.name))}" for field in _telling_fields(value))
        return f"{type(value).__name__}({', '.join(fields)})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(words, value))}]"
    return str(value.value if isinstance(value, Enum) else value)


def _telling_fields(struct: msgspec.Struct) -> Iterator[Any]:
    return (field for field in msgspec.structs.fields(struct) if getattr(struct, field.name) != field.default)
