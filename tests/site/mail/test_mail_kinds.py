"""Notifications besides turns: mentions, invitations, open seats."""

import re
from datetime import timedelta

import pytest
from django.core import mail

from tables.errors import Refusal
from tables.mail.compose import compose
from tables.models import ChatMessage, Decision, Notification, Table
from tables.selectors.mail import mailing as wished
from tables.selectors.mail.cadence import KINDS, Cadence, Kind
from tables.services.lobby import inviting, tables
from tables.services.mail import choices, notify
from tables.services.play import chat
from tests.site import factories, keeping, mailing
from tests.site.mailing import NOW
from tests.site.views import read

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOON = NOW + timedelta(minutes=1)


@pytest.fixture
@keeping.kept
def anna():
    return mailing.person("Anna")


@pytest.fixture
@keeping.kept
def bella():
    return mailing.person("Anna Bella")


@pytest.fixture
@keeping.kept
def uwe():
    return mailing.person("Uwe Groß")


@pytest.fixture
@keeping.kept
def table(anna, bella, uwe):
    return mailing.running_table(anna, bella, uwe, name="Via Emilia")


def say(table, user, text, now=NOW):
    return chat.say(table_id=table.pk, user=user, text=text, now=now)


def told(kind):
    return {notification.recipient.display_name for notification in Notification.objects.filter(kind=kind)}


# --- mentions -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("@Anna Bella, your move", {"Anna Bella"}),
        ("@anna  BELLA?", {"Anna Bella"}),
        ("Good luck @uwe gross!", {"Uwe Groß"}),
        ("@UWE GROẞ and @anna bella.", {"Uwe Groß", "Anna Bella"}),
        ("@Anna\nBella", {"Anna Bella"}),
        ("Anna Bella, your move", set()),
        ("@Anna Bellamy", set()),
        ("mail anna bella@anna bella", set()),
        ("@Somebody else", set()),
        ("@", set()),
    ],
)
def test_who_is_spoken_to(table, anna, text, who):
    say(table, anna, text)
    assert told(Kind.MENTION) == who


def test_of_two_names_that_fit_the_longer_is_meant(table, uwe):
    say(table, uwe, "@Anna Bella")
    assert told(Kind.MENTION) == {"Anna Bella"}
    say(table, uwe, "@Anna, look")
    assert told(Kind.MENTION) == {"Anna Bella", "Anna"}


def test_nobody_is_told_of_what_they_say_themselves(table, anna):
    say(table, anna, "@Anna talks to herself")
    assert told(Kind.MENTION) == set()


def test_who_left_the_table_is_not_called_back(table, anna, bella):
    table.seats.filter(user=bella).update(resigned_at=NOW)
    say(table, anna, "@Anna Bella, come back")
    assert told(Kind.MENTION) == set()


def test_the_mail_has_what_was_said_and_only_to_its_reader(table, anna, bella, uwe):
    say(table, anna, "@Uwe Groß <b>hi</b>")
    say(table, anna, "@Anna Bella, shall we pause?\nI travel.", NOW + timedelta(seconds=1))
    sent = {each.to[0]: each for each in mailing.work_off(SOON)}
    letter = sent[bella.email]
    assert letter.subject == "You were mentioned: Night Post “Via Emilia”"
    assert "Anna: @Anna Bella, shall we pause?\nI travel." in letter.body
    assert "hi" not in letter.body.partition("Go to the table")[0].split()
    assert "&lt;b&gt;hi&lt;/b&gt;" in sent[uwe.email].alternatives[0].content


def test_several_lines_are_one_mail(table, anna, bella):
    for second in range(3):
        say(table, anna, f"@Anna Bella line {second}", NOW + timedelta(seconds=second))
    [sent] = mailing.work_off(SOON)
    assert [f"line {second}" in sent.body for second in range(3)] == [True] * 3


def test_a_line_at_a_table_that_still_fills_up_is_mailed_too(anna, bella):
    table = factories.open_table(anna, seats=3)
    tables.join_table(table_id=table.pk, user=bella, word="b", now=NOW)
    say(table, anna, "@Anna Bella welcome")
    [sent] = mailing.work_off(SOON)
    assert "Anna: @Anna Bella welcome" in sent.body


# --- invitations --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def waiting(anna):
    return factories.open_table(anna, seats=3, visibility="private", name="Via Emilia")


def invite(table, host, name, now=NOW):
    return inviting.invite_person(table_id=table.pk, host=host, name=name, now=now)


def test_an_invitation_is_a_mail_with_the_link_and_stands_among_my_games(waiting, anna, uwe, client):
    assert invite(waiting, anna, " uwe  GROSS ") == uwe
    [sent] = mailing.work_off(SOON)
    assert (sent.to, sent.subject) == ([uwe.email], "You are invited: Night Post “Via Emilia”")
    assert "Anna would like to play with you." in sent.body
    assert "because someone on Staffetta invited you" in sent.body
    link = re.search(r"http://[^/]+(/i/\S+)", sent.body)[1]
    client.force_login(uwe)
    page = client.get("/my/").content.decode()
    assert link in page
    assert "Anna has invited you" in page
    assert client.get(link).status_code == 200


def test_who_sits_down_or_says_no_has_no_invitation_any_more(waiting, anna, uwe, bella, client):
    invite(waiting, anna, "Uwe Groß")
    invite(waiting, anna, "Anna Bella")
    tables.join_table(table_id=waiting.pk, user=uwe, word="u", invite=waiting.invite, now=NOW)
    client.force_login(bella)
    assert client.post(f"/t/{waiting.code}/decline/").status_code == 302
    assert mailing.work_off(SOON) == []
    for user in (uwe, bella):
        client.force_login(user)
        assert "has invited you" not in client.get("/my/").content.decode()


@pytest.mark.parametrize("change", [{"status": "ended", "ended_by": "cancelled"}, {"status": "running"}])
def test_an_invitation_to_a_table_that_is_gone_is_not_mailed(waiting, anna, uwe, change):
    invite(waiting, anna, "Uwe Groß")
    Table.objects.filter(pk=waiting.pk).update(**change)
    assert mailing.work_off(SOON) == []
    assert mailing.waiting(uwe)[0].error == "no longer open"


@pytest.mark.parametrize(("name", "code"), [("Nobody", "unknown_person"), ("", "unknown_person"), ("anna", "invited_oneself")])
def test_who_cannot_be_invited(waiting, anna, name, code):
    with pytest.raises(Refusal) as refused:
        invite(waiting, anna, name)
    assert refused.value.code == code
    assert not Notification.objects.exists()


def test_nobody_is_invited_twice_even_after_saying_no(waiting, anna, uwe):
    invite(waiting, anna, "Uwe Groß")
    inviting.decline(user=uwe, code=waiting.code, now=NOW)
    with pytest.raises(Refusal) as refused:
        invite(waiting, anna, "Uwe Groß")
    assert refused.value.code == "invited_before"


def test_only_the_host_invites_and_only_before_the_start(waiting, anna, uwe, bella):
    tables.join_table(table_id=waiting.pk, user=uwe, word="u", invite=waiting.invite, now=NOW)
    with pytest.raises(Refusal) as refused:
        invite(waiting, uwe, "Anna Bella")
    assert refused.value.code == "not_host"
    with pytest.raises(Refusal) as refused:
        invite(waiting, anna, "Uwe Groß")
    assert refused.value.code == "sits_here"
    Table.objects.filter(pk=waiting.pk).update(status="running")
    with pytest.raises(Refusal) as refused:
        invite(waiting, anna, "Anna Bella")
    assert refused.value.code == "already_started"


def test_there_is_an_end_to_inviting(waiting, anna):
    people = [mailing.person(f"Guest {number}") for number in range(inviting.AT_MOST + 1)]
    for person in people[:-1]:
        invite(waiting, anna, person.display_name)
    with pytest.raises(Refusal) as refused:
        invite(waiting, anna, people[-1].display_name)
    assert refused.value.code == "invited_enough"
    inviting.decline(user=people[0], code=waiting.code, now=NOW)
    assert invite(waiting, anna, people[-1].display_name) == people[-1]


def test_the_host_invites_on_the_page_of_the_table(waiting, anna, uwe, client):
    client.force_login(anna)
    page = client.get(f"/t/{waiting.code}/").content.decode()
    assert f'action="/t/{waiting.code}/invite/"' in page
    after = client.post(f"/t/{waiting.code}/invite/", {"person": "Uwe Groß"}, follow=True).content.decode()
    assert "Uwe Groß has been invited." in after
    assert "Invited so far: Uwe Groß" in read(after)
    assert (
        "This person has already been invited to this table."
        in client.post(f"/t/{waiting.code}/invite/", {"person": "Uwe Groß"}, follow=True).content.decode()
    )


# --- open seats ---------------------------------------------------------------------------------------------------------------


def open_seat(table, user):
    seat = mailing.seat_of(table, user)
    seat.steward_since = seat.opened_at = NOW
    seat.save(update_fields=["steward_since", "opened_at"])
    notify.notify_opened(seat=seat, now=NOW)


def test_everybody_reads_whose_seat_is_open_and_its_holder_how_to_come_back(table, bella, uwe):
    open_seat(table, bella)
    bodies = {each.to[0]: each.body for each in mailing.work_off(SOON)}
    assert "Anna Bella’s seat is open to a substitute" in bodies[uwe.email]
    assert "Your seat is now open to a substitute." in bodies[bella.email]
    assert "Anna Bella’s seat" not in bodies[bella.email]


def test_a_seat_that_was_taken_meanwhile_is_no_news(table, bella, uwe):
    open_seat(table, bella)
    table.seats.update(opened_at=None)
    assert mailing.work_off(SOON) == []
    assert mailing.waiting(uwe)[0].error == "taken meanwhile"


def test_who_came_back_is_not_told_that_the_steward_plays(table, bella):
    seat = mailing.seat_of(table, bella)
    seat.steward_since = NOW
    notify.notify_steward(seat=seat, now=NOW)
    assert mailing.work_off(SOON) == []
    assert mailing.waiting(bella)[0].error == "back meanwhile"


# --- all kinds ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_makes_a_letter_and_a_line_of_the_daily_mail(table, kind, language):
    reader = mailing.person("Lena", language=language)
    asked = Decision.objects.filter(table=table, seat__user__display_name="Anna").first().key
    table.seats.filter(user__display_name="Anna").update(user=reader, opened_at=NOW)
    seat = mailing.seat_of(table, reader)
    ChatMessage.objects.create(table=table, user=None, text="@Lena", at=NOW)
    note = Notification.objects.create(
        recipient=reader, key=f"{kind}:x", kind=kind, table=table, seat=seat, decision_key=asked, created_at=NOW
    )
    letter = compose([note], now=NOW)
    assert letter.subject
    assert letter.body.strip()
    choices.set_cadences(user_id=reader.pk, cadences={kind: Cadence.DIGEST}, now=NOW)
    daily = compose([note], preferences=wished.preferences(reader), now=NOW)
    assert daily.extra_headers["Message-ID"].startswith("<digest.")
    assert "Via Emilia" in daily.body
    assert mail.outbox == []
