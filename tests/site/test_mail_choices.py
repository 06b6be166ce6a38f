"""Which mails somebody gets, and the links by which they stop them."""

import pytest
from django.test import Client
from django.urls import reverse

from tables.mail import tokens
from tables.models import MailChoice, Notification
from tables.services import mail_choices
from tests.site import mailing

pytestmark = [pytest.mark.django_db, pytest.mark.database]
Kind = Notification.Kind


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def address(anna):
    return reverse("mail:unsubscribe", args=[tokens.make(anna.pk, Kind.TURN)])


@pytest.fixture
def stranger():
    """A mail program: signed in nowhere, and checked for forged requests as strictly as a browser."""
    return Client(enforce_csrf_checks=True)


def wanted(user):
    return mail_choices.wanted_kinds(user.pk)


def test_everything_is_sent_until_somebody_says_otherwise(anna):
    assert wanted(anna) == set(Kind)


@pytest.mark.parametrize("method", ["get", "head"])
def test_following_the_link_changes_nothing(stranger, address, anna, method):
    """Scanners open every link of a mail."""
    response = getattr(stranger, method)(address)
    assert response.status_code == 200
    assert not MailChoice.objects.exists()
    if method == "get":
        assert b'name="stop" value="all"' in response.content


def test_one_click_of_the_mail_program_stops_all_mails(stranger, address, anna):
    response = stranger.post(address, {"List-Unsubscribe": "One-Click"})
    assert response.status_code == 200
    assert wanted(anna) == set()


def test_the_page_can_stop_this_kind_alone_and_undo_it(stranger, address, anna):
    stranger.post(address, {"stop": "kind"})
    assert wanted(anna) == set(Kind) - {Kind.TURN}
    stranger.post(address, {"resume": "all"})
    assert wanted(anna) == set(Kind)


def test_another_persons_mails_go_on(stranger, address, anna):
    berto = mailing.person("Berto")
    stranger.post(address, {"List-Unsubscribe": "One-Click"})
    assert wanted(berto) == set(Kind)


def test_the_page_speaks_the_language_of_the_mail(stranger):
    carla = mailing.person("Carla", language="it")
    page = stranger.get(reverse("mail:unsubscribe", args=[tokens.make(carla.pk, Kind.TURN)]))
    assert b'<html lang="it"' in page.content


@pytest.mark.parametrize("forge", [lambda token: token[:-1], lambda token: "x" + token, lambda token: "nonsense"])
def test_a_cut_or_forged_link_says_so_and_changes_nothing(stranger, anna, forge):
    token = forge(tokens.make(anna.pk, Kind.TURN))
    response = stranger.post(reverse("mail:unsubscribe", args=[token]))
    assert response.status_code == 404
    assert "This link is not complete" in response.content.decode()
    assert not MailChoice.objects.exists()


def test_the_page_of_choices_is_for_whoever_is_signed_in(client, anna):
    address = reverse("mail:choices")
    assert client.get(address).status_code == 302
    client.force_login(anna)
    assert client.get(address).content.decode().count("checked") == len(Kind)
    client.post(address, {"kind": ["turn", "finished", "nonsense"]})
    assert wanted(anna) == {Kind.TURN, Kind.FINISHED}
    assert client.get(address).content.decode().count("checked") == 2
