"""A finished game at a glance: the points of everybody as a chart, and the moments worth jumping to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import gettext as _

from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import Table
from tables.present.archive import log
from tables.present.archive.eyes import Eyes
from tables.present.archive.steps import first_steps
from tables.present.charts import Chart, Place, Series, step_chart
from tables.present.seats import tenures
from tables.present.seats.seating import archive_person
from tables.selectors.archive.course import Course
from tables.selectors.archive.games import Replayed

KEPT_SECONDS = 24 * 3600
# The points of every seat after every move.
type Points = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Moment:
    """A move worth jumping to, and why."""

    seq: int
    words: str
    address: str


def course_context(table: Table, replayed: Replayed, people: Sequence[Player], eyes: Eyes) -> dict[str, Any]:
    """The chart, the rounds and the moments of a game as the replay page shows them beside one of its steps."""
    points = points_of(table, replayed.course)
    return {
        "chart": _chart(table, replayed.course, points, people, eyes, here=replayed.move.seq),
        "round_links": [
            {
                "number": number,
                "address": _address(table, seq, eyes),
                "is_here": number == replayed.course.rounds[replayed.move.seq],
            }
            for number, seq in first_steps(replayed.course.rounds).items()
        ],
        "moments": moments(table, replayed.course, points, people, eyes),
    }


def points_of(table: Table, course: Course) -> Points:
    """The points everybody had after each move. Some games count long for that, and a finished game stays as it is."""
    key = f"archive/points/{table.code}/{table.seq}"
    points = cache.get(key)
    if points is None:
        count = presenter(table.game).board.points
        points = [[count(public, seat) for seat in range(table.seat_count)] for public in course.publics]
        cache.set(key, points, KEPT_SECONDS)
    return cast(Points, points)


def lead_changes(points: Points) -> Iterator[tuple[int, int]]:
    """The moves after which somebody is alone in front who was not before, and who that is; the first to be so is not told."""
    leader = None
    for seq, now in enumerate(points):
        ahead = [seat for seat, held in enumerate(now) if held == max(now)]
        if len(ahead) > 1:
            continue
        if leader is not None and ahead[0] != leader:
            yield seq, ahead[0]
        leader = ahead[0]


def _address(table: Table, seq: int, eyes: Eyes) -> str:
    return reverse("archive:step", args=[table.code, seq]) + eyes.query


def whole_chart(table: Table, course: Course, points: Points, people: Sequence[Player], stops: Sequence[int]) -> Chart:
    """The points of the whole game, with the moves in ``stops`` marked and numbered."""
    return _chart(table, course, points, people, Eyes("all"), stops=stops)


def _chart(
    table: Table,
    course: Course,
    points: Points,
    people: Sequence[Player],
    eyes: Eyes,
    *,
    here: int | None = None,
    stops: Sequence[int] = (),
) -> Chart:
    begun = {seq: str(number) for number, seq in first_steps(course.rounds).items()}
    changed = {seq + 1 for seq, (before, now) in enumerate(pairwise(points)) if before != now}
    seqs = sorted({0, len(points) - 1} | changed | set(begun) | set(stops))
    places = [Place(_("Step %(step)d") % {"step": seq}, seq, _address(table, seq, eyes), begun.get(seq, "")) for seq in seqs]
    lines = [Series(player.name, [points[seq][player.seat] for seq in seqs], player.css) for player in people]
    return step_chart(_("Points over the game"), places, lines, here=here, stops=stops)


def moments(table: Table, course: Course, points: Points, people: Sequence[Player], eyes: Eyes) -> list[Moment]:
    """In the order of the game; of what was told in secret only what these eyes may know."""
    show = presenter(table.game)
    held = log.tenures_of(table)
    leads = dict(lead_changes(points))
    notable: list[Moment] = []
    for seq, (public, events) in enumerate(zip(course.publics, course.events, strict=True)):
        then = tenures.players_then(people, held, seq, called=archive_person)
        words = [show.archive.moment_words(entry.event, public, then) for entry in events if eyes.may_read(entry)]
        if seq in leads:
            words.append(_("%(name)s takes the lead") % {"name": then[leads[seq]].name})
        notable += [Moment(seq, text, _address(table, seq, eyes)) for text in words if text]
    return notable
