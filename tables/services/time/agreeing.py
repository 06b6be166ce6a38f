"""Joint decisions of all players of a table: more time for one decision, a pause, resuming, another pace.

All playing persons must consent; bots, stewards and people who left do not count. Consents are therefore counted again when the
players change. A consent to more time is valid for one opening of that decision. Any other consent is valid until the player
who gave it gets the next decision.
"""

import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from tables import paces
from tables.clock import Pace
from tables.errors import Code, NotPending, Refusal, StewardPlays
from tables.models import Agreement, Consent, Decision, Seat, SiteEvent, Table
from tables.selectors.time import calendars
from tables.services import site_events
from tables.services.changes import record_change
from tables.services.locking import lock
from tables.services.once import create_once
from tables.services.site_events import Operator
from tables.services.time import clocks, pausing, repacing

logger = logging.getLogger(__name__)

What = Consent.What
# Other topics come before a pause, because they are impossible during it.
_IN_ORDER = (What.RESUME, What.EXTEND, What.PACE, What.PAUSE)
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Topic:
    """Subject of a consent: for more time, the engine's seat and the decision's key; for another pace, that pace."""

    what: Consent.What
    seat: int | None = None
    key: str = ""
    pace: Pace | None = None


def consent(*, table_id: int, user: User, topic: Topic, token: str = "", now: datetime) -> bool:
    """Store a user's consent to a topic. If it was the last one needed, carry out the topic and return True.

    A consent to a pace replaces one to another pace. ``token``: as in ``create_once``. Raises a Refusal: not_seated,
    steward_plays, not_pending, extended, paused, not_paused, bad_pace, same_pace, or those of a table not running.
    """
    results: list[bool] = []
    make = partial(_consent, table_id, user, topic, now, results)
    create_once(Table, user_id=user.pk, token=token, content=(table_id, topic), now=now, make=make)
    if results:
        return results[-1]
    filters = {"decision_key": topic.key, "for_seat__index": topic.seat} if topic.what is What.EXTEND else {}
    stored = Consent.objects.filter(table=table_id, seat__user=user, what=topic.what, pace=_pace_text(topic), **filters)
    # If a form is sent again and the topic has no stored consents, the topic has been carried out.
    return not stored.exists()


def _check_event(table: Table, what: Consent.What) -> None:
    """Raise Refusal: event_table for what the rounds of an event do not allow: pauses and another pace."""
    if table.event_id is not None and what in (What.PAUSE, What.PACE):
        raise Refusal(Code.EVENT_TABLE)


def _consent(table_id: int, user: User, matter: Topic, now: datetime, results: list[bool]) -> Table:
    """Store a consent, and carry out the topic if it was the last one needed. Append to ``results`` whether it was. Return the
    table.
    """
    with transaction.atomic():
        table = lock(table_id)
        own_seat, subject = _own_seat(table, user), _subject(table, matter)
        _check_event(table, matter.what)
        _forget_passed(table)
        fields = {"at": now, "pace": _pace_text(matter)}
        Consent.objects.update_or_create(seat=own_seat, **_named(table, matter, subject), defaults=fields)
        if is_last := _all_agree(table, matter, subject):
            _carry_out(table, matter, subject, now)
        else:
            record_change(table)
    results.append(is_last)
    return table


def withdraw(*, table_id: int, user: User, topic: Topic) -> None:
    """Withdraw a consent. Raises the Refusals of ``consent``."""
    with transaction.atomic():
        table = lock(table_id)
        own_seat, subject = _own_seat(table, user), _subject(table, topic)
        consents = Consent.objects.filter(seat=own_seat, pace=_pace_text(topic), **_named(table, topic, subject))
        if consents.delete()[0]:
            record_change(table)


def resume(table: Table, *, now: datetime, operator: Operator | None = None) -> None:
    """Resume a table like ``pausing.resume``, and carry out the topics agreed during the pause. Raises Refusal: not_paused."""
    pausing.resume(table, operator=operator, now=now)
    count_again(table, now=now)


def resume_overdue(*, now: datetime, limit: int) -> int:
    """Resume tables that have reached the maximum length of a pause. Return their number."""
    overdue = Table.objects.at_play().filter(paused_at__lte=now - pausing.LONGEST)
    return sum(_resume_one(table_id, now) for table_id in overdue.values_list("pk", flat=True)[:limit])


def count_again(table: Table, *, now: datetime) -> None:
    """Carry out the topics that all players of a locked table have agreed to and that are possible now."""
    for topic in sorted(_asked_for(table), key=lambda topic: _IN_ORDER.index(topic.what)):
        with suppress(Refusal):
            subject = _subject(table, topic)
            if _all_agree(table, topic, subject):
                _carry_out(table, topic, subject, now)


def forget(seat_ids: Collection[int]) -> None:
    """Delete the consents of these seats and their agreements to end the game. Consents to more time remain."""
    if seat_ids:
        Consent.objects.filter(seat__in=seat_ids).exclude(what=What.EXTEND).delete()
        Agreement.objects.filter(seat__in=seat_ids).delete()


def extend(table: Table, row: Decision, *, now: datetime) -> None:
    """Extend an open decision of a locked table by its own time. Raises Refusal: extended."""
    row.seat.table = table
    extra_time = clocks.allowance_of(row, row.seat).own
    clocks.extend(row, row.seat, calendars.calendar(table, row.holder_id), by=extra_time)
    columns = {name: getattr(row, name) for name in (*clocks.MOMENTS, "extension_seconds")}
    # The condition prevents a second extension, even in a database without row locks.
    unextended = Decision.objects.open().filter(pk=row.pk, extension_seconds=0)
    if not unextended.update(**columns, claimed_until=None):
        raise Refusal(Code.EXTENDED)
    table.consents.filter(for_seat=row.seat, decision_key=row.key).delete()
    facts = {"seat": row.seat.index or 0, "hours": round(extra_time / HOUR)}
    kind = SiteEvent.Kind.EXTENDED
    site_events.record(table=table, kind=kind, seat=row.seat, user_id=row.holder_id, facts=facts, now=now)
    record_change(table)


def _own_seat(table: Table, user: User) -> Seat:
    pausing.check_running(table)
    seat = table.seats.filter(user=user, resigned_at=None).first()
    if seat is None:
        raise Refusal(Code.NOT_SEATED)
    if seat.steward_since:
        raise StewardPlays()
    return seat


def _subject(table: Table, topic: Topic) -> Decision | None:
    """Return the decision to be extended, if any. Raises a Refusal for a topic that is impossible now."""
    match topic.what:
        case What.PAUSE | What.PACE if table.practice:
            raise NotPending()
        case What.PAUSE | What.PACE if table.paused_at:
            raise Refusal(Code.PAUSED)
        case What.PACE if topic.pace is None or any(paces.faults(topic.pace)):
            raise Refusal(Code.BAD_PACE)
        case What.PACE if topic.pace == clocks.pace_of(table):
            raise Refusal(Code.SAME_PACE)
        case What.RESUME if not table.paused_at:
            raise Refusal(Code.NOT_PAUSED)
        case What.EXTEND:
            return _extensible(table, topic)
    return None


def _extensible(table: Table, topic: Topic) -> Decision:
    if table.paused_at:
        raise Refusal(Code.PAUSED)
    required = table.decisions.required().filter(seat__index=topic.seat, key=topic.key)
    # A queued turn is secret, so the time can be extended as long as a clock runs.
    row = required.filter(due_at__isnull=False).select_related("seat").first()
    if row is None:
        raise NotPending()
    if row.extension_seconds:
        raise Refusal(Code.EXTENDED)
    return row


def _named(table: Table, topic: Topic, subject: Decision | None) -> dict[str, Any]:
    seat, key = (subject.seat, subject.key) if subject else (None, "")
    return {"table": table, "what": topic.what, "for_seat": seat, "decision_key": key}


def _pace_text(topic: Topic) -> str:
    return paces.to_text(topic.pace) if topic.what is What.PACE and topic.pace is not None else ""


def _all_agree(table: Table, topic: Topic, subject: Decision | None) -> bool:
    consents = Consent.objects.filter(pace=_pace_text(topic), **_named(table, topic, subject))
    if subject is not None:
        consents = consents.filter(at__gte=subject.asked_at)
    agreed = set(consents.values_list("seat_id", flat=True))
    playing = set(table.seats.played_by_person().values_list("pk", flat=True))
    return bool(playing) and playing <= agreed


def _asked_for(table: Table) -> set[Topic]:
    columns = table.consents.values_list("what", "for_seat__index", "decision_key", "pace")
    return {Topic(What(kind), seat, key, paces.from_text(pace) if pace else None) for kind, seat, key, pace in columns}


def _resume_one(table_id: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            resume(lock(table_id), now=now)
    except (DatabaseError, Refusal) as error:
        logger.warning("table %s stays paused for now: %s", table_id, error)
        return False
    return True


def _forget_passed(table: Table) -> None:
    """Delete consents to more time for decisions that are closed."""
    is_open = Decision.objects.open().filter(seat=OuterRef("for_seat"), key=OuterRef("decision_key"))
    table.consents.filter(~Exists(is_open), what=What.EXTEND).delete()


def _carry_out(table: Table, topic: Topic, subject: Decision | None, now: datetime) -> None:
    if subject is not None:
        extend(table, subject, now=now)
    elif topic.pace is not None:
        repacing.change_pace(table, topic.pace, now=now)
    elif topic.what is What.PAUSE:
        pausing.pause(table, now=now)
    else:
        resume(table, now=now)
