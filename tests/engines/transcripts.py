"""Finished games as readable text with each seat's final view, and as frozen records that must always replay."""

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
    """First line of a transcript: the data needed to start its game, with default options."""

    slug: str
    seats: int
    key: bytes


class Frozen(msgspec.Struct, frozen=True):
    """Record of a game played with a certain engine version, and the hash of its final state."""

    slug: str
    options: msgspec.Raw
    seats: int
    key: bytes
    moves: tuple[tuple[int, msgspec.Raw], ...]
    final: str


def transcript(record: playout.Record) -> str:
    """Return the transcript of a game.

    It lists every action with its events, their audiences and its draws, the result, and the final view of a spectator and of
    each seat.
    """
    heading = Heading(record.engine.slug, record.seats, record.key)
    return "\n".join([encode(heading).decode(), "", *_story(record), "", *_result(record), *_views(record), ""])


def retold(kept: str) -> str:
    """Replay the listed actions of a transcript, regardless of what bots choose now, and return the new transcript."""
    heading = decode(Heading, kept.splitlines()[0])
    engine = registry.engine(heading.slug)
    deciders = [_Script(iter(_moves(engine, kept)))] * heading.seats
    return transcript(playout.play_game(engine, engine.Options(), deciders, heading.key))


class _Script:
    """Decider that plays the listed actions and queues no turns."""

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
    """Return a game as a frozen record."""
    return Frozen(
        slug=record.engine.slug,
        options=msgspec.Raw(encode(record.options)),
        seats=record.seats,
        key=record.key,
        moves=tuple((seat, msgspec.Raw(encode(action))) for seat, action in record.moves),
        final=digest(record.final),
    )


def thaw(frozen: Frozen) -> str:
    """Replay a frozen record, and return the hash of its final state."""
    engine = registry.engine(frozen.slug)
    moves = [playout.Move(seat, decode(engine.Action, bytes(raw))) for seat, raw in frozen.moves]
    options = decode(engine.Options, bytes(frozen.options))
    *_, last = playout.replay(engine, options, frozen.seats, frozen.key, moves)
    return digest(last.state)


def digest(state: Any) -> str:
    """Return the hash of a state."""
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
    """Yield a line for each field. A tuple too long for a line gets a line for each item."""
    for name in struct.__struct_fields__:
        value = getattr(struct, name)
        line = f"    {name}: {words(value)}"
        if len(line) <= WIDTH or not isinstance(value, tuple):
            yield line
        else:
            yield f"    {name}:"
            yield from (f"        {words(item)}" for item in value)


def words(value: Any) -> str:
    """Return a value as text in one line. Structs become name(fields), without fields that have their default value."""
    if isinstance(value, msgspec.Struct):
        fields = (f"{field.name}={words(getattr(value, field.name))}" for field in _telling_fields(value))
        return f"{type(value).__name__}({', '.join(fields)})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(words, value))}]"
    return str(value.value if isinstance(value, Enum) else value)


def _telling_fields(struct: msgspec.Struct) -> Iterator[Any]:
    return (field for field in msgspec.structs.fields(struct) if getattr(struct, field.name) != field.default)
