"""History of a club: games, people, records, and ratings from the club's own games."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tables.models import Club
from tables.selectors.clubs import chronicle
from tables.services.archive import rating as site_rating
from tables.services.clubs import founding, members, rating
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
MARCH = "?month=2026-03"


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Carla")]


@pytest.fixture
def club(people):
    club = founding.found_club(user=people[0], name="The Tuesday club", joining=Club.Joining.OPEN, now=NOW)
    members.join_club(club_id=club.pk, user=people[1], now=NOW)
    return club


def finished(club, *people, **more):
    return factories.play_to_end(factories.running_table(*people, club=club, **more))


def test_members_read_all_others_what_they_may_see(club, people):
    finished(club, *people[:2], name="Hidden game", visibility="private")
    finished(club, *people[:2], name="Open game", visibility="public")
    address = reverse("clubs:chronicle", args=[club.slug]) + MARCH
    mine, others = (page_of(signed_in(user), address) for user in (people[0], people[2]))
    assert "Hidden game" in mine
    assert "Open game" in others
    assert "Hidden game" not in others
    for page in (mine, others):
        assert f"{people[1]} joined the club." in page
        assert f"{people[0]} founded the club." in page


def test_who_hides_their_name_is_not_named(club, people):
    people[1].hides_name = True
    people[1].save(update_fields=["hides_name"])
    finished(club, *people[:2], visibility="public")
    assert str(people[1]) not in page_of(signed_in(), reverse("clubs:chronicle", args=[club.slug]) + MARCH)
    assert str(people[1]) not in page_of(signed_in(), reverse("clubs:ratings", args=[club.slug]))


@pytest.mark.parametrize("month", ["", "2026-13", "0000-01", "x", "9999-12", "2026-0٣", "1-1", "2026-02"])
def test_whatever_month_is_asked_for(club, month):
    assert signed_in().get(reverse("clubs:chronicle", args=[club.slug]), {"month": month}).status_code == 200


def test_months_lead_to_one_another(club, people):
    members.leave_club(club_id=club.pk, user=people[1], now=NOW + timedelta(days=70))
    page = page_of(signed_in(), reverse("clubs:chronicle", args=[club.slug]) + "?month=2026-04")
    assert 'href="?month=2026-03"' in page
    assert 'href="?month=2026-05"' in page


def test_a_record_is_the_most_points_of_a_person(club, people):
    games = [finished(club, *people[:2], visibility="public") for _each in range(2)]
    best = max((seat.score for table in games for seat in table.seats.all() if seat.score is not None), default=None)
    assert [seat.score for seat in chronicle.records(club, is_member=False)] == ([] if best is None else [best])


def test_ratings_are_those_the_site_would_come_to(club, people):
    """Club ratings are the ratings that the site would compute from the club's games alone."""
    tables = [finished(club, *people[:2]) for _each in range(3)]
    alone = {row.user_id: row.ordinal for row in rating.standings(club, "specimen")}
    for table in tables:
        table.club = None
        table.save(update_fields=["club"])
    site_rating.rate_finished(game="specimen")
    assert alone == {user.pk: user.ratings.get().ordinal for user in people[:2]}
    assert rating.standings(club, "specimen") == []


def test_games_with_bots_count_only_if_they_are_rated(club, people):
    finished(club, people[0], bots=1)
    assert rating.standings(club, "specimen") == []
    finished(club, people[0], bots=1, rated=True)
    assert len(rating.standings(club, "specimen")) == 2


def test_a_game_nobody_played_there_has_no_page(club):
    address = reverse("clubs:ratings", args=[club.slug])
    assert signed_in().get(address).status_code == 200
    assert signed_in().get(address, {"game": "gonzaga"}).status_code == 404
