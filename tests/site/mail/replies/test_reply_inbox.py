"""Reply mailbox: replies are fetched, played and marked, and no reply holds back the others."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import OperationalError

from tables import tasks
from tables.models import Heartbeat, InboundMail, Move
from tables.services.replies import inbox, replying
from tests import imap_server
from tests.site import factories
from tests.site.factories import NOW
from tests.site.mailing import work_off
from tests.site.replying import INBOUND, mail, outcomes, plain

pytestmark = [pytest.mark.database, pytest.mark.django_db]
SOON = NOW + timedelta(minutes=5)


@pytest.fixture
def mailbox():
    with imap_server.running() as running:
        yield running


@pytest.fixture
def inbound(mailbox, settings, time_machine):
    time_machine.move_to(NOW, tick=False)
    settings.INBOUND = replace(INBOUND, port=mailbox.port, is_secure=False, user="reply", password="pa ss", folder='Post "in"')
    return settings.INBOUND


@pytest.fixture
def table(inbound):
    anna = factories.person("Anna")
    anna.email = "anna@posteo.example"
    anna.save()
    return factories.running_table(anna, factories.person("Berto"))


@pytest.fixture
def to(table):
    letters = work_off(NOW + timedelta(minutes=2))
    return next(letter.extra_headers["Reply-To"] for letter in letters if letter.to == ["anna@posteo.example"])


def test_what_has_come_in_is_played_and_marked(mailbox, inbound, table, to):
    kept = mailbox.put(mail("gmail-de", to=to))
    assert inbox.fetch(inbound=inbound, now=SOON) == 1
    assert Move.objects.get(table=table, seq=1).via == Move.Via.MAIL
    assert kept.flags == {"\\Seen"}
    assert mailbox.folders == ['"Post \\"in\\""']
    assert inbox.fetch(inbound=inbound, now=SOON) == 0
    assert mailbox.fetched == [1]


def test_the_task_asks_for_it(mailbox, inbound, table, to, settings):
    mailbox.put(plain("1", to=to))
    settings.INBOUND = replace(inbound, host="", provider="resend")
    tasks.read_inbox()
    settings.INBOUND = None
    tasks.read_inbox()
    assert outcomes() == []
    settings.INBOUND = inbound
    tasks.read_inbox()
    assert outcomes() == ["played"]


def test_a_mail_that_nobody_can_read_holds_back_no_other(mailbox, inbound, table, to, monkeypatch, caplog):
    read = inbox.reading.read

    def fall_over(raw, *rest, **more):
        if b"cursed" in raw:
            raise RecursionError("of what the mail says")
        return read(raw, *rest, **more)

    monkeypatch.setattr(inbox.reading, "read", fall_over)
    cursed, fine = mailbox.put(plain("cursed", to=to)), mailbox.put(plain("1", to=to))
    assert inbox.fetch(inbound=inbound, now=SOON) == 2
    assert outcomes() == ["played"]
    assert (cursed.flags, fine.flags) == ({"\\Seen", "\\Flagged"}, {"\\Seen"})
    assert "RecursionError" in caplog.text
    assert "of what the mail says" not in caplog.text


def test_one_that_took_its_worker_along_is_tried_once_more_after_the_others(mailbox, inbound, table, to, monkeypatch):
    receive = replying.receive

    def die_of_some(*, mail, now):
        if mail.number is None:
            raise SystemExit
        return receive(mail=mail, now=now)

    monkeypatch.setattr(replying, "receive", die_of_some)
    cursed = mailbox.put(plain("no", to=to, number=1))
    with pytest.raises(SystemExit):
        inbox.fetch(inbound=inbound, now=SOON)
    mailbox.put(plain("1", to=to, number=2))
    with pytest.raises(SystemExit):
        inbox.fetch(inbound=inbound, now=SOON)
    assert outcomes() == ["played"]
    assert inbox.fetch(inbound=inbound, now=SOON) == 0
    assert cursed.flags == {"\\Seen", "\\Flagged"}


def test_while_the_database_is_away_nothing_is_lost(mailbox, inbound, table, to, monkeypatch):
    def away(**_more):
        raise OperationalError

    kept = mailbox.put(plain("1", to=to))
    with monkeypatch.context() as patched:
        patched.setattr(replying, "receive", away)
        with pytest.raises(OperationalError):
            inbox.fetch(inbound=inbound, now=SOON)
    assert kept.flags == set()
    assert inbox.fetch(inbound=inbound, now=SOON) == 1
    assert outcomes() == ["played"]


def test_of_one_that_is_too_large_only_the_head_is_fetched(mailbox, inbound, table, to):
    mailbox.put(plain("1\r\n" + "x" * 1_100_000, to=to))
    assert inbox.fetch(inbound=inbound, now=SOON) == 1
    assert outcomes() == ["too_large"]
    assert mailbox.fetched == []
    assert InboundMail.objects.get().reader is not None


def test_two_workers_do_not_read_at_once(mailbox, inbound, table, to):
    mailbox.put(plain("1", to=to))
    Heartbeat.objects.create(name=inbox.NAME, at=SOON)
    assert inbox.fetch(inbound=inbound, now=SOON + timedelta(minutes=1)) == 0
    assert inbox.fetch(inbound=inbound, now=SOON + inbox.LEASE) == 1


def test_the_lease_of_a_worker_that_died_while_its_clock_was_ahead_delays_no_email(mailbox, inbound, table, to):
    mailbox.put(plain("1", to=to))
    Heartbeat.objects.create(name=inbox.NAME, at=SOON + timedelta(days=1))
    assert inbox.fetch(inbound=inbound, now=SOON) == 1


@pytest.mark.parametrize("command", ["LOGIN", "SELECT", "UID SEARCH", "UID FETCH", "UID STORE"])
@pytest.mark.parametrize("how", ["refuses", "hangs_up"])
def test_a_server_that_does_not_do_it_is_tried_again(mailbox, inbound, table, to, command, how):
    mailbox.put(plain("1", to=to))
    getattr(mailbox, how).add(command)
    with pytest.raises(inbox.Unanswered) as error:
        inbox.fetch(inbound=inbound, now=SOON)
    assert "pa ss" not in str(error.value)
    getattr(mailbox, how).clear()
    assert inbox.fetch(inbound=inbound, now=SOON) == 1
    assert outcomes() == ["played"]


def test_a_server_that_is_away_or_no_server_of_mail_is_a_line_in_the_log(mailbox, inbound, settings, caplog):
    settings.INBOUND = replace(inbound, is_secure=True)
    tasks.read_inbox()
    settings.INBOUND = replace(inbound, password="wrong")
    tasks.read_inbox()
    mailbox.stop = lambda: None
    settings.INBOUND = replace(inbound, port=9)
    tasks.read_inbox()
    assert caplog.text.count("the mailbox for answers was not read") == 3
    assert "wrong" not in caplog.text
