"""When somebody wants to be written to: pure arithmetic over what they chose."""

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
    """What one person chose; the defaults are those of somebody who chose nothing.

    ``quiet`` are minutes of the local day as in tables.clock. ``pause``: why they get no mail at all, empty if they do.
    ``weekly_day``: the weekday of the letter about all their games, 0 for Monday; None without one.
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
        """How often mails of a kind are wanted; the weekly letter, which comes by itself, at once or never."""
        if kind is Kind.WEEKLY:
            return Cadence.NEVER if self.weekly_day is None else Cadence.AT_ONCE
        return self.cadences.get(kind, Cadence.AT_ONCE)

    def kinds(self, cadence: Cadence) -> frozenset[Kind]:
        """The kinds wanted so often, of those that tell what happened."""
        return frozenset(kind for kind in KINDS if self.cadence(kind) == cadence)


def sendable_at(preferences: MailPreferences, kind: Kind, *, told_at: datetime, now: datetime) -> datetime:
    """The first moment from ``now`` on at which a mail of this kind may go out, about something that happened ``told_at``."""
    if preferences.cadence(kind) == Cadence.DIGEST:
        return after_quiet(preferences, max(now, next_digest(preferences, told_at)))
    return after_quiet(preferences, now)


def next_digest(preferences: MailPreferences, moment: datetime) -> datetime:
    """When the first daily digest after a moment goes out, at the same local hour all year."""
    day = moment.astimezone(preferences.zone).date()
    while (digest := _at_hour(preferences, day)) <= moment:
        day += timedelta(days=1)
    return digest


def last_digest(preferences: MailPreferences, now: datetime) -> datetime:
    """When the newest daily digest went out or should have."""
    day = now.astimezone(preferences.zone).date()
    while (digest := _at_hour(preferences, day)) > now:
        day -= timedelta(days=1)
    return digest


def next_weekly(preferences: MailPreferences, moment: datetime) -> datetime | None:
    """When the first weekly letter after a moment goes out, at the hour of the daily digest; None if none is wanted."""
    if preferences.weekly_day is None:
        return None
    day = moment.astimezone(preferences.zone).date()
    while day.weekday() != preferences.weekly_day or _at_hour(preferences, day) <= moment:
        day += timedelta(days=1)
    return _at_hour(preferences, day)


def after_quiet(preferences: MailPreferences, moment: datetime) -> datetime:
    """The moment itself, or the end of the quiet hours it falls into."""
    rest = clock.rest_at(clock.Calendar(preferences.zone, preferences.quiet), moment) if preferences.quiet else None
    return rest.end if rest else moment


def _at_hour(preferences: MailPreferences, day: date) -> datetime:
    return datetime.combine(day, time(preferences.digest_hour), preferences.zone).astimezone(UTC)
