"""Choice of emails, how often they come, and the links that stop them."""

import re

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from tables.mail import tokens
from tables.mail.compose import compose
from tables.models import Decision, MailChoice, Notification, Rhythm, Webhook
from tables.selectors.mail import mailing as wished
from tables.selectors.mail.cadence import KINDS, Cadence, Kind
from tables.services.mail import choices, notify
from tests.site import mailing

pytestmark = [pytest.mark.django_db, pytest.mark.database]
DAILY = {Kind.STARTED: Cadence.DIGEST, Kind.FINISHED: Cadence.DIGEST}


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def address(anna):
    return reverse("mail:unsubscribe", args=[tokens.make(anna.pk, {Kind.TURN: Cadence.AT_ONCE})])


@pytest.fixture
def stranger():
    """Return a signed-out client that is subject to the CSRF check, as a mail program is."""
    return Client(enforce_csrf_checks=True)


def wanted(user):
    return set(KINDS) - wished.preferences(user).kinds(Cadence.NEVER)


def cadence(user, kind):
    return wished.preferences(user).cadence(kind)


def test_everything_is_sent_at_once_until_somebody_says_otherwise(anna):
    assert wished.preferences(anna).kinds(Cadence.AT_ONCE) == set(KINDS)


@pytest.mark.parametrize("method", ["get", "head"])
def test_following_the_link_changes_nothing(stranger, address, anna, method):
    """Opening the link changes nothing, because scanners open the links of emails."""
    response = getattr(stranger, method)(address)
    assert response.status_code == 200
    assert not MailChoice.objects.exists()
    if method == "get":
        assert b'name="stop" value="kind"' in response.content
        assert b'name="stop" value="all"' in response.content


def test_one_click_of_the_mail_program_stops_just_what_the_mail_was_about(stranger, address, anna):
    response = stranger.post(address, {"List-Unsubscribe": "One-Click"})
    assert response.status_code == 200
    assert wanted(anna) == set(KINDS) - {Kind.TURN}


def test_one_click_on_a_mail_that_tells_two_things_stops_both(stranger, anna):
    table = mailing.running_table(anna, mailing.person("Berto"))
    notify.notify_started(table=table, now=mailing.NOW)
    notify.notify_turns(table=table, decisions=Decision.objects.filter(table=table), now=mailing.NOW)
    letter = compose(list(Notification.objects.filter(recipient=anna)), now=mailing.NOW)
    found = re.search(r"<http://[^/]+(/[^>]+)>", letter.extra_headers["List-Unsubscribe"])
    stranger.post(found[1], {"List-Unsubscribe": "One-Click"})
    assert wanted(anna) == set(KINDS) - {Kind.TURN, Kind.STARTED}


def test_one_click_on_the_daily_mail_stops_all_that_comes_daily_and_nothing_else(stranger, anna):
    choices.set_cadences(user_id=anna.pk, cadences=DAILY, now=mailing.NOW)
    table = mailing.running_table(anna, mailing.person("Berto"))
    notify.notify_started(table=table, now=mailing.NOW)
    letter = compose(list(Notification.objects.filter(recipient=anna)), preferences=wished.preferences(anna), now=mailing.NOW)
    found = re.search(r"<http://[^/]+(/[^>]+)>", letter.extra_headers["List-Unsubscribe"])
    stranger.post(found[1], {"List-Unsubscribe": "One-Click"})
    assert wanted(anna) == set(KINDS) - set(DAILY)


def test_what_was_stopped_comes_again_as_often_as_before(stranger, anna):
    choices.set_cadences(user_id=anna.pk, cadences=DAILY, now=mailing.NOW)
    address = reverse("mail:unsubscribe", args=[tokens.make(anna.pk, DAILY)])
    stranger.post(address, {"stop": "kind"})
    assert cadence(anna, Kind.STARTED) == Cadence.NEVER
    page = stranger.post(address, {"resume": "kind"}).content.decode()
    assert "Emails are on again" in page
    assert cadence(anna, Kind.STARTED) == Cadence.DIGEST


def test_all_mails_can_be_stopped_and_taken_up_again(stranger, address, anna):
    page = stranger.post(address, {"stop": "all"}).content.decode()
    assert wanted(anna) == set()
    assert "Game emails are off" in page
    assert 'name="resume" value="all"' in page
    stranger.post(address, {"resume": "all"})
    assert wanted(anna) == set(KINDS)


def test_the_links_of_the_first_mails_go_on_working(stranger, anna):
    """Links of old emails still work. They contain a kind of email but no cadence."""
    token = signing.Signer(salt="tables.mail.unsubscribe").sign_object([anna.pk, "turn"])
    stranger.post(reverse("mail:unsubscribe", args=[token]), {"List-Unsubscribe": "One-Click"})
    assert wanted(anna) == set(KINDS) - {Kind.TURN}


def test_a_link_of_somebody_whose_account_is_gone_breaks_nothing(stranger, address, anna):
    anna.delete()
    assert stranger.get(address).status_code == 200
    assert stranger.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200


def test_another_persons_mails_go_on(stranger, address, anna):
    berto = mailing.person("Berto")
    stranger.post(address, {"List-Unsubscribe": "One-Click"})
    assert wanted(berto) == set(KINDS)


def test_the_page_speaks_the_language_of_the_mail(stranger):
    carla = mailing.person("Carla", language="it")
    page = stranger.get(reverse("mail:unsubscribe", args=[tokens.make(carla.pk, {Kind.TURN: Cadence.AT_ONCE})]))
    assert b'<html lang="it"' in page.content


@pytest.mark.parametrize("forge", [lambda token: token[:-1], lambda token: "x" + token, lambda token: "nonsense"])
def test_a_cut_or_forged_link_says_so_and_changes_nothing(stranger, anna, forge):
    token = forge(tokens.make(anna.pk, {Kind.TURN: Cadence.AT_ONCE}))
    response = stranger.post(reverse("mail:unsubscribe", args=[token]))
    assert response.status_code == 404
    assert "This link is incomplete" in response.content.decode()
    assert not MailChoice.objects.exists()


def chosen(**changed):
    """Return the fields that the page sends."""
    return {kind.value: "at_once" for kind in KINDS} | {"digest_hour": "8"} | changed


def test_the_page_of_choices_requires_signing_in(client, anna):
    address = reverse("mail:choices")
    assert client.get(address).status_code == 302
    client.force_login(anna)
    assert client.get(address).content.decode().count('<option value="at_once" selected>') == len(KINDS)
    client.post(address, chosen(turn="once", finished="digest", mention="never", digest_hour="19", quiet_while_here="on"))
    page = client.get(address).content.decode()
    assert [page.count(f'<option value="{each}" selected>') for each in ("once", "digest", "never")] == [1, 1, 1]
    rhythm = Rhythm.objects.get(user=anna)
    assert (rhythm.digest_hour, rhythm.quiet_while_here) == (19, True)
    assert (cadence(anna, Kind.TURN), cadence(anna, Kind.MENTION)) == (Cadence.ONCE, Cadence.NEVER)


@pytest.mark.parametrize("nonsense", [{"turn": "hourly"}, {"digest_hour": "24"}, {"digest_hour": "-1"}, {"turn": ""}])
def test_nonsense_is_refused_and_nothing_is_changed(client, anna, nonsense):
    client.force_login(anna)
    assert client.post(reverse("mail:choices"), chosen(**nonsense)).status_code == 422
    assert not MailChoice.objects.exists()


def test_saving_the_choices_leaves_quiet_hours_alone(client, anna):
    Rhythm.objects.create(user=anna, quiet_from=22 * 60, quiet_until=7 * 60)
    client.force_login(anna)
    client.post(reverse("mail:choices"), chosen())
    assert Rhythm.objects.get(user=anna).quiet_from == 22 * 60


def test_people_with_other_channels_choose_for_each_kind(client, anna):
    client.force_login(anna)
    address = reverse("mail:choices")
    assert b"webhook_turn" not in client.get(address).content
    Webhook.objects.create(owner=anna, kind="json", url="https://example.org/", made_at=mailing.NOW)
    page = client.get(address).content.decode()
    assert [page.count(f'name="webhook_{kind.value}"') for kind in KINDS] == [1] * len(KINDS)
    assert page.count("checked") == len(KINDS)
    client.post(address, chosen(turn="never", webhook_turn="on", webhook_mention="on"))
    of_hooks = wished.preferences(anna, MailChoice.Channel.WEBHOOK)
    assert of_hooks.kinds(Cadence.AT_ONCE) == {Kind.TURN, Kind.MENTION}
    assert wanted(anna) == set(KINDS) - {Kind.TURN}
    assert client.get(address).content.decode().count("checked") == 2
