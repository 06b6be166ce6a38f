"""State page for staff: a healthy site, or its faults with start and remedy, and figures of the last day."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache

from accounts.models import User
from tables.models import Delivery, Heartbeat, MailOutage, Move, Notification, Outage, Table
from tables.present.staff import state
from tables.selectors.staff import health
from tables.selectors.staff.day import last_day
from tests.site import factories
from tests.site.archiving import signed_in, text_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR = timedelta(hours=1)
LIST = "/staff/tables/"


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)
    cache.clear()


@pytest.fixture
def operator():
    user = User.objects.create_user("operator@example.org", display_name="Olga", is_staff=True)
    return signed_in(user)


def beat(ago: timedelta) -> None:
    Heartbeat.objects.update_or_create(name=health.SWEEP, defaults={"at": NOW - ago})


def mail(table: Table, **more) -> Delivery:
    news = Notification.objects.create(
        recipient=table.seats.first().user, key=f"k{Notification.objects.count()}", kind="asked", table=table, created_at=NOW
    )
    return Delivery.objects.create(notification=news, **{"next_at": NOW} | more)


def verdict(client) -> str:
    page = client.get(LIST)
    assert page.status_code == 200
    found = text_of(page, "main")
    return found[: found.index("Manage clubs")]


def test_a_site_that_is_well_says_so(operator):
    beat(timedelta(minutes=1))
    assert "Everything is fine" in verdict(operator)


def test_what_is_wrong_stands_there_with_since_when_and_what_to_do(operator):
    beat(timedelta(minutes=9))
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"))
    Table.objects.filter(pk=table.pk).update(quarantined_at=NOW - 2 * HOUR, quarantine_reason="x")
    mail(table, status=Delivery.Status.FAILED)
    mail(table, next_at=NOW - 3 * HOUR)
    MailOutage.objects.create(mailer="default", since=NOW - HOUR, next_at=NOW + HOUR, error="ConnectionRefusedError")
    said = verdict(operator)
    assert "5 Something is wrong" in said
    for words in (
        "No sweep is running, so no deadline is enforced. since",
        "Check that exactly one beat and a play worker are running.",
        "1 table is on hold. since",
        "The email server can’t be reached. since",
        "ConnectionRefusedError",
        "Messages are waiting to be sent. since",
        "1 email could not be sent. manage.py notifications list --status failed",
    ):
        assert words in said
    assert "Everything is fine" not in said


def test_the_day_is_shown_in_the_hours_of_its_reader(django_assert_max_num_queries):
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"))
    factories.play_to_end(table)
    moves = Move.objects.filter(table=table).exclude(via=Move.Via.START)
    first, second, third = moves.order_by("seq")[:3]
    moves.update(at=NOW - timedelta(days=3))
    Move.objects.filter(pk=first.pk).update(at=NOW - timedelta(minutes=1), via=Move.Via.PAGE)
    Move.objects.filter(pk=second.pk).update(at=NOW - HOUR, via=Move.Via.BOT)
    Move.objects.filter(pk=third.pk).update(at=NOW - HOUR, via=Move.Via.ORDER)
    Delivery.objects.all().delete()
    mail(table, status=Delivery.Status.SENT, sent_at=NOW)
    mail(table, status=Delivery.Status.SENT, sent_at=NOW, channel="hook:1")
    mail(table, status=Delivery.Status.QUEUED)
    Outage.objects.create(since=NOW - 2 * HOUR, until=NOW - HOUR, settled_at=NOW)
    Outage.objects.create(since=NOW - timedelta(days=9), until=NOW - timedelta(days=8), settled_at=NOW)
    with django_assert_max_num_queries(5):
        day = last_day(NOW)
    assert len(day.hours) == 24
    by_hour = {hour.astimezone(UTC): counts for hour, counts in day.moves.items()}
    full = datetime(NOW.year, NOW.month, NOW.day, NOW.hour, tzinfo=UTC)
    assert day.hours[-1] == (full if NOW.minute or NOW.second else NOW)
    assert sum(counts["people"] for counts in by_hour.values()) == 2
    assert sum(counts["others"] for counts in by_hour.values()) == 1
    assert [sum(counts[way] for counts in day.messages.values()) for way in ("mails", "others")] == [1, 1]
    assert [outage.since for outage in day.outages] == [NOW - 2 * HOUR]
    moves_chart, messages_chart = state.day_charts(day)
    assert [values for _place, values in moves_chart.rows if values != ["0", "0"]] in ([["1", "1"], ["1", "0"]], [["2", "1"]])
    assert len(messages_chart.rows) == 24


@pytest.mark.parametrize("zone", ["Asia/Kolkata", "America/St_Johns", "UTC"])
def test_zones_of_half_an_hour_have_their_own_hours(zone, time_machine):
    from zoneinfo import ZoneInfo

    from django.utils import timezone

    table = factories.running_table(factories.person("Anna"), factories.person("Ben"))
    factories.play_to_end(table)
    Move.objects.exclude(via=Move.Via.START).update(at=NOW - timedelta(minutes=5), via=Move.Via.PAGE)
    with timezone.override(ZoneInfo(zone)):
        day = last_day(NOW)
        assert set(day.moves) <= set(day.hours)
        assert sum(counts["people"] for counts in day.moves.values()) == Move.objects.exclude(via=Move.Via.START).count()
