"""manage.py notifications: lists emails, tries them again, and resumes paused emails."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from tables.models import Delivery, Rhythm
from tables.selectors.mail.cadence import Cadence, Kind
from tables.services.mail import choices, deliveries, notify, trouble
from tests.site import mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def table(anna):
    found = mailing.running_table(anna, mailing.person("Berto"))
    notify.notify_started(table=found, now=NOW)
    notify.notify_turns(table=found, decisions=[mailing.decision_of(found, anna)], now=NOW)
    return found


def run(*arguments):
    out = StringIO()
    call_command("notifications", *arguments, stdout=out)
    return out.getvalue()


def test_one_kind_or_one_table_is_listed_alone(table):
    assert len(run("list").splitlines()) == 3
    assert [line.split()[1] for line in run("list", "--kind", "turn").splitlines()] == ["queued"]
    assert run("list", "--table", "nowhere") == ""


def test_what_may_have_been_sent_twice_is_listed(table, anna):
    turn = mailing.waiting(anna)[-1]
    assert run("list", "--uncertain") == ""
    Delivery.objects.filter(pk=turn.pk).update(uncertain=True)
    assert run("list", "--uncertain").split()[:3] == [str(turn.pk), "queued", "uncertain"]


def test_a_mail_that_waits_is_shown_with_until_when(table, anna):
    choices.set_cadences(user_id=anna.pk, cadences={Kind.TURN: Cadence.DIGEST}, now=NOW)
    turn = mailing.waiting(anna)[-1]
    Delivery.objects.filter(pk=turn.pk).update(next_at=NOW)
    turn.notification.created_at = timezone.now()
    turn.notification.save(update_fields=["created_at"])
    said = run("show", str(turn.pk))
    assert "It waits until" in said
    assert "Subject: 1 game is waiting for you" in said
    assert mailing.waiting(anna)[-1].status == "queued"


def test_named_deliveries_are_tried_again_and_dry_only_listed(table, anna):
    turn = mailing.waiting(anna)[-1]
    Delivery.objects.filter(pk=turn.pk).update(status="failed", attempts=10, error="gone")
    assert "queued again" not in run("retry", str(turn.pk), "--dry-run")
    assert mailing.waiting(anna)[-1].status == "failed"
    assert "1 queued again." in run("retry", str(turn.pk))
    assert (mailing.waiting(anna)[-1].status, mailing.waiting(anna)[-1].attempts) == ("queued", 0)
    with pytest.raises(CommandError):
        run("retry")


def test_who_gets_no_mail_is_listed_and_can_get_it_again(anna):
    assert run("paused") == ""
    trouble.pause(address=anna.email, reason=Rhythm.Pause.BOUNCED, at=NOW)
    assert run("paused").split() == ["2026-03-04", "17:30", "bounced", anna.email]
    assert "is sent again" in run("resume", anna.email.upper())
    assert run("paused") == ""
    with pytest.raises(CommandError):
        run("resume", anna.email)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="asks SQLite for its plan")
def test_what_is_due_is_found_by_its_index():
    plan = deliveries.due_deliveries(NOW + timedelta(days=1)).order_by("next_at").explain()
    assert "delivery_due" in plan
