"""End of a game on its table page and in the archive: podium, sentences, turning points, ratings."""

import re

import pytest

from tables.present.archive import ending as endings
from tables.present.archive.course import Moment
from tables.services.archive import rating
from tests.rows import rewrite
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in, text_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
@keeping.kept
def night():
    return archiving.finished(*(factories.person(name) for name in ("Elena", "Franco")))


def ending_of(table):
    return signed_in().get(f"/archive/{table.code}/").context["ending"]


def test_the_table_and_the_archive_show_the_same_end(night):
    at_the_table, in_the_archive = (text_of(signed_in().get(f"/{where}/{night.code}/"), "over") for where in ("t", "archive"))
    for part in ("wins with", "Score progress", "Score breakdown", "Total"):
        assert part in at_the_table
        assert part in in_the_archive


def test_a_running_table_has_no_end(night):
    table = factories.running_table(factories.person("Gino"), factories.person("Ilse"))
    page = signed_in().get(f"/t/{table.code}/").content.decode()
    assert re.search(r'<section id="over" hidden></section>', page)


def test_who_has_more_points_stands_higher(night):
    steps = ending_of(night).steps
    assert [step.numeral for step in steps] == ["I", "II"]
    assert [step.points for step in steps] == sorted((step.points for step in steps), reverse=True)
    assert steps[0].height == endings.HIGHEST
    assert steps[1].height >= endings.LOWEST
    assert (steps[0].height > steps[1].height) == (steps[0].points > steps[1].points)


def test_who_wins_with_fewer_points_stands_higher_all_the_same():
    winner, loser = factories.person("Elena"), factories.person("Franco")
    table = archiving.witnessed([winner, loser], most=7).table
    archiving.ending.concede(table_id=table.pk, user=loser, now=factories.NOW)
    steps = ending_of(factories.fresh(table)).steps
    assert [step.player.name for step in steps] == [str(winner), str(loser)]
    assert steps[0].height > steps[1].height


def test_what_brought_most_and_made_a_leader_is_a_turning_point():
    moments = [Moment(seq, f"at {seq}", f"/{seq}/") for seq in (1, 2, 3, 3, 4, 5)]
    points = [(0, 0), (1, 0), (1, 9), (2, 9), (12, 9), (12, 10)]
    found = endings.turning_points(moments, points, most=2)
    assert [(moment.seq, moment.words) for moment in found] == [(2, "at 2"), (4, "at 4")]
    assert [moment.words for moment in endings.turning_points(moments, points, most=6) if moment.seq == 3] == ["at 3; at 3"]


def test_turning_points_open_the_replay_where_they_are_marked_in_the_chart():
    people = [factories.person(name) for name in ("Elena", "Franco")]
    table = archiving.witnessed(people, game="gonzaga", most=26).table
    archiving.ending.concede(table_id=table.pk, user=people[0], now=factories.NOW)
    ending = ending_of(factories.fresh(table))
    assert 0 < len(ending.stops) <= endings.MOST_STOPS
    for stop in ending.stops:
        assert signed_in().get(stop.address).status_code == 200
        assert f'href="{stop.address}"' in ending.chart.svg
    assert ending.chart.svg.count('class="chart-stop"') == len(ending.stops)
    assert [stop.number for stop in ending.stops] == list(range(1, len(ending.stops) + 1))


def test_ratings_stand_below_the_points_those_of_bots_too():
    anna = factories.person("Anna")
    table = archiving.finished(anna, seats=2, bots=1, rated=True)
    rating.rate_finished(game="specimen")
    assert all(change.words[0] in "+−" for change in ending_of(table).ratings)
    unrated = archiving.finished(anna, factories.person("Bea"), rated=False)
    assert "This game was not rated." in text_of(signed_in().get(f"/t/{unrated.code}/"), "over")


def test_a_record_that_was_changed_still_ends(night):
    """If a move cannot be read, the page still shows the result, but no score progress."""
    rewrite(night.moves.filter(seq=3), action='{"type":"Nonsense"}')
    said = text_of(signed_in().get(f"/t/{night.code}/"), "over")
    assert "wins with" in said
    assert "Score progress" not in said


def test_people_who_hide_their_name_are_not_named_to_strangers(night):
    seat = night.seats.select_related("user").get(place=1)
    seat.user.hides_name = True
    seat.user.save()
    assert str(seat.user) not in text_of(signed_in().get(f"/t/{night.code}/"), "over")
    other = night.seats.select_related("user").exclude(pk=seat.pk).get()
    assert str(seat.user) in text_of(signed_in(other.user).get(f"/t/{night.code}/"), "over")
