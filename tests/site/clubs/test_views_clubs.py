"""Pages of clubs: finding, viewing, joining and managing them."""

import pytest
from django.urls import reverse

from accounts.models import User
from tables.models import Club, Membership
from tables.selectors.clubs import clubs
from tables.services.clubs import founding, members
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def anna():
    return factories.person("Anna")


@pytest.fixture
def ben():
    return factories.person("Ben")


def founded(user, **more):
    return founding.found_club(user=user, name="The Tuesday club", now=NOW, **more)


def at(name, club):
    return reverse(f"clubs:{name}", args=[club.slug])


def test_a_club_is_founded_by_a_form_and_once(anna):
    client = signed_in(anna)
    sent = {"name": "Night post", "text": "Hello\n<b>there</b>", "joining": "approval", "outsiders": "page", "token": "x" * 16}
    for _again in range(2):
        assert client.post(reverse("clubs:found"), sent)["Location"] == Club.objects.get().get_absolute_url()
    page = page_of(client, Club.objects.get().get_absolute_url())
    assert "&lt;b&gt;there" in page
    assert client.post(reverse("clubs:found"), sent | {"name": ""}).status_code == 422
    assert client.post(reverse("clubs:found"), sent | {"text": "\x00", "token": ""}).status_code == 422


def test_search_finds_what_one_may_see(anna, ben):
    founded(anna)
    hidden = founding.found_club(user=anna, name="Secret Tuesdays", outsiders=Club.Outsiders.NOTHING, now=NOW)
    address = reverse("clubs:list")
    mine, others = (page_of(signed_in(user), f"{address}?q=tuesday") for user in (anna, ben))
    assert "Secret" in mine
    assert "The Tuesday club" in others
    assert "Secret" not in others
    assert signed_in(ben).get(hidden.get_absolute_url()).status_code == 404
    assert signed_in().get(hidden.get_absolute_url())["Location"].startswith("/accounts/login/")


def test_asking_and_being_let_in_without_scripts(anna, ben):
    club = founded(anna)
    signed_in(ben).post(at("join", club), {"wish": "May I?"})
    assert "May I?" in page_of(signed_in(anna), at("members", club))
    signed_in(anna).post(at("decide", club), {"do": "welcome", "person": ben.pk})
    assert clubs.is_member(club.pk, ben.pk)


def test_a_message_that_is_too_long_is_refused_and_nothing_is_asked(anna, ben):
    club = founded(anna)
    page = signed_in(ben).post(at("join", club), {"wish": "x" * 301}, follow=True).content.decode()
    assert "300" in page
    assert not club.memberships.filter(user=ben).exists()


def test_a_second_message_replaces_the_first_while_the_request_waits(anna, ben):
    club = founded(anna)
    for wish in ("May I?", "It is Ben from the Tuesday table.", ""):
        signed_in(ben).post(at("join", club), {"wish": wish})
    page = page_of(signed_in(anna), at("members", club))
    assert "It is Ben from the Tuesday table." in page
    assert "May I?" not in page
    assert club.memberships.filter(user=ben).count() == 1


def test_inviting_and_accepting(anna, ben):
    club = founded(anna, joining=Club.Joining.LETTER, outsiders=Club.Outsiders.NOTHING)
    assert signed_in(anna).post(at("members", club), {"person": "Nobody at all"}).status_code == 422
    signed_in(anna).post(at("members", club), {"person": ben.display_name})
    assert "The Tuesday club" in page_of(signed_in(ben), reverse("clubs:list"))
    signed_in(ben).post(at("join", club))
    assert clubs.is_member(club.pk, ben.pk)


@pytest.mark.parametrize("name", ["change", "close", "members", "decide"])
def test_what_officers_do_is_no_address_for_others(anna, ben, name):
    club = founded(anna, joining=Club.Joining.OPEN)
    members.join_club(club_id=club.pk, user=ben, now=NOW)
    for method in ("get", "post"):
        assert getattr(signed_in(ben), method)(at(name, club), {"do": "remove", "person": anna.pk}).status_code in (404, 405)
    assert Membership.objects.filter(club=club, state=Membership.State.MEMBER).count() == 2


@pytest.mark.parametrize("person", ["", "-1", "9" * 30, "x", "0"])
def test_whatever_is_sent_for_a_person_breaks_nothing(anna, person):
    club = founded(anna)
    for act in ("welcome", "refuse", "officer", "no_officer", "remove", "else"):
        assert signed_in(anna).post(at("decide", club), {"do": act, "person": person}).status_code == 302


def test_guests_look_and_are_led_to_where_they_sign_up(anna):
    guest = User.objects.create_guest(language="en", time_zone="UTC", now=NOW)
    club = founded(anna, joining=Club.Joining.OPEN)
    client = signed_in(guest)
    assert client.get(club.get_absolute_url()).status_code == 200
    assert "/signup/" in client.post(at("join", club))["Location"]
    assert not clubs.is_member(club.pk, guest.pk)


def test_the_club_is_changed_left_and_closed(anna, ben):
    club = founded(anna, joining=Club.Joining.OPEN)
    members.join_club(club_id=club.pk, user=ben, now=NOW)
    client = signed_in(anna)
    client.post(at("change", club), {"name": "Wednesdays", "text": "", "joining": "letter", "outsiders": "nothing"})
    assert Club.objects.get().name == "Wednesdays"
    signed_in(ben).post(at("leave", club))
    assert [row.user for row in clubs.members(club)] == [anna]
    page_of(client, at("close", club))
    client.post(at("close", club))
    assert client.get(club.get_absolute_url()).status_code == 404


def test_an_operator_closes_a_club_for_a_reason(anna, ben):
    club = founded(anna, outsiders=Club.Outsiders.NOTHING)
    address = reverse("staff:club", args=[club.slug])
    assert signed_in(anna).get(address).status_code == 404
    ben.is_staff = True
    ben.save(update_fields=["is_staff"])
    client = signed_in(ben)
    assert "The Tuesday club" in page_of(client, reverse("staff:clubs"))
    assert client.post(address, {"reason": " "}).status_code == 422
    client.post(address, {"reason": "spam"})
    assert Club.objects.get().closed_because == "spam"
    assert signed_in(anna).get(club.get_absolute_url()).status_code == 404
