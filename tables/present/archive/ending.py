"""How a game ended, on the page of its table and in the archive: podium, sentences, points side by side, turning points."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import RatingChange, Table
from tables.present.archive import course, lines
from tables.present.archive.course import Moment, Points
from tables.present.archive.eyes import Eyes
from tables.present.archive.ratings import Change, change
from tables.present.charts import Chart
from tables.selectors.archive.games import Replayed

MOST_STOPS = 5
NUMERALS = ("I", "II", "III", "IV", "V")
# In pixels of the page: the lowest step has room for its numeral.
LOWEST, HIGHEST, WIDEST = 38, 112, 40
# The lowest step is that of somebody who is behind by so much of the winner's points, or of the last.
LEAST_SPAN = 0.4


@dataclass(frozen=True)
class Step:
    """One player on the podium: ``height`` of their step in pixels, ``numeral`` of their place (empty without a result)."""

    player: Player
    numeral: str
    place: int | None
    points: int
    height: int
    left: bool
    course: str


@dataclass(frozen=True)
class Cell:
    """Points of one kind of one player: ``width`` of their bar in pixels, ``css`` of its colour; ``best`` of all players."""

    points: int
    css: str
    width: int
    best: bool


@dataclass(frozen=True)
class Line:
    """A kind of points that somebody scored, with a cell for each player by place."""

    words: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Stop:
    """A turning point: its number on the list and in the chart, the round, what happened and where the replay shows it."""

    number: int
    round: int
    words: str
    address: str


@dataclass(frozen=True)
class Ending:
    """Everything a page shows of the end of a game. ``sentences`` come below the headline.

    ``steps``, ``totals``, ``tiebreak``, ``ratings`` and the cells of ``lines`` are by place. ``ratings`` are None where nothing
    may be said. Without a replay, of a record that was changed, there are neither ``chart`` nor ``stops``.
    """

    headline: str
    sentences: Sequence[str]
    steps: Sequence[Step]
    has_podium: bool
    is_played_out: bool
    lines: Sequence[Line]
    totals: Sequence[int]
    tiebreak: Sequence[int]
    tiebreak_words: str
    is_rated: bool
    ratings: Sequence[Change | None]
    chart: Chart | None
    stops: Sequence[Stop]


def ending(
    table: Table, public: Any, people: Sequence[Player], replayed: Replayed | None, changes: Sequence[RatingChange]
) -> Ending:
    """The end of a game whose last position is ``public``; ``replayed`` to any step."""
    show = presenter(table.game)
    result = lines.result(table, show, people)
    places: Sequence[lines.Place] = result["places"]
    points = [place.score if place.score is not None else show.board.points(public, place.player.seat) for place in places]
    rated = {row.seat.index: change(row) for row in changes}
    counted = course.points_of(table, replayed.course) if replayed else ()
    stops = turning_points(course.moments(table, replayed.course, counted, people, Eyes("none")), counted) if replayed else ()
    return Ending(
        headline=_headline(places),
        sentences=list(_sentences(table, result, places)),
        steps=list(_steps(places, points)),
        has_podium=places[0].place is not None,
        is_played_out="lines" in result,
        lines=_lines([line for line in result.get("lines", ()) if any(line["points"])], places),
        totals=points,
        tiebreak=result.get("tiebreak", ()),
        tiebreak_words=result.get("tiebreak_words", ""),
        is_rated=table.rated and table.club_id is None and table.visibility == Table.Visibility.PUBLIC,
        ratings=[rated.get(place.player.seat) for place in places] if rated else (),
        chart=course.whole_chart(table, replayed.course, counted, people, [stop.seq for stop in stops]) if replayed else None,
        stops=[_stop(number, stop, table, replayed) for number, stop in enumerate(stops, 1)] if replayed else (),
    )


def turning_points(moments: Sequence[Moment], points: Points, most: int = MOST_STOPS) -> Sequence[Moment]:
    """The moments that brought somebody most at once, a new leader twice as much, in the order of the game; those of one move
    are one, in two sentences at most."""
    leads = dict(course.lead_changes(points))

    def weight(moment: Moment) -> tuple[int, int]:
        seq = moment.seq
        gain = max(now - before for now, before in zip(points[seq], points[max(seq - 1, 0)], strict=True))
        return gain * (2 if seq in leads else 1), seq

    # Who takes the lead is told last of a move and matters most.
    merged = [_merged([*group][::-1]) for _seq, group in groupby(moments, lambda moment: moment.seq)]
    return sorted(sorted(merged, key=weight)[-most:], key=lambda moment: moment.seq)


def _merged(moments: Sequence[Moment]) -> Moment:
    return Moment(moments[0].seq, "; ".join(moment.words for moment in moments[:2]), moments[0].address)


def _stop(number: int, moment: Moment, table: Table, replayed: Replayed) -> Stop:
    address = reverse("archive:step", args=[table.code, moment.seq])
    return Stop(number, replayed.course.rounds[moment.seq], moment.words, address)


def _headline(places: Sequence[lines.Place]) -> str:
    winners = [place for place in places if place.place == 1]
    if not winners:
        return _("The game ended without a winner")
    names, points = get_text_list([winner.player.name for winner in winners], _("and")), winners[0].score
    if points is None:
        return _("%(name)s wins") % {"name": names}
    said = {"name": names, "points": points}
    if len(winners) > 1:
        return _("%(name)s share the victory with %(points)d points") % said
    return ngettext("%(name)s wins with %(points)d point", "%(name)s wins with %(points)d points", points) % said


def _sentences(table: Table, result: Mapping[str, Any], places: Sequence[lines.Place]) -> Iterator[str]:
    yield result["reason"]
    if "lines" not in result:
        if table.ended_by == Table.EndedBy.CONCEDED:
            yield _("The points are those that had been scored by then.")
        return
    yield from _ahead(places)
    if result["tiebreak"]:
        yield from _ties(places, result["tiebreak"], result["tiebreak_words"])


def _ahead(places: Sequence[lines.Place]) -> Iterator[str]:
    first, *others = places
    second = next((place for place in others if place.place != 1), None)
    if second is None or first.score is None or second.score is None or first.score <= second.score:
        return
    ahead = first.score - second.score
    yield ngettext("%(points)d point ahead of %(name)s.", "%(points)d points ahead of %(name)s.", ahead) % {
        "points": ahead,
        "name": second.player.name,
    }


def _ties(places: Sequence[lines.Place], numbers: Sequence[int], words: str) -> Iterator[str]:
    """What decided among those with as many points."""
    held = list(zip(places, numbers, strict=True))
    for points, group in groupby(held, lambda one: one[0].score):
        tied = list(group)
        if len(tied) > 1 and points is not None:
            each = ", ".join(f"{place.player.name} {number}" for place, number in tied)
            yield ngettext(
                "%(points)d point each. %(tiebreak)s: %(each)s.", "%(points)d points each. %(tiebreak)s: %(each)s.", points
            ) % {"points": points, "tiebreak": words, "each": each}


def _steps(places: Sequence[lines.Place], points: Sequence[int]) -> Iterator[Step]:
    """As high as their points; where these do not follow the places, as the places say. Small differences stay small."""
    follow = list(points) == sorted(points, reverse=True) and max(points, default=0) > 0
    measures = points if follow else [len(places) + 1 - (place.place or len(places)) for place in places]
    span = max(max(measures) - min(measures), max(measures) * LEAST_SPAN)
    for place, held, measure in zip(places, points, measures, strict=True):
        height = round(HIGHEST - (HIGHEST - LOWEST) * (max(measures) - measure) / span)
        numeral = NUMERALS[place.place - 1] if place.place else ""
        yield Step(place.player, numeral, place.place, held, height, place.left, place.course)


def _lines(counted: Sequence[Mapping[str, Any]], places: Sequence[lines.Place]) -> Sequence[Line]:
    """Return the kinds of points, all bars of them on one scale."""
    longest = max((points for line in counted for points in line["points"]), default=0)
    return [_line(line, places, WIDEST / max(longest, 1)) for line in counted]


def _line(line: Mapping[str, Any], places: Sequence[lines.Place], scale: float) -> Line:
    most = max(line["points"])
    cells = [
        Cell(points, place.player.css, max(1, round(scale * points)) if points > 0 else 0, points == most and most > 0)
        for points, place in zip(line["points"], places, strict=True)
    ]
    return Line(line["words"], cells)
