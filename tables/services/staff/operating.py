"""Admin actions at a table. Each has a reason, appears in the table's log, and takes effect straight away.

No action shows the admin parts of a game that are hidden from others at the table.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from accounts import names
from accounts.models import User
from tables.errors import Code, NotPending, NotRunning, Refusal
from tables.models import Decision, Seat, SiteEvent, Table
from tables.selectors import sealed
from tables.selectors.archive.findings import Finding
from tables.selectors.staff import trouble
from tables.selectors.time import calendars
from tables.services import quarantine, site_events, texts
from tables.services.archive.verify import check_position, verify_table
from tables.services.changes import record_change
from tables.services.locking import guarded, lock
from tables.services.mail import notify
from tables.services.once import create_once
from tables.services.play import decisions, holding
from tables.services.play.advance import finish
from tables.services.play.ending import do_agreed, end
from tables.services.play.locked_table import LockedTable, open_game
from tables.services.seats import substitutes
from tables.services.site_events import Operator
from tables.services.time import agreeing, clocks, pausing

LONGEST_REASON = 200
MOST_HOURS = 30 * 24
Kind = SiteEvent.Kind


def extend(*, table_id: int, decision_id: int, hours: int, token: str = "", operator: Operator, now: datetime) -> Decision:
    """Add hours to the decision time of an open decision, repeatedly if needed. Return it with its new deadlines.

    ``token``: as in ``create_once``. Raises a Refusal: no_reason, bad_hours, not_pending (no clock runs for it), or those of a
    table not running.
    """
    if not 1 <= hours <= MOST_HOURS:
        raise Refusal(Code.BAD_HOURS, most=MOST_HOURS)
    content, make = (
        (table_id, decision_id, hours, operator.reason),
        partial(_extend, table_id, decision_id, hours, operator, now),
    )
    return create_once(Decision, user_id=operator.user_id, token=token, content=content, now=now, make=make)


def _extend(table_id: int, decision_id: int, hours: int, operator: Operator, now: datetime) -> Decision:
    with _acting(table_id, operator) as table:
        pausing.check_running(table)
        row = _with_clock(table, decision_id)
        clocks.extend(row, row.seat, calendars.calendar(table, row.holder_id), by=timedelta(hours=hours))
        row.claimed_until = None
        row.save(update_fields=[*clocks.MOMENTS, "extension_seconds", "claimed_until"])
        site_events.record(
            table=table,
            kind=Kind.EXTENDED,
            seat=row.seat,
            user_id=row.holder_id,
            facts={"seat": row.seat.index or 0, "hours": hours},
            operator=operator,
            now=now,
        )
        record_change(table)
    return row


def pause(*, table_id: int, token: str = "", operator: Operator, now: datetime) -> None:
    """Pause all clocks of a table. ``token``: as in ``create_once``.

    Raises a Refusal: no_reason, paused, or those of a table not running.
    """
    _act_once("pause", partial(pausing.pause, operator=operator, now=now), table_id, token, operator, now)


def resume(*, table_id: int, token: str = "", operator: Operator, now: datetime) -> None:
    """Resume the clocks of a table. ``token``: as in ``create_once``.

    Raises a Refusal: no_reason, not_paused, or those of a table not running.
    """
    _act_once("resume", partial(agreeing.resume, operator=operator, now=now), table_id, token, operator, now)


def put_steward(*, table_id: int, seat_id: int, token: str = "", operator: Operator, now: datetime) -> None:
    """Give a person's seat to the steward and open it to a substitute. The person is notified and can return.

    ``token``: as in ``create_once``. Raises a Refusal: no_reason, bot_plays, steward_there, or those of a table not running.
    """

    def act(locked: LockedTable, seat: Seat) -> None:
        if seat.steward_since:
            raise Refusal(Code.STEWARD_THERE)
        restarted = holding.give_to_steward(locked, seat, Kind.STEWARD, operator=operator)
        if not do_agreed(locked):
            decisions.wake(locked, restarted)

    _reseat_once(("steward",), act, table_id, seat_id, token, operator, now)


def open_seat(*, table_id: int, seat_id: int, token: str = "", operator: Operator, now: datetime) -> None:
    """Open a seat played by the steward to a substitute.

    ``token``: as in ``create_once``. Raises a Refusal: no_reason, bot_plays, event_table, person_plays, open_already, or those
    of a table not running.
    """

    def act(locked: LockedTable, seat: Seat) -> None:
        _check_no_event(locked.table)
        _check_steward(seat)
        if seat.opened_at:
            raise Refusal(Code.OPEN_ALREADY)
        seat.opened_at = now
        seat.save(update_fields=["opened_at"])
        kind = Kind.OPENED
        site_events.record(table=locked.table, kind=kind, seat=seat, user_id=seat.user_id, operator=operator, now=now)
        notify.notify_opened(seat=seat, now=now)

    _reseat_once(("open",), act, table_id, seat_id, token, operator, now)


def give_back(*, table_id: int, seat_id: int, token: str = "", operator: Operator, now: datetime) -> None:
    """Give a seat back from the steward to its holder, and notify them of their decisions.

    ``token``: as in ``create_once``. Raises a Refusal: no_reason, bot_plays, person_plays, unknown_person (there is no holder),
    or those of a table not running.
    """

    def act(locked: LockedTable, seat: Seat) -> None:
        _check_steward(seat)
        if seat.user is None:
            raise Refusal(Code.UNKNOWN_PERSON)
        restarted = holding.give_to_person(locked, seat, seat.user, Kind.RETURNED, operator=operator)
        holding.resume_orders(seat)
        finish(locked, _asked_again(restarted))

    _reseat_once(("back",), act, table_id, seat_id, token, operator, now)


def hand_over(*, table_id: int, seat_id: int, name: str, token: str = "", operator: Operator, now: datetime) -> User:
    """Give a seat from the steward to the person with this name, regardless of the table's conditions. Return that person.

    ``token``: as in ``create_once``. Raises a Refusal: no_reason, bot_plays, event_table, person_plays, unknown_person,
    sits_here, saw_hands, or those of a table not running.
    """

    def act(locked: LockedTable, seat: Seat) -> None:
        _check_no_event(locked.table)
        _check_steward(seat)
        user = _named(name)
        if any(other.user_id == user.pk for other in locked.seats.values()):
            raise Refusal(Code.SITS_HERE)
        if substitutes.has_seen_another_hand(seat, user):
            raise Refusal(Code.SAW_HANDS)
        finish(locked, holding.seat_substitute(locked, seat, user, operator=operator))

    _reseat_once(("hand", name), act, table_id, seat_id, token, operator, now)
    return _named(name)


def cancel(*, table_id: int, token: str = "", operator: Operator, now: datetime) -> None:
    """End a table without result, on hold or not. If the game had started, its secret becomes public.

    ``token``: as in ``create_once``. Raises a Refusal: no_reason, ended.
    """
    _act_once("cancel", partial(_cancel, operator=operator, now=now), table_id, token, operator, now)


def _cancel(table: Table, *, operator: Operator, now: datetime) -> None:
    if table.status == Table.Status.ENDED:
        raise NotRunning(Code.ENDED)
    table.quarantined_at, table.quarantine_reason = None, ""
    table.save(update_fields=["quarantined_at", "quarantine_reason"])
    site_events.record(table=table, kind=Kind.CANCELLED, operator=operator, now=now)
    seats = list(table.seats.all()) if table.started_at else []
    end(table, seats, ended_by=Table.EndedBy.CANCELLED, places={}, now=now)


def release(*, table_id: int, token: str = "", operator: Operator, now: datetime) -> None:
    """Resume a table that is on hold, if its record is valid and the game can continue.

    ``token``: as in ``create_once``. Raises a Refusal: no_reason, not_quarantined, does_not_hold.
    """
    _act_once("release", partial(_release, operator=operator, now=now), table_id, token, operator, now)


def _release(table: Table, *, operator: Operator, now: datetime) -> None:
    if table.quarantined_at is None:
        raise Refusal(Code.NOT_QUARANTINED)
    if not all(finding.ok for finding in recheck(table)):
        raise Refusal(Code.DOES_NOT_HOLD)
    quarantine.release(table_id=table.pk, operator=operator, now=now)


def recheck(table: Table) -> Sequence[Finding]:
    """Return all findings that decide whether a table can be resumed: those of its whole record and of its position."""
    unreadable = sealed.closed_places(table)
    sealing = [Finding("sealing", ok=False, count=len(unreadable), detail=", ".join(unreadable))] if unreadable else []
    record = [finding for finding in verify_table(table) if not (unreadable and finding.code == "sealing")]
    return [*sealing, *record, check_position(table)]


@contextmanager
def _acting(table_id: int, operator: Operator) -> Iterator[Table]:
    """Check the admin's reason, then yield the locked table in a transaction. Raises Refusal: no_reason, too_long,
    bad_character.
    """
    texts.reason(operator.reason, LONGEST_REASON)
    with transaction.atomic():
        yield lock(table_id)


def _act_once(name: str, act: Callable[[Table], object], table_id: int, token: str, operator: Operator, now: datetime) -> None:
    """Act on the locked table, unless the same form has already done so."""

    def make() -> Table:
        with _acting(table_id, operator) as table:
            act(table)
        return table

    create_once(Table, user_id=operator.user_id, token=token, content=(name, table_id, operator.reason), now=now, make=make)


def _reseat_once(
    content: tuple[str, ...],
    act: Callable[[LockedTable, Seat], None],
    table_id: int,
    seat_id: int,
    token: str,
    operator: Operator,
    now: datetime,
) -> None:
    """Act on a seat of a table's open game, unless the same form has already done so.

    Raises a Refusal: bot_plays, and those of ``act``.
    """

    def make() -> Seat:
        with _acting(table_id, operator) as table:
            locked = open_game(table, now)
            seat = locked.seat(seat_id)
            if seat.bot:
                raise Refusal(Code.BOT_PLAYS)
            act(locked, seat)
            record_change(locked.table)
        return seat

    with guarded(table_id, now):
        create_once(
            Seat,
            user_id=operator.user_id,
            token=token,
            content=(*content, table_id, seat_id, operator.reason),
            now=now,
            make=make,
        )


def _with_clock(table: Table, decision_id: int) -> Decision:
    row = table.decisions.open().filter(pk=decision_id).select_related("seat").first()
    if row is None or not trouble.has_clock(row):
        raise NotPending()
    row.seat.table = table
    return row


def _check_steward(seat: Seat) -> None:
    """Refuse to replace a playing person: the steward must take over first, which notifies the holder."""
    if seat.steward_since is None:
        raise Refusal(Code.PERSON_PLAYS)


def _check_no_event(table: Table) -> None:
    """Refuse substitutes at a table of an event, whose organiser replaces the player of all its rounds."""
    if table.event_id is not None:
        raise Refusal(Code.EVENT_TABLE)


def _asked_again(rows: list[Decision]) -> list[Decision]:
    """Increase the request count of these decisions, so that their holder is notified again. Return the decisions."""
    for row in rows:
        row.askings += 1
        row.save(update_fields=["askings"])
    return rows


def _named(name: str) -> User:
    user = User.objects.filter(name_key=names.folded(name), is_active=True).exclude(name_key="").first()
    if user is None:
        raise Refusal(Code.UNKNOWN_PERSON)
    return user
