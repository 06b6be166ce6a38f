"""Command ``tables`` for admins: tables in trouble, more time, pauses, cancelling and releasing."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tables.models import Decision, SiteEvent, Table
from tables.services import quarantine
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR = timedelta(hours=1)
WHY = ("--reason", "The mail server was down.")


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def table():
    return factories.running_table(factories.person("Anna"), factories.person("Berto"))


def tables(*arguments):
    """Run the command ``tables`` and return its output."""
    said = StringIO()
    call_command("tables", *arguments, stdout=said)
    return said.getvalue()


def test_all_is_well(table):
    assert tables("trouble") == "mails: 0 failed, 0 uncertain, 0 people paused\ntables in trouble: 0\n"


def test_tables_in_trouble_are_listed_and_the_exit_code_says_so(table, capsys):
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    with pytest.raises(CommandError) as ended:
        call_command("tables", "trouble")
    assert (str(ended.value), ended.value.returncode) == ("tables in trouble: 1", 1)
    assert f"{table.code}  specimen  quarantined since 2026-03-04 12:00" in capsys.readouterr().out


def test_more_time_for_all_or_for_one_seat(table):
    first, second = table.seats.order_by("index")
    before = {seat.pk: factories.decision(seat).due_at for seat in (first, second)}
    said = tables("extend", table.code, "--hours", "5", *WHY)
    assert said.splitlines()[0] == "seat 0, saddle/1: due 2026-03-05 17:00 UTC"
    tables("extend", table.code, "--hours", "2", "--seat", "1", *WHY)
    assert factories.decision(first).due_at == before[first.pk] + 5 * HOUR
    assert factories.decision(second).due_at == before[second.pk] + 7 * HOUR


def test_where_no_clock_runs_nobody_gets_more_time(table):
    Decision.objects.filter(table=table).update(closed_at=NOW)
    with pytest.raises(CommandError, match="Nobody's clock runs there"):
        tables("extend", table.code, *WHY)


def test_pause_resume_and_cancel(table):
    for act in ("pause", "resume", "cancel"):
        assert tables(act, table.code, *WHY) == f"{table.code}: done\n"
    events = SiteEvent.objects.order_by("pk")
    assert [event.kind for event in events] == ["paused", "resumed", "cancelled"]
    assert {event.facts for event in events} == {json.dumps({"reason": WHY[1]})}
    assert factories.fresh(table).ended_by == "cancelled"


def test_a_table_is_checked_and_given_back(table):
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    tables("release", table.code, *WHY)
    assert factories.fresh(table).quarantined_at is None


def test_what_is_refused_is_said_and_fails(table):
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    rewrite(Table.objects.filter(pk=table.pk), state="{}")
    with pytest.raises(CommandError, match="still wrong"):
        tables("release", table.code, *WHY)
    with pytest.raises(CommandError, match="There is no table zzz"):
        tables("pause", "zzz", *WHY)
    with pytest.raises(CommandError, match="--reason"):
        tables("pause", table.code)
