"""The clocks of a table as its page shows them, and who agrees to change them."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from django.db.models import F, FilteredRelation, Q

from tables import clock
from tables.clock import Calendar, Rest
from tables.models import Consent, Table

What = Consent.What
_CONSENTS = ("seat_id", "key", "asked_at", "given__seat_id", "given__what", "given__at")
_MOMENTS = ("over_at", "bank_at", "due_at", "counted_at", "rested_seconds", "extension_seconds")


@dataclass(frozen=True)
class Clock:
    """When own time is over, when the reserve begins to pay (None: there is none), when all is over (None: no clock runs).

    At ``counted_at`` it had stood still for ``rested``. ``extended``: more time was given, which happens once. ``agreed``: ids
    of the seats that agree to more time.
    """

    over_at: datetime | None = None
    bank_at: datetime | None = None
    due_at: datetime | None = None
    counted_at: datetime | None = None
    rested: timedelta = clock.ZERO
    extended: bool = False
    agreed: frozenset[int] = frozenset()

    @property
    def has_grace(self) -> bool:
        """Whether there is a time between its own and the end that costs nothing."""
        return self.over_at != (self.bank_at or self.due_at)

    def rest(self, calendar: Calendar, now: datetime) -> Rest | None:
        """Why and until when it stands still now; None if it runs, or there is none."""
        if self.due_at is None or self.due_at <= now:
            return None
        return clock.rest_at(calendar, now, rested=self.rested_by(calendar, now))

    def rested_by(self, calendar: Calendar, now: datetime) -> timedelta:
        """How long it has stood still by now."""
        if self.counted_at is None or now <= self.counted_at:
            return self.rested
        ran = clock.running_time(calendar, self.counted_at, now, rested=self.rested)
        return self.rested + (now - self.counted_at) - ran


@dataclass(frozen=True)
class Clocks:
    """The clocks of a table by (id of the seat, key), and the ids of the seats that agree to a pause, or to going on."""

    of: dict[tuple[int, str], Clock] = field(default_factory=dict)
    pausing: set[int] = field(default_factory=set)


def clocks(table: Table) -> Clocks:
    """The clocks of everything that is asked at a table, with all consents, in one query."""
    to_more_time = Q(table__consents__for_seat=F("seat"), table__consents__decision_key=F("key"))
    wanted = to_more_time | Q(table__consents__for_seat=None)
    rows = table.decisions.filter(closed_at=None).annotate(given=FilteredRelation("table__consents", condition=wanted))
    found = Clocks()
    for seat_id, key, asked_at, by, what, at, *moments in rows.values_list(*_CONSENTS, *_MOMENTS):
        known = found.of.get((seat_id, key)) or _clock(*moments)
        # A consent to an earlier asking is worth nothing.
        is_to_this = what == What.EXTEND and at >= asked_at
        found.of[seat_id, key] = replace(known, agreed=known.agreed | {by}) if is_to_this else known
        if what in (What.PAUSE, What.RESUME):
            found.pausing.add(by)
    return found


def _clock(
    over_at: datetime | None,
    bank_at: datetime | None,
    due_at: datetime | None,
    counted_at: datetime | None,
    rested_seconds: int,
    extension_seconds: int,
) -> Clock:
    has_bank = bank_at != due_at
    rested, is_extended = timedelta(seconds=rested_seconds), extension_seconds > 0
    return Clock(over_at, bank_at if has_bank else None, due_at, counted_at, rested, is_extended)
