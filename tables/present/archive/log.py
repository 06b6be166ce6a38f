"""Log of a finished game, round by round."""

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
from tables.present.archive.viewpoints import Viewpoint
from tables.present.play import site_events
from tables.present.seats import tenures
from tables.present.seats.seating import archive_person
from tables.selectors.archive.export import public_via
from tables.selectors.archive.games import Replayed
from tables.selectors.play import log

_VIA = {
    Move.Via.DEADLINE: gettext_lazy("default move"),
    Move.Via.STEWARD: gettext_lazy("played by the steward"),
}


@dataclass(frozen=True)
class LogLine:
    """Move in words: sentences for the viewpoint, ``asides`` told only to some seats, and the receipt if it was sealed.

    Each sentence of ``styled_sentences`` has the class of its tone. ``salt`` and ``action`` prove the receipt; they are empty
    if the reader may not know them. ``commented`` links to the comments on the move.
    """

    seq: int
    at: datetime
    address: str
    actor: Player | None
    via: str
    styled_sentences: Sequence[tuple[str, str]]
    asides: Sequence[str]
    receipt: str
    salt: str
    action: str
    commented: Commented | None

    @property
    def sentences(self) -> Sequence[str]:
        """Sentences without tones."""
        return [words for words, _tone in self.styled_sentences]


@dataclass(frozen=True)
class OtherEvent:
    """Site event between moves, not a step of the record."""

    at: datetime
    sentences: Sequence[str]
    address: str = ""
    via: str = ""


@dataclass(frozen=True)
class Round:
    """Round of the log with its lines."""

    number: int
    lines: Sequence[LogLine | OtherEvent]


def rounds(
    table: Table,
    moves: Sequence[Move],
    replayed: Replayed,
    people: Sequence[Player],
    viewpoint: Viewpoint,
    commented: Mapping[int, Commented],
) -> Sequence[Round]:
    """Return the whole log by rounds; it is the same at every step.

    A move belongs to the round in which it was made; any other event belongs to the round of the move before it.
    """
    course = replayed.course
    other_events, seat_tenures = events_by_move(table), tenures_of(table)
    lines: list[tuple[int, LogLine | OtherEvent]] = []
    for number, events, public, move in zip(course.rounds, course.events, course.publics, moves, strict=True):
        players_then = tenures.players_then(people, seat_tenures, move.seq, name_of=archive_person)
        visible_events = [entry for entry in events if viewpoint.may_read(entry)]
        lines.append((number, _line(table, move, visible_events, public, players_then, viewpoint, commented.get(move.seq))))
        lines += [(number, line) for line in other_events.get(move.seq, ())]
    return [Round(number, [line for _number, line in group]) for number, group in groupby(lines, lambda pair: pair[0])]


def events_by_move(table: Table) -> Mapping[int, Sequence[OtherEvent]]:
    """Return the events that are not moves, by the number of the move before them."""
    by_seq: dict[int, list[OtherEvent]] = {}
    for event in reversed(log.site_events(table, from_seq=0)):
        by_seq.setdefault(event.after_seq, []).append(
            OtherEvent(event.at, [site_events.sentence(event, name_of=archive_person)])
        )
    return by_seq


def via_words(move: Move) -> str:
    """Return the public origin of a default move or a steward's move in words; for other moves, an empty string."""
    return str(_VIA.get(Move.Via(public_via(move)), ""))


def tenures_of(table: Table) -> Mapping[int, Sequence[Tenure]]:
    """Return the players of each seat over time, by the engine's seat."""
    return {seat.index: list(seat.tenures.all()) for seat in table.seats.all() if seat.index is not None}


def actor_of(people: Sequence[Player], move: Move) -> Player | None:
    """Return the player who made a move, or None at the start."""
    return people[move.seat.index] if move.seat and move.seat.index is not None else None


def _line(
    table: Table,
    move: Move,
    events: Sequence[Told[Any]],
    public: Any,
    people: Sequence[Player],
    viewpoint: Viewpoint,
    commented: Commented | None,
) -> LogLine:
    """Return a line of the log.

    From one seat, it includes that seat's private events. With everything open, they are ``asides``.
    """
    game_presenter = presenter(table.game)
    worded_events = [(entry, game_presenter.event_words(entry.event, public, people)) for entry in events]
    shows_all = viewpoint.who == "all"
    actor = actor_of(people, move)
    is_open = bool(move.receipt) and (shows_all or (actor is not None and actor.seat == viewpoint.seat))
    return LogLine(
        seq=move.seq,
        at=move.at,
        address=reverse("archive:step", args=[table.code, move.seq]) + viewpoint.query,
        actor=actor,
        via=via_words(move),
        styled_sentences=[
            (words, game_presenter.log.tone(entry.event))
            for entry, words in worded_events
            if words and (entry.to is None or not shows_all)
        ],
        asides=[words for entry, words in worded_events if words and entry.to is not None and shows_all],
        receipt=move.receipt,
        salt=bytes(move.salt or b"").hex() if is_open else "",
        action=move.action if is_open else "",
        commented=commented,
    )
