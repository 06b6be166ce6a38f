"""End of a game, on its table page and in the archive: podium, sentences, scores side by side, turning points."""

from collections.abc import Iterator, Sequence
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
from tables.present.archive.ratings import Change, change
from tables.present.archive.viewpoints import Viewpoint
from tables.present.charts import Chart
from tables.selectors.archive.games import Replayed

MOST_STOPS = 5
NUMERALS = ("I", "II", "III", "IV", "V")
# Lowest and highest step of the podium, and maximum width of a bar, in pixels. The lowest step has room for its numeral.
LOWEST, HIGHEST, WIDEST = 38, 112, 40
# Minimum point range of the podium, as a share of the highest score. With a smaller range, the last step is above LOWEST.
LEAST_SPAN = 0.4


@dataclass(frozen=True)
class Step:
    """Player on the podium.

    ``height`` is in pixels. ``numeral`` is the finishing place, empty without a result.
    """

    player: Player
    numeral: str
    place: int | None
    points: int
    height: int
    left: bool
    course: str


@dataclass(frozen=True)
class Cell:
    """Points of one kind and player.

    ``width`` is the bar width in pixels, ``css`` its colour. ``best`` marks the highest of all players.
    """

    points: int
    css: str
    width: int
    best: bool


@dataclass(frozen=True)
class PointsLine:
    """Kind of points that somebody scored, with a cell for each player by finishing place."""

    words: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Stop:
    """Turning point: its number in the list and chart, the round, its text and its URL in the replay."""

    number: int
    round: int
    words: str
    address: str


@dataclass(frozen=True)
class Ending:
    """End of a game as shown on a page. ``sentences`` come below the headline.

    ``steps``, ``totals``, ``tiebreak``, ``ratings`` and the cells of ``lines`` are by finishing place. A hidden rating is None.
    If the record was tampered with, there is no replay, so ``chart`` and ``stops`` are missing.
    """

    headline: str
    sentences: Sequence[str]
    steps: Sequence[Step]
    has_podium: bool
    is_played_out: bool
    lines: Sequence[PointsLine]
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
    """Return the summary of a finished game. ``public`` is the last position; ``replayed`` may be at any step."""
    game_presenter = presenter(table.game)
    result = lines.result(table, game_presenter, people)
    places = result.places
    points = [
        place.score if place.score is not None else game_presenter.board.points(public, place.player.seat) for place in places
    ]
    changes_by_seat = {row.seat.index: change(row) for row in changes}
    scores = course.points_of(table, replayed.course) if replayed else ()
    stops = (
        turning_points(course.moments(table, replayed.course, scores, people, Viewpoint("none")), scores) if replayed else ()
    )
    return Ending(
        headline=_headline(places),
        sentences=list(_sentences(table, result)),
        steps=list(_steps(places, points)),
        has_podium=places[0].place is not None,
        is_played_out=result.breakdown is not None,
        lines=_lines([kind for kind in result.breakdown or () if any(kind.points)], places),
        totals=points,
        tiebreak=result.tiebreak,
        tiebreak_words=result.tiebreak_words,
        is_rated=table.rated and table.club_id is None and table.visibility == Table.Visibility.PUBLIC,
        ratings=[changes_by_seat.get(place.player.seat) for place in places] if changes_by_seat else (),
        chart=course.whole_chart(table, replayed.course, scores, people, [stop.seq for stop in stops]) if replayed else None,
        stops=[_stop(number, stop, table, replayed) for number, stop in enumerate(stops, 1)] if replayed else (),
    )


def turning_points(moments: Sequence[Moment], points: Points, most: int = MOST_STOPS) -> Sequence[Moment]:
    """Return at most ``most`` moments with the highest gains, in the order of the game; a new leader counts double.

    Moments of the same move are merged into at most two sentences.
    """
    leads = dict(course.lead_changes(points))

    def weight(moment: Moment) -> tuple[int, int]:
        seq = moment.seq
        gain = max(now - before for now, before in zip(points[seq], points[max(seq - 1, 0)], strict=True))
        return gain * (2 if seq in leads else 1), seq

    # The new leader is the last moment of a move and the most important.
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
    params = {"name": names, "points": points}
    if len(winners) > 1:
        return _("%(name)s share the victory with %(points)d points") % params
    return ngettext("%(name)s wins with %(points)d point", "%(name)s wins with %(points)d points", points) % params


def _sentences(table: Table, result: lines.Result) -> Iterator[str]:
    yield result.reason
    if result.breakdown is None:
        if table.ended_by == Table.EndedBy.CONCEDED:
            yield _("The points are those scored before the game was conceded.")
        return
    yield from _ahead(result.places)
    if result.tiebreak:
        yield from _ties(result.places, result.tiebreak, result.tiebreak_words)


def _ahead(places: Sequence[lines.Place]) -> Iterator[str]:
    first, *others = places
    second = next((place for place in others if place.place != 1), None)
    if second is None or first.score is None or second.score is None or first.score <= second.score:
        return
    lead = first.score - second.score
    yield ngettext("%(points)d point ahead of %(name)s.", "%(points)d points ahead of %(name)s.", lead) % {
        "points": lead,
        "name": second.player.name,
    }


def _ties(places: Sequence[lines.Place], numbers: Sequence[int], words: str) -> Iterator[str]:
    """Yield a sentence with the tiebreak for each group of players with equal points."""
    pairs = list(zip(places, numbers, strict=True))
    for points, group in groupby(pairs, lambda pair: pair[0].score):
        tied = list(group)
        if len(tied) > 1 and points is not None:
            player_numbers = ", ".join(f"{place.player.name} {number}" for place, number in tied)
            yield ngettext(
                "%(points)d point each. %(tiebreak)s: %(each)s.", "%(points)d points each. %(tiebreak)s: %(each)s.", points
            ) % {"points": points, "tiebreak": words, "each": player_numbers}


def _steps(places: Sequence[lines.Place], points: Sequence[int]) -> Iterator[Step]:
    """Yield the steps. Heights follow the points, or the finishing places if their orders differ or nobody has points.

    Small differences stay small.
    """
    is_sorted = list(points) == sorted(points, reverse=True) and max(points, default=0) > 0
    measures = points if is_sorted else [len(places) + 1 - (place.place or len(places)) for place in places]
    span = max(max(measures) - min(measures), max(measures) * LEAST_SPAN)
    for place, score, measure in zip(places, points, measures, strict=True):
        height = round(HIGHEST - (HIGHEST - LOWEST) * (max(measures) - measure) / span)
        numeral = NUMERALS[place.place - 1] if place.place else ""
        yield Step(place.player, numeral, place.place, score, height, place.left, place.course)


def _lines(kinds: Sequence[lines.KindOfPoints], places: Sequence[lines.Place]) -> Sequence[PointsLine]:
    """Return the kinds of points, with all bars on one scale."""
    longest = max((points for line in kinds for points in line.points), default=0)
    return [_line(line, places, WIDEST / max(longest, 1)) for line in kinds]


def _line(line: lines.KindOfPoints, places: Sequence[lines.Place], scale: float) -> PointsLine:
    most = max(line.points)
    cells = [
        Cell(points, place.player.css, max(1, round(scale * points)) if points > 0 else 0, points == most and most > 0)
        for points, place in zip(line.points, places, strict=True)
    ]
    return PointsLine(line.words, cells)
