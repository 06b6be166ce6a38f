"""Clocks of a table page: running and paused clocks, and proposals to all players."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import TypedDict
from weakref import proxy

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from engines.contract import Pending, When
from tables import clock, paces
from tables.clock import Calendar, Rest
from tables.models import Consent, Seat
from tables.pages.viewed import ViewedTable
from tables.present.time import clocks as words
from tables.present.time.paces import span, words_of
from tables.selectors.play import waiting
from tables.selectors.time import calendars
from tables.selectors.time import clocks as selector
from tables.selectors.time.clocks import Clock, GivenConsent

What = Consent.What
# Minimum length of a pause shown.
WORTH_TELLING = timedelta(minutes=1)


@dataclass(frozen=True)
class OwnClock:
    """Viewer's clock for one decision: end and reason of its pause, the time paused so far, and the time bank, in words."""

    clock: Clock
    rests_until: datetime | None = None
    why: str = ""
    rested: str = ""
    longest_rest: str = ""
    bank: str = ""


@dataclass(frozen=True)
class Proposal:
    """Proposal to all players: its kind, the seat and decision it concerns, and the players who have agreed or not.

    ``given`` has each player who has agreed, with the time. ``extended`` is True if the decision has already had more time.
    ``pace`` is a proposed pace as ``tables.paces`` writes it. ``length`` is the extra time or the pace in words.
    """

    what: str
    seat: int | None = None
    key: str = ""
    name: str = ""
    question: str = ""
    length: str = ""
    extended: bool = False
    pace: str = ""
    agreed: str = ""
    consent_times: Sequence[tuple[str, datetime]] = ()
    missing: str = ""
    is_mine: bool = False


class _Sides(TypedDict):
    """Fields of a proposal with the players who agree and those who have not yet."""

    agreed: str
    consent_times: Sequence[tuple[str, datetime]]
    missing: str
    is_mine: bool


class ClockFace:
    """Clocks of one page. Calendars are read only for decisions with a deadline."""

    def __init__(self, page: ViewedTable) -> None:
        # A circular reference would keep both objects in memory until the garbage collector runs.
        self.page: ViewedTable = proxy(page)

    @cached_property
    def clocks(self) -> Mapping[tuple[int, str], Clock]:
        """Clocks of all open decisions, by (id of the seat, key)."""
        waits = waiting.waits([self.page.table]) if self.page.running else {}
        return {(wait.seat_id, wait.key): wait.clock for wait in waits.get(self.page.table.pk, ())}

    def of(self, pending: Pending) -> Clock:
        """Return the clock of one decision."""
        return self.clocks.get((self.page.seats[pending.seat].pk, pending.key), Clock())

    def rest(self, pending: Pending) -> Rest | None:
        """Return the pause in which a clock is now, or None."""
        clock = self.of(pending)
        return clock.rest(self._calendar(pending), self.page.now) if clock.due_at else None

    def own(self, pending: Pending) -> OwnClock:
        """Return the clock of one decision with details that only its player may see."""
        seat_clock, rest, now = self.of(pending), self.rest(pending), self.page.now
        if seat_clock.due_at is None:
            return OwnClock(seat_clock)
        rested = seat_clock.rested_by(self._calendar(pending), now)
        bank = timedelta(seconds=self.page.seats[pending.seat].bank_seconds)
        return OwnClock(
            clock=seat_clock,
            rests_until=rest.end if rest else None,
            why=words.why_words(rest.why) if rest else "",
            rested=words.length(rested, now) if rested >= WORTH_TELLING else "",
            longest_rest=span(clock.LONGEST_REST // timedelta(minutes=1)),
            bank=words.length(bank, now) if seat_clock.bank_at else "",
        )

    @property
    def proposals(self) -> Sequence[Proposal]:
        """Proposals that are possible now."""
        if self.page.table.paused_at:
            return [self._pausing(What.RESUME)]
        pending = [one for one in self.page.pending if one.when is not When.MAY and self.of(one).due_at]
        proposed_paces = dict.fromkeys(consent.pace for consent in self._consents if consent.what == What.PACE)
        # Rounds of an event end on time, so its tables have no pauses.
        pauses = [self._pausing(What.PAUSE)] if self.page.table.event_id is None else []
        return [*map(self._more_time, pending), *pauses, *map(self._other_pace, proposed_paces)]

    @property
    def is_decided_by_me(self) -> bool:
        """True if the viewer has a vote."""
        return self.page.me in self._playing

    @cached_property
    def _consents(self) -> Sequence[GivenConsent]:
        return selector.consents(self.page.table) if self.page.lying.consents else ()

    @cached_property
    def _playing(self) -> Sequence[Seat]:
        """Seats with a vote: those that a person plays. Bots, stewards and people who have left have none."""
        return [seat for seat in self.page.seats if seat.is_played_by_person]

    @cached_property
    def _calendars(self) -> Mapping[int, Calendar]:
        user_ids = [self.page.seats[one.seat].user_id for one in self.page.pending if self.of(one).due_at]
        return calendars.calendars(self.page.table, user_ids)

    def _calendar(self, pending: Pending) -> Calendar:
        return self._calendars.get(self.page.seats[pending.seat].user_id or 0, clock.ALWAYS)

    def _more_time(self, pending: Pending) -> Proposal:
        table, clock = self.page.table, self.of(pending)
        return Proposal(
            what=What.EXTEND,
            seat=pending.seat,
            key=pending.key,
            name=self.page.players[pending.seat].name,
            question=self.page.presenter.words.question_words(pending.kind),
            length=span(table.reply_minutes if pending.reply else table.decision_minutes),
            extended=clock.extended,
            **self._sides(self._agreed(pending, clock)),
        )

    def _pausing(self, what: Consent.What) -> Proposal:
        return Proposal(what=what, **self._sides(consent for consent in self._consents if consent.what == what))

    def _other_pace(self, text: str) -> Proposal:
        sides = self._sides(consent for consent in self._consents if consent.pace == text)
        return Proposal(what=What.PACE, pace=text, length=words_of(paces.from_text(text)), **sides)

    def _agreed(self, pending: Pending, clock: Clock) -> Iterable[GivenConsent]:
        """Return the consents to more time for a decision, given since it was opened."""
        name, since = (self.page.seats[pending.seat].pk, pending.key), clock.asked_at
        matching = [consent for consent in self._consents if (consent.for_seat_id, consent.key) == name]
        return [consent for consent in matching if since is not None and consent.at >= since]

    def _sides(self, consents: Iterable[GivenConsent]) -> _Sides:
        since = {consent.seat_id: consent.at for consent in consents}
        consent_times = [(self._name(seat), since[seat.pk]) for seat in self._playing if seat.pk in since]
        agreed = get_text_list([name for name, _since in consent_times], _("and"))
        missing = get_text_list([self._name(seat) for seat in self._playing if seat.pk not in since], _("and"))
        is_mine = self.page.me is not None and self.page.me.pk in since
        return {"agreed": agreed, "consent_times": consent_times, "missing": missing, "is_mine": is_mine}

    def _name(self, seat: Seat) -> str:
        return self.page.players[seat.index or 0].name
