"""Times of a user's emails: pure arithmetic over their settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from tables import clock
from tables.models import MailChoice, Notification, Rhythm

Cadence = MailChoice.Cadence
Kind = Notification.Kind
KINDS = frozenset(Kind) - {Kind.WEEKLY}
DIGEST_HOUR = 8
SUNDAY = 6


@dataclass(frozen=True)
class MailPreferences:
    """Email settings of one person; the defaults apply without any choice.

    ``quiet`` are minutes of the local day as in tables.clock. ``pause``: the reason for sending no emails at all, or None.
    ``weekly_day``: the weekday of the weekly email about all their games, 0 for Monday; None without one.
    """

    zone: tzinfo = UTC
    cadences: Mapping[Kind, Cadence] = field(default_factory=dict)
    quiet: tuple[int, int] | None = None
    digest_hour: int = DIGEST_HOUR
    quiet_while_here: bool = False
    returned_at: datetime | None = None
    pause: Rhythm.Pause | None = None
    weekly_day: int | None = None

    def cadence(self, kind: Kind) -> Cadence:
        """Return the frequency of a kind of email; the weekly email has its own schedule, so it is immediate or off."""
        if kind is Kind.WEEKLY:
            return Cadence.NEVER if self.weekly_day is None else Cadence.AT_ONCE
        return self.cadences.get(kind, Cadence.AT_ONCE)

    def kinds(self, cadence: Cadence) -> frozenset[Kind]:
        """Return the kinds with this frequency, among those about events."""
        return frozenset(kind for kind in KINDS if self.cadence(kind) == cadence)


def sendable_at(preferences: MailPreferences, kind: Kind, *, event_at: datetime, now: datetime) -> datetime:
    """Return the first moment from ``now`` on for an email of this kind about an event at ``event_at``."""
    if preferences.cadence(kind) == Cadence.DIGEST:
        return after_quiet(preferences, max(now, next_digest(preferences, event_at)))
    return after_quiet(preferences, now)


def next_digest(preferences: MailPreferences, moment: datetime) -> datetime:
    """Return the time of the first daily digest after a moment, at the same local hour all year."""
    day = moment.astimezone(preferences.zone).date()
    while (digest := _at_hour(preferences, day)) <= moment:
        day += timedelta(days=1)
    return digest


def last_digest(preferences: MailPreferences, now: datetime) -> datetime:
    """Return the time of the latest daily digest, sent or not."""
    day = now.astimezone(preferences.zone).date()
    while (digest := _at_hour(preferences, day)) > now:
        day -= timedelta(days=1)
    return digest


def next_weekly(preferences: MailPreferences, moment: datetime) -> datetime | None:
    """Return the time of the first weekly email after a moment, at the hour of the daily digest; None if it is off."""
    if preferences.weekly_day is None:
        return None
    day = moment.astimezone(preferences.zone).date()
    while day.weekday() != preferences.weekly_day or _at_hour(preferences, day) <= moment:
        day += timedelta(days=1)
    return _at_hour(preferences, day)


def after_quiet(preferences: MailPreferences, moment: datetime) -> datetime:
    """Return the moment itself, or the end of the quiet hours around it."""
    quiet_time = clock.rest_at(clock.Calendar(preferences.zone, preferences.quiet), moment) if preferences.quiet else None
    return quiet_time.end if quiet_time else moment


def _at_hour(preferences: MailPreferences, day: date) -> datetime:
    return datetime.combine(day, time(preferences.digest_hour), preferences.zone).astimezone(UTC)
