"""Notifications about events, and emails to their people for news without a table."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.addresses import without_addresses
from accounts.models import User
from tables.mail import times, words
from tables.models import Entry, Event, EventRound, Notification, Seat, Table
from tables.selectors.clubs import clubs
from tables.services.mail import notify, plain

# Times before the end of a round at which its players are warned, the longest first.
WARNINGS = (timedelta(days=2), timedelta(days=1))
Kind = Notification.Kind


def warn(*, event_id: int, now: datetime) -> bool:
    """Warn the players of running tables before their round ends. Return whether there were new warnings."""
    written = 0
    with transaction.atomic():
        for row in EventRound.objects.filter(event=event_id, ended_at=None, ends_at__gt=now):
            due = [before for before in WARNINGS if now >= row.ends_at - before]
            if due:
                seats = Seat.objects.played_by_person().filter(
                    table__event_table__round=row, table__status=Table.Status.RUNNING
                )
                # One key for each date of the end, so that a prolonged round warns again.
                key = f"round_ends:{row.pk}:{len(due)}:{row.ends_at:%Y%m%d}"
                written += notify.notify_event(Kind.ROUND_ENDS, row.event, key, _with_tables(seats), now=now)
    return written > 0


def round_over(*, event: Event, row: EventRound, now: datetime) -> None:
    """Notify the players of a round of its end."""
    seats = Seat.objects.with_person().filter(table__event_table__round=row)
    notify.notify_event(Kind.EVENT, event, f"round:{row.pk}", _with_tables(seats), now=now)


def over(*, event: Event, now: datetime) -> None:
    """Notify all players of an event of its end."""
    seats = Seat.objects.with_person().filter(table__event=event).order_by("-table_id")
    notify.notify_event(Kind.EVENT, event, _over_key(event), _with_tables(seats), now=now)


def cancelled(*, event: Event, reason: str, now: datetime) -> None:
    """Write to everybody who has signed up that the event does not take place. Without a reason there were too few players."""
    for user in _people(event.entries.filter(left_at=None)):
        with translation.override(user.language):
            params = {"event": words.event_label(event), "reason": without_addresses(reason)}
            why = (
                _("The organiser has cancelled the event “%(event)s” before its start. The reason: %(reason)s")
                if reason
                else _("The event “%(event)s” does not take place, because too few players signed up.")
            )
            _write(user, event, _("Event cancelled: %(event)s") % params, [why % params], now)


def next_season(*, last: Event, event: Event, now: datetime) -> None:
    """Invite everybody who finished the last season, and may still enter, to the next one.

    The email about the end of the last season invites its readers already, so they get no second one.
    """
    invited = Notification.objects.filter(event=last, key=_over_key(last)).values("recipient")
    people = _people(last.entries.filter(left_at=None).exclude(user__in=invited))
    members = {user.pk for user in clubs.may_come(people, event.club_id)}
    for user in people:
        if user.pk not in members:
            continue
        with translation.override(user.language):
            params = {"event": words.event_label(event), "until": times.absolute(event.closes_at, user.tz)}
            lines = [
                _("The next season of “%(event)s” is open for signing up until %(until)s.") % params,
                _("It starts by itself with everybody who has signed up by then. Sign up here:"),
            ]
            _write(user, event, _("Next season: %(event)s") % params, lines, now)


def replaced(*, event: Event, gone: User | None, new: User, reason: str, now: datetime) -> None:
    """Write to both people that one plays on in the other's place. ``gone`` is None for a deleted account."""
    if gone is not None:
        with translation.override(gone.language):
            params = {"event": words.event_label(event), "reason": without_addresses(reason)}
            line = _("The organiser has given your place in the event “%(event)s” to another player. The reason: %(reason)s")
            _write(gone, event, _("You have been replaced: %(event)s") % params, [line % params], now)
    with translation.override(new.language):
        params = {"event": words.event_label(event)}
        lines = [
            _("You now play in the event “%(event)s”. The organiser has given you the place of a player who left.") % params,
            _("The results so far stay with the place. If you don’t want to play, withdraw on the event’s page:"),
        ]
        _write(new, event, _("You play in an event: %(event)s") % params, lines, now)


def _with_tables(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return seats with their tables, without the positions and secrets of these."""
    return seats.select_related("table").defer(*(f"table__{name}" for name in ("state", "secret", "roots", "outcome")))


def _over_key(event: Event) -> str:
    return f"event:{event.pk}"


def _people(entries: QuerySet[Entry]) -> Sequence[User]:
    return [entry.user for entry in entries.select_related("user__rhythm").order_by("pk") if entry.user is not None]


def _write(to: User, event: Event, subject: str, lines: Sequence[str], now: datetime) -> None:
    site: str = settings.SITE_URL
    settings_line = _("Email settings:") + "\n" + site + reverse("mail:choices")
    plain.send(Kind.EVENT, to=to, subject=subject, lines=[*lines, site + event.get_absolute_url(), settings_line], now=now)
