"""Turns, rounds, points and key moments of finished games, and the buttons that lead to them."""

import re
from itertools import pairwise

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engines.contract import Told
from engines.gonzaga import events
from tables.games.registry import presenter
from tables.models import Move
from tables.present.archive import course as archive_course
from tables.present.archive.lines import Viewpoint
from tables.present.archive.steps import buttons, first_steps
from tables.present.seats.seating import players
from tables.selectors.archive import games
from tables.selectors.archive.course import Course
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in, text_of
from tests.site.views import page_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
GAMES = {"gonzaga": {}, "principato": {}, "zena1814": {}}


@pytest.fixture(params=GAMES)
def table(request):
    """Return a game of two people that was conceded after some moves."""
    return given_up(request.param)


@keeping.kept
def given_up(game):
    people = [factories.person(name) for name in ("Elena", "Franco")]
    found = archiving.witnessed(people, game=game, options=GAMES[game], most=26)
    if factories.fresh(found.table).status == "running":
        archiving.ending.concede(table_id=found.table.pk, user=people[0], now=factories.NOW)
    return factories.fresh(found.table)


@pytest.fixture
@keeping.kept
def night():
    return archiving.finished(*(factories.person(name) for name in ("Elena", "Franco")))


def read(table):
    moves = list(table.moves.select_related("seat").order_by("seq"))
    return games.replay(table, moves, 0).course, moves


def test_moves_of_one_turn_are_one_seats_except_for_replies(table):
    course, moves = read(table)
    assert course.turns[0] == 0
    assert {after - before for before, after in pairwise(course.turns)} <= {0, 1}
    for turn in set(course.turns) - {0}:
        made = [move for move, number in zip(moves, course.turns, strict=True) if number == turn]
        own = [move for move in made if move.kind == made[0].kind]
        assert {move.seat.index for move in own} == {made[0].seat.index}
        assert len({move.key.rpartition("/")[0] for move in own}) == 1
    longest = max(course.turns.count(turn) for turn in set(course.turns))
    assert (longest == 1) == (table.game == "gonzaga")
    assert len(set(course.rounds)) <= len(set(course.turns)) <= len(moves)


def test_buttons_lead_to_the_beginning_of_turns_and_rounds(night):
    course = Course([None] * 8, [()] * 8, [1, 1, 1, 1, 2, 2, 2, 3], [0, 1, 1, 2, 2, 3, 3, 4])

    def leads(at, name):
        found = buttons(night, course, at, Viewpoint("seat", 1))
        return [button.address.removeprefix(f"/archive/{night.code}/") for button in getattr(found, name)]

    assert leads(0, "by_turn") == ["", "1/?eyes=1"]
    assert leads(2, "by_turn") == ["1/?eyes=1", "3/?eyes=1"]
    assert leads(3, "by_turn") == ["1/?eyes=1", "5/?eyes=1"]
    assert leads(7, "by_turn") == ["5/?eyes=1", ""]
    assert leads(2, "by_round") == ["0/?eyes=1", "4/?eyes=1"]
    assert leads(5, "by_round") == ["4/?eyes=1", "7/?eyes=1"]
    assert leads(7, "by_round") == ["4/?eyes=1", ""]


def test_where_every_move_is_a_turn_turns_have_no_buttons(night):
    for turns, has in (([0, 1, 2], False), ([0, 1, 1], True)):
        course = Course([None] * 3, [()] * 3, [1, 1, 1], turns)
        assert buttons(night, course, 0, Viewpoint("all")).has_turns is has


def test_the_page_leads_to_every_round(table):
    page = page_of(signed_in(), f"/archive/{table.code}/1/?eyes=none")
    course, _moves = read(table)
    nav = page[page.index('class="round-links"') :].partition("</nav>")[0]
    found = re.findall(r'<a href="([^"]+)"[^>]*>(\d+)</a>', nav)
    expected = [(f"/archive/{table.code}/{seq}/?eyes=none", str(number)) for number, seq in first_steps(course.rounds).items()]
    assert found == expected
    assert nav.count("aria-current") == 1


def test_the_chart_has_the_points_of_every_seat_and_leads_to_the_moves(table):
    response = signed_in().get(f"/archive/{table.code}/3/?eyes=1")
    chart, show = response.context["page"].chart, presenter(table.game)
    course, moves = read(table)
    assert chart.rows[0][0].at == 0
    assert chart.rows[-1][0].at == moves[-1].seq
    for place, values in chart.rows:
        public = course.publics[int(place.at)]
        assert values == [str(show.board.points(public, seat)) for seat in (0, 1)]
        assert f'href="{place.link}"' in chart.svg
        assert place.link == f"/archive/{table.code}/{int(place.at)}/?eyes=1"
    changed = [seq for seq in range(1, len(moves)) if points(table, course, seq) != points(table, course, seq - 1)]
    assert set(changed) <= {place.at for place, _values in chart.rows}
    assert [each["name"] for each in chart.legend] == [player.name for player in response.context["page"].players]


def points(table, course, seq):
    return [presenter(table.game).board.points(course.publics[seq], seat) for seat in range(2)]


def test_points_are_remembered_and_counted_again_where_the_cache_is_down(night, settings):
    shown = signed_in().get(f"/archive/{night.code}/").context["page"].chart.rows
    course, moves = read(night)
    kept = cache.get(f"archive/points/{night.code}/{night.seq}")
    assert kept == [points(night, course, seq) for seq in range(len(moves))]
    settings.CACHES = {"default": {"BACKEND": "config.cache.CalmRedisCache", "LOCATION": "unix:///tmp/not-running.sock"}}
    assert signed_in().get(f"/archive/{night.code}/").context["page"].chart.rows == shown


def test_the_first_to_be_alone_in_front_takes_the_lead():
    course = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [2, 3, 0], [3, 3, 0], [3, 4, 0], [3, 4, 9], [3, 4, 9]]
    assert list(archive_course.lead_changes(course)) == [(3, 1), (6, 2)]
    assert list(archive_course.lead_changes([[0], [1]])) == []


def test_moments_are_in_the_words_of_the_game_and_lead_to_their_steps(table):
    page = signed_in().get(f"/archive/{table.code}/0/")
    course, moves = read(table)
    show, people = presenter(table.game), page.context["page"].players
    told = [
        (seq, show.archive.moment_words(entry.event, course.publics[seq], people))
        for seq in range(len(moves))
        for entry in course.events[seq]
    ]
    found = [(moment.seq, moment.words) for moment in page.context["page"].moments]
    assert {each for each in told if each[1]} <= set(found)
    assert [seq for seq, _words in found] == sorted(seq for seq, _words in found)
    for moment in page.context["page"].moments:
        assert moment.address == f"/archive/{table.code}/{moment.seq}/"


def test_a_moment_told_to_one_seat_is_on_nobody_elses_page(night):
    """A moment known to one seat is hidden from all other viewers.

    No game has such a moment so far, so the test invents one.
    """
    people = [factories.person(), factories.person()]
    table = archiving.conceded(*people, game="gonzaga", options={})
    course, moves = read(table)
    secret = Told(events.LeagueFounded(1, "north", 10), to=(1,))
    whispered = Course(course.publics, [(secret,)] * len(moves), course.rounds, course.turns)
    named = players(table.game, course.publics[0], table.seats.all())
    said = {
        eyes.value: len(archive_course.moments(table, whispered, [[0, 0]] * len(moves), named, eyes))
        for eyes in (Viewpoint("all"), Viewpoint("none"), Viewpoint("seat", 0), Viewpoint("seat", 1))
    }
    assert said == {"": len(moves), "none": 0, "0": 0, "1": len(moves)}


def test_a_replaced_answer_is_the_same_turn():
    from engines.specimen.actions import SealRoad

    people = [factories.person(), factories.person()]
    table = factories.running_table(*people)
    seat = factories.seat_of(table, people[0])
    factories.send(seat, SealRoad("valley"))
    factories.send(seat, SealRoad("river"), key=Move.objects.get(table=table, seq=1).key)
    archiving.ending.concede(table_id=table.pk, user=people[1], now=factories.NOW)
    assert list(read(factories.fresh(table))[0].turns) == [0, 1, 1]


def test_a_page_costs_the_same_queries_at_every_step(night):
    counts = set()
    for step in (0, 3, night.seq):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            signed_in().get(f"/archive/{night.code}/{step}/")
        counts.add(len(asked))
    assert len(counts) == 1


def test_the_table_of_points_is_for_readers_who_cannot_see_the_chart(night):
    said = text_of(signed_in().get(f"/archive/{night.code}/"), "points-numbers")
    assert "Step 0 0 0" in said
