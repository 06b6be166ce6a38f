"""Finished games in words: a line of the list, one step of the replay, the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines import registry
from engines.contract import Outcome, Told
from tables.games.base import Presenter
from tables.games.contract import Player
from tables.models import Seat, Table
from tables.present.archive.viewpoints import Viewpoint
from tables.present.seats import tenures
from tables.present.seats.seating import archive_name, archive_person
from tables.selectors import coding

EndedBy = Table.EndedBy


@dataclass(frozen=True)
class Place:
    """Player at the end of a game.

    ``place`` is None without a result. ``score`` is None unless the game was played to the end. ``course`` lists the
    players of the seat over time, if there was more than one.
    """

    player: Player
    place: int | None
    score: int | None
    left: bool
    course: str


@dataclass(frozen=True)
class KindOfPoints:
    """Points of one kind, one number for each player in the order of finishing places."""

    words: str
    points: Sequence[int]


@dataclass(frozen=True)
class Result:
    """Result of a game. ``breakdown`` and ``totals`` are None unless it was played to the end.

    ``tiebreak`` is empty if no tie was broken.
    """

    places: Sequence[Place]
    reason: str
    breakdown: Sequence[KindOfPoints] | None = None
    totals: Sequence[int] | None = None
    tiebreak: Sequence[int] = ()
    tiebreak_words: str = ""


@dataclass(frozen=True)
class PlayerPoints:
    """Player with their score."""

    player: Player
    points: int


@dataclass(frozen=True)
class OpenHand:
    """Hidden part of a player's hand, in words."""

    player: Player
    words: Sequence[str]


def title(table: Table) -> str:
    """Return the title of the table: its own name, or that of its game."""
    return table.shown_name or registry.engine(table.game).title


def row(table: Table) -> Mapping[str, Any]:
    """Return a line of the list, with the seats by finishing place."""
    seats = sorted(table.seats.all(), key=lambda seat: (seat.place or 99, seat.position))
    return {
        "table": table,
        "title": title(table),
        "engine": registry.engine(table.game),
        "ended_by": table.get_ended_by_display(),
        "seats": [
            {"name": archive_name(seat), "place": seat.place, "score": seat.score, "left": seat.resigned_at is not None}
            for seat in seats
        ],
    }


def sentences(
    presenter: Presenter, events: Sequence[Told[Any]], public: Any, people: Sequence[Player], viewpoint: Viewpoint
) -> Sequence[str]:
    """Return the events of the step in words. With everything open, private ones name the seats that saw them."""
    worded_events = [(entry, presenter.event_words(entry.event, public, people)) for entry in events]
    return [_aside(entry, words, people) if viewpoint.who == "all" else words for entry, words in worded_events if words]


def _aside(entry: Told[Any], words: str, people: Sequence[Player]) -> str:
    if entry.to is None:
        return words
    names = get_text_list([people[seat].name for seat in entry.to], _("and"))
    return ngettext("Only %(names)s learns: “%(sentence)s”", "Only %(names)s learn: “%(sentence)s”", len(entry.to)) % {
        "names": names,
        "sentence": words,
    }


def result(table: Table, presenter: Presenter, people: Sequence[Player]) -> Result:
    """Return the result of the game."""
    outcome, ranked = coding.outcome(table.outcome), _places(table, people)
    reason = _reason(table, presenter, outcome, ranked)
    if outcome is None:
        return Result(ranked, reason)
    order = [place.player.seat for place in ranked]
    return Result(
        ranked,
        reason,
        breakdown=_breakdown(presenter, outcome, order),
        totals=[outcome.scores[seat] for seat in order],
        tiebreak=[outcome.tiebreak[seat] for seat in order] if any(outcome.tiebreak) else (),
        tiebreak_words=presenter.words.line_words("tiebreak"),
    )


def _places(table: Table, people: Sequence[Player]) -> list[Place]:
    seats: dict[int | None, Seat] = {seat.index: seat for seat in table.seats.all()}
    ranked = [_place(player, seats[player.seat]) for player in people]
    return sorted(ranked, key=lambda place: place.place or 99)


def _place(player: Player, seat: Seat) -> Place:
    course = tenures.course(seat.tenures.all(), name_of=archive_person)
    return Place(player, seat.place, seat.score, seat.resigned_at is not None, course)


def _reason(table: Table, presenter: Presenter, outcome: Outcome | None, places: Sequence[Place]) -> str:
    if outcome is not None:
        return presenter.words.reason_words(outcome.reason)
    match EndedBy(table.ended_by):
        case EndedBy.CONCEDED:
            return _("%(name)s conceded the game.") % {"name": places[-1].player.name}
        case EndedBy.AGREED:
            return _("The players agreed to end the game without a result.")
        case EndedBy.CANCELLED:
            return _("The admins cancelled the game.")
        case _:
            return _("Everyone has left the game.")


def _breakdown(presenter: Presenter, outcome: Outcome, order: Sequence[int]) -> list[KindOfPoints]:
    codes = dict.fromkeys(line.code for lines in outcome.breakdown for line in lines)
    sums = [{line.code: line.points for line in outcome.breakdown[seat]} for seat in order]
    return [KindOfPoints(presenter.words.line_words(code), [points.get(code, 0) for points in sums]) for code in codes]
