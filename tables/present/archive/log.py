"""The log of a finished game, round by round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy

from engines.contract import Told
from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import Move, Table, Tenure
from tables.present.archive.comments import Commented
from tables.present.archive.eyes import Eyes
from tables.present.play import site_events
from tables.present.seats import tenures
from tables.present.seats.seating import archive_person
from tables.selectors.archive.export import public_via
from tables.selectors.archive.games import Replayed
from tables.selectors.play import log

_VIA = {
    Move.Via.DEADLINE: gettext_lazy("played by the deadline"),
    Move.Via.STEWARD: gettext_lazy("played by the steward"),
}


@dataclass(frozen=True)
class LogLine:
    """One move in words: what all were told, what ``asides`` were told to some seats, and the receipt if it was sealed.

    ``salt`` and ``action``, which the receipt stands for, are given where the reader may know them. ``commented``: people have
    said something about it.
    """

    seq: int
    at: datetime
    address: str
    actor: Player | None
    via: str
    sentences: Sequence[str]
    asides: Sequence[str]
    receipt: str
    salt: str
    action: str
    commented: Commented | None


@dataclass(frozen=True)
class Beside:
    """Something that happened beside the moves: no step of the record, and nobody's move."""

    at: datetime
    sentences: Sequence[str]
    address: str = ""
    via: str = ""


def rounds(
    table: Table,
    moves: Sequence[Move],
    replayed: Replayed,
    people: Sequence[Player],
    eyes: Eyes,
    commented: Mapping[int, Commented],
) -> Sequence[Mapping[str, Any]]:
    """The whole log by rounds, the same at every step; a move belongs to the round in which it was made, and so does what
    happened before the next."""
    course = replayed.course
    there, held = beside(table), tenures_of(table)
    lines: list[tuple[int, LogLine | Beside]] = []
    for number, events, public, move in zip(course.rounds, course.events, course.publics, moves, strict=True):
        then = tenures.players_then(people, held, move.seq, called=archive_person)
        known = [entry for entry in events if eyes.may_read(entry)]
        lines.append((number, _line(table, move, known, public, then, eyes, commented.get(move.seq))))
        lines += [(number, line) for line in there.get(move.seq, ())]
    return [
        {"number": number, "lines": [line for _number, line in group]} for number, group in groupby(lines, lambda one: one[0])
    ]


def beside(table: Table) -> Mapping[int, Sequence[Beside]]:
    """What happened beside the moves, by the number of the move before it."""
    by_seq: dict[int, list[Beside]] = {}
    for event in reversed(log.site_events(table, from_seq=0)):
        by_seq.setdefault(event.after_seq, []).append(Beside(event.at, [site_events.sentence(event, called=archive_person)]))
    return by_seq


def via_words(move: Move) -> str:
    """How a move came about if nobody sent it, as everybody may know; empty otherwise."""
    return str(_VIA.get(Move.Via(public_via(move)), ""))


def tenures_of(table: Table) -> Mapping[int, Sequence[Tenure]]:
    """Who played each seat when, by the engine's seat."""
    return {seat.index: list(seat.tenures.all()) for seat in table.seats.all() if seat.index is not None}


def actor_of(people: Sequence[Player], move: Move) -> Player | None:
    """Whose move it was; nobody's at the start."""
    return people[move.seat.index] if move.seat and move.seat.index is not None else None


def _line(
    table: Table,
    move: Move,
    events: Sequence[Told[Any]],
    public: Any,
    people: Sequence[Player],
    eyes: Eyes,
    commented: Commented | None,
) -> LogLine:
    """Anyone who looks from one seat reads what that seat was told; with everything open, asides stand apart."""
    worded = [(entry, presenter(table.game).event_words(entry.event, public, people)) for entry in events]
    apart = eyes.who == "all"
    actor = actor_of(people, move)
    is_open = bool(move.receipt) and (apart or (actor is not None and actor.seat == eyes.seat))
    return LogLine(
        seq=move.seq,
        at=move.at,
        address=reverse("archive:step", args=[table.code, move.seq]) + eyes.query,
        actor=actor,
        via=via_words(move),
        sentences=[words for entry, words in worded if words and (entry.to is None or not apart)],
        asides=[words for entry, words in worded if words and entry.to is not None and apart],
        receipt=move.receipt,
        salt=bytes(move.salt or b"").hex() if is_open else "",
        action=move.action if is_open else "",
        commented=commented,
    )
