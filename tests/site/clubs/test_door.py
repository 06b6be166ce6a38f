"""Site used by a single club: strangers are sent to sign in, and other users see how to join."""

import pytest
from django.urls import reverse

from accounts.models import User
from tables.models import Club
from tables.services.clubs import founding, members
from tables.services.mail import feeds
from tables.views.clubs.door import OPEN
from tests.site import factories
from tests.site.pages.test_views_private import plain_addresses
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def anna():
    return factories.person("Anna")


@pytest.fixture
def club(anna, settings):
    """Return Anna's club, after configuring the site for this club alone."""
    club = founding.found_club(user=anna, name="The Tuesday club", outsiders=Club.Outsiders.NOTHING, now=NOW)
    settings.CLUB_SITE = club.slug
    return club


@pytest.fixture
def inside(club, anna):
    """Create a table and a finished game. Return addresses hidden from outsiders, including one that does not exist."""
    table = factories.open_table(anna)
    ended = factories.play_to_end(factories.running_table(anna, factories.person("Berto")))
    return [
        *(address for address, _name in plain_addresses() if not address.startswith((*OPEN, "/admin/", "/app/"))),
        table.get_absolute_url(),
        reverse("tables:invite", args=[table.invite]),
        reverse("archive:detail", args=[ended.code]),
        reverse("app_board", args=["en", ended.code]),
        reverse("tables:person", args=[anna.pk]),
        club.get_absolute_url(),
        "/no-such-page/",
    ]


def test_strangers_and_guests_are_sent_to_where_they_sign_in(inside):
    assert {"/", "/tables/", "/archive/", "/clubs/"} <= set(inside)
    guest = User.objects.create_guest(language="en", time_zone="UTC", now=NOW)
    for client in (signed_in(), signed_in(guest)):
        for address in inside:
            for method in ("get", "post"):
                answer = getattr(client, method)(address)
                assert (answer.status_code, answer.headers.get("Location", "")[:16]) == (302, "/accounts/login/"), address


def test_who_is_no_member_sees_the_door_alone(inside, club):
    client = signed_in(factories.person("Ben"))
    for address in inside:
        answer = client.get(address)
        assert answer.status_code == 403, address
        assert b"is for its members only" in answer.content
        assert b"Anna" not in answer.content


def test_one_asks_at_the_door_and_is_let_in(club, anna):
    ben = factories.person("Ben")
    client = signed_in(ben)
    client.post(reverse("clubs:join", args=[club.slug]), {"wish": "May I?"})
    assert "The officers will decide" in page_of(client, "/", 403)
    members.decide(club_id=club.pk, user=anna, person_id=ben.pk, welcome=True, now=NOW)
    assert client.get("/").status_code == 200
    assert client.get(club.get_absolute_url()).status_code == 200


def test_a_club_by_letter_is_entered_by_those_who_are_invited(club, anna):
    founding.change_club(
        club_id=club.pk,
        user=anna,
        name=club.name,
        text="",
        joining=Club.Joining.LETTER,
        outsiders=Club.Outsiders.NOTHING,
        now=NOW,
    )
    ben = factories.person("Ben")
    client = signed_in(ben)
    client.post(reverse("clubs:join", args=[club.slug]))
    assert client.get("/").status_code == 403
    members.invite(club_id=club.pk, user=anna, name=ben.display_name, now=NOW)
    client.post(reverse("clubs:join", args=[club.slug]))
    assert client.get("/").status_code == 200


def test_what_needs_no_session_goes_on_and_operators_come_in(club, anna):
    feed = feeds.make_feed(user_id=anna.pk, now=NOW)
    for address in ("/healthz/", "/accounts/login/", "/robots.txt", reverse("tables:calendar_ics", args=[feed.token])):
        assert signed_in().get(address).status_code == 200
    staff = User.objects.create_superuser("staff@example.org", display_name="Staff")
    assert signed_in(staff).get("/").status_code == 200


def test_without_its_club_nobody_but_operators_comes_in(settings, anna):
    settings.CLUB_SITE = "22222222"
    assert signed_in(anna).get("/").status_code == 403
    assert signed_in().get("/").status_code == 302


def test_a_players_phone_opens_the_hand_without_an_account(club, anna):
    host = signed_in(anna)
    address = host.post(reverse("tables:hot_seat", args=["pebbles"]), {"name1": "Ada", "name2": "Ben"})["Location"]
    page = host.post(reverse("tables:phone", args=[address.strip("/").split("/")[-1], 0]))
    phone = signed_in()
    assert phone.get(reverse("tables:hand")).status_code == 200
    assert phone.post(reverse("tables:hand"), {"code": page.context["code"]})["Location"] == reverse("tables:hand")
    assert "Hand of Ada" in page_of(phone, reverse("tables:hand"))
    assert phone.post(reverse("tables:close_hand"))["Location"] == reverse("tables:hand")


def test_the_links_below_the_sign_in_page_lead_to_what_they_name(club):
    for name, status in (("privacy", 200), ("terms", 200), ("imprint", 404)):
        for client in (signed_in(), signed_in(factories.person(name))):
            assert client.get(reverse(name)).status_code == status, f"{name}: without a text there is no imprint"
