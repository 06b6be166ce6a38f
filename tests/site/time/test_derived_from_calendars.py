"""Stored times that depend on a user's calendar: they change with the calendar.

The test plays the same game twice: with the calendar set at the start, and with the calendar changed at the end. All times in
all rows must match, so the test also covers new columns that depend on a calendar.
"""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import models, transaction
from django.urls import reverse

from accounts.models import User
from tables.clock import HOUR
from tables.models import Delivery, MailChoice, Notification, Webhook
from tables.services.channels import deliveries as channel_deliveries
from tables.services.mail import choices, deliveries, notify
from tables.services.time import calendars
from tests.site import factories
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOURS, DAY = timedelta(hours=1), timedelta(days=1)
SOON = NOW + timedelta(minutes=2)
Kind, Cadence, Channel = Notification.Kind, MailChoice.Cadence, MailChoice.Channel


def move(user, now):
    fields = {"display_name": "Anna", "language": "en", "time_zone": "Asia/Tokyo"}
    assert signed_in(user).post(reverse("accounts:profile"), fields).status_code == 302


def move_by_admin(user, now):
    chief = User.objects.create_superuser("chief@example.org", display_name="Chief")
    fields = {"email": user.email, "display_name": "Anna", "language": "en", "time_zone": "Asia/Tokyo", "is_active": "on"}
    response = signed_in(chief).post(reverse("admin:accounts_user_change", args=[user.pk]), fields)
    assert response.status_code == 302, response.context["adminform"].errors
    chief.delete()


def sleep(user, now):
    calendars.set_quiet_hours(user=user, quiet=(11 * HOUR, 23 * HOUR), now=now)


def sleep_elsewhere(user, now):
    sleep(user, now)
    move(user, now)


def go_away(user, now):
    calendars.announce_absence(user=user, starts_at=now, ends_at=now + 9 * DAY, now=now)


CHANGES = [move, move_by_admin, sleep, sleep_elsewhere, go_away]


def begin():
    anna = factories.person("Anna")
    # Her quiet hours delay immediate messages, both at noon in UTC and in the evening in Tokyo.
    calendars.set_quiet_hours(user=anna, quiet=(10 * HOUR, 22 * HOUR), now=NOW)
    choices.set_cadences(user_id=anna.pk, cadences={Kind.MENTION: Cadence.DIGEST, Kind.WEEKLY: Cadence.AT_ONCE}, now=NOW)
    Webhook.objects.create(owner=anna, kind="json", url="https://chat.example/x", secret="s", made_at=NOW)
    return anna


def play(anna):
    """Start a clock, and create notifications with immediate emails, emails for the digest, and messages by webhook."""
    seat = factories.seat_of(factories.running_table(anna, factories.person("Ben")), anna)
    row = Notification(recipient=anna, key="mention:1", kind=Kind.MENTION, table=seat.table, seat=seat, created_at=NOW)
    notify._write([row], NOW)


def settle(anna):
    """Let the workers try all due deliveries. Check that each is delayed, because the user does not want it yet."""
    for pk, channel in Delivery.objects.filter(status="queued", next_at__lte=SOON).values_list("pk", "channel"):
        (deliveries.deliver if channel == "email" else channel_deliveries.tell)(delivery_id=pk, now=SOON)
    held = Delivery.objects.filter(notification__recipient=anna)
    assert {(row.status, row.next_at > SOON) for row in held} == {("queued", True)}


def moments():
    """Return all times in the database, by model and column."""
    found = {}
    for model in apps.get_models():
        columns = [field.name for field in model._meta.concrete_fields if isinstance(field, models.DateTimeField)]
        for column in columns:
            values = model.objects.values_list(column, flat=True) if hasattr(model, "objects") else ()
            found[f"{model.__name__}.{column}"] = sorted(map(str, values))
    return found


def world(*acts):
    with transaction.atomic():
        anna = begin()
        for act in acts:
            act(anna)
        settle(anna)
        found = moments()
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("change", CHANGES)
def test_every_row_follows_a_calendar_that_changes(change, time_machine):
    time_machine.move_to(NOW, tick=False)

    def changed(anna):
        change(User.objects.get(pk=anna.pk), NOW)

    unchanged, from_the_start, later = world(play), world(changed, play), world(play, settle, changed)
    assert later == from_the_start
    assert {column for column in later if later[column] != unchanged[column]} >= {"Decision.due_at", "Decision.remind_at"}
    if change in {move, move_by_admin, sleep}:
        assert later["Delivery.next_at"] != unchanged["Delivery.next_at"]
    if change in {move, move_by_admin}:
        assert later["Rhythm.weekly_at"] != unchanged["Rhythm.weekly_at"]
