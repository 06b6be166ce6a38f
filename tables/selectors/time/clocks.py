"""Public data of clocks, and the consents to change one."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Protocol

from django.db.models import F, QuerySet
from django.db.models.lookups import IsNull

from config.database import statements
from tables import clock
from tables.clock import Calendar, Rest
from tables.models import Consent, Table

# Order of rows by the end of their own time. Rows without a clock come last.
FIRST_DUE = (IsNull(F("due_at"), True), F("over_at").asc(nulls_last=True), "due_at")
MOMENTS = ("over_at", "bank_at", "due_at", "counted_at", "rested_seconds", "extension_seconds", "asked_at")


class GivenConsent(NamedTuple):
    """Consent: the id of its seat, its subject, the decision that gets more time, its time, and the proposed pace."""

    seat_id: int
    what: str
    for_seat_id: int | None
    key: str
    at: datetime
    pace: str = ""


class Timed(Protocol):
    """Row or clock with the end of the decision time, the start of the time bank, and the deadline."""

    @property
    def over_at(self) -> datetime | None: ...
    @property
    def bank_at(self) -> datetime | None: ...
    @property
    def due_at(self) -> datetime | None: ...


def own_end(timed: Timed) -> datetime | None:
    """Return the end of a decision's own time, before grace period and time bank; None if no clock runs."""
    return timed.due_at and min(timed.over_at or timed.due_at, timed.due_at)


@dataclass(frozen=True)
class Clock:
    """End of own time, start of the time bank (None: there is none), and deadline (None: no clock runs).

    From ``asked_at`` to ``counted_at`` the clock was paused for ``rested``. ``extended``: the decision has already got more
    time, which is possible once.
    """

    over_at: datetime | None = None
    bank_at: datetime | None = None
    due_at: datetime | None = None
    counted_at: datetime | None = None
    rested: timedelta = clock.ZERO
    extended: bool = False
    asked_at: datetime | None = None

    @property
    def has_grace(self) -> bool:
        """True if there is a grace period between the decision time and the time bank or deadline."""
        return self.over_at != (self.bank_at or self.due_at)

    def rest(self, calendar: Calendar, now: datetime) -> Rest | None:
        """Return the clock's current pause, with its reason and end; None if it runs or does not exist."""
        if self.due_at is None or self.due_at <= now:
            return None
        return clock.rest_at(calendar, now, rested=self.rested_by(calendar, now))

    def rested_by(self, calendar: Calendar, now: datetime) -> timedelta:
        """Return the time for which the clock has been paused so far."""
        if self.counted_at is None or now <= self.counted_at:
            return self.rested
        ran = clock.running_time(calendar, self.counted_at, now, rested=self.rested)
        return self.rested + (now - self.counted_at) - ran


def consents(table: Table) -> list[GivenConsent]:
    """Return the players' consents so far."""
    return [GivenConsent(*row) for row in _consents(table.pk)]


@statements.read
def _consents(table: int) -> QuerySet[Consent, Any]:
    return Consent.objects.filter(table=table).values_list("seat_id", "what", "for_seat_id", "decision_key", "at", "pace")


def read_clock(
    over_at: datetime | None,
    bank_at: datetime | None,
    due_at: datetime | None,
    counted_at: datetime | None,
    rested_seconds: int,
    extension_seconds: int,
    asked_at: datetime,
) -> Clock:
    """Return a clock from the columns ``MOMENTS`` of its row."""
    has_bank = bank_at != due_at
    rested, is_extended = timedelta(seconds=rested_seconds), extension_seconds > 0
    return Clock(over_at, bank_at if has_bank else None, due_at, counted_at, rested, is_extended, asked_at)
