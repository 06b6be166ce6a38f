"""Course of a finished game: a chart of all scores, and the moments worth jumping to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import gettext as _

from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import Table
from tables.present.archive import log
from tables.present.archive.steps import first_steps
from tables.present.archive.viewpoints import Viewpoint
from tables.present.charts import Chart, Place, Series, step_chart
from tables.present.seats import tenures
from tables.present.seats.seating import archive_person
from tables.selectors.archive.course import Course

KEPT_SECONDS = 24 * 3600
# Scores of every seat after every move.
type Points = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Moment:
    """Move worth jumping to, with the reason."""

    seq: int
    words: str
    address: str


@dataclass(frozen=True)
class RoundLink:
    """Link to the first step of a round."""

    number: int
    address: str
    is_here: bool


def round_links(table: Table, course: Course, at: int, viewpoint: Viewpoint) -> Sequence[RoundLink]:
    """Return a link to each round of the game. The round of step ``at`` is marked."""
    firsts = first_steps(course.rounds).items()
    return [RoundLink(number, _address(table, seq, viewpoint), number == course.rounds[at]) for number, seq in firsts]


def points_of(table: Table, course: Course) -> Points:
    """Return all scores after each move.

    They are cached, since some games compute scores slowly and a finished game does not change.
    """
    key = f"archive/points/{table.code}/{table.seq}"
    points = cache.get(key)
    if points is None:
        count = presenter(table.game).board.points
        points = [[count(public, seat) for seat in range(table.seat_count)] for public in course.publics]
        cache.set(key, points, KEPT_SECONDS)
    return cast(Points, points)


def lead_changes(points: Points) -> Iterator[tuple[int, int]]:
    """Yield the number of each move that makes a new player the sole leader, and that player. Skip the first leader."""
    leader = None
    for seq, scores in enumerate(points):
        leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(leaders) > 1:
            continue
        if leader is not None and leaders[0] != leader:
            yield seq, leaders[0]
        leader = leaders[0]


def _address(table: Table, seq: int, viewpoint: Viewpoint) -> str:
    return reverse("archive:step", args=[table.code, seq]) + viewpoint.query


def whole_chart(table: Table, course: Course, points: Points, people: Sequence[Player], stops: Sequence[int]) -> Chart:
    """Return the chart of the whole game, with the moves in ``stops`` marked and numbered."""
    return chart(table, course, points, people, Viewpoint("all"), stops=stops)


def chart(
    table: Table,
    course: Course,
    points: Points,
    people: Sequence[Player],
    viewpoint: Viewpoint,
    *,
    current_step: int | None = None,
    stops: Sequence[int] = (),
) -> Chart:
    """Return the chart of points by step, with ``current_step`` and the moves in ``stops`` marked."""
    round_labels = {seq: str(number) for number, seq in first_steps(course.rounds).items()}
    changed_steps = {seq + 1 for seq, (before, now) in enumerate(pairwise(points)) if before != now}
    seqs = sorted({0, len(points) - 1} | changed_steps | set(round_labels) | set(stops))
    places = [
        Place(_("Step %(step)d") % {"step": seq}, seq, _address(table, seq, viewpoint), round_labels.get(seq, ""))
        for seq in seqs
    ]
    lines = [Series(player.name, [points[seq][player.seat] for seq in seqs], player.css) for player in people]
    return step_chart(_("Points over the game"), places, lines, current=current_step, stops=stops)


def moments(table: Table, course: Course, points: Points, people: Sequence[Player], viewpoint: Viewpoint) -> list[Moment]:
    """Return the moments in the order of the game. Events that the point of view may not read are left out."""
    game_presenter = presenter(table.game)
    seat_tenures = log.tenures_of(table)
    leads = dict(lead_changes(points))
    notable: list[Moment] = []
    for seq, (public, events) in enumerate(zip(course.publics, course.events, strict=True)):
        players_then = tenures.players_then(people, seat_tenures, seq, name_of=archive_person)
        words = [
            game_presenter.archive.moment_words(entry.event, public, players_then)
            for entry in events
            if viewpoint.may_read(entry)
        ]
        if seq in leads:
            words.append(_("%(name)s takes the lead") % {"name": players_then[leads[seq]].name})
        notable += [Moment(seq, text, _address(table, seq, viewpoint)) for text in words if text]
    return notable
