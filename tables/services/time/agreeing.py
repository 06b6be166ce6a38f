"""What all who play at a table decide together: more time for one decision, a pause, going on, another pace.

Everybody who plays consents; bots and stewards have nothing against anything, and people who left have no say. So consents are
counted again whenever others play than before. A consent to more time holds for one asking of that decision, any other until
its giver is asked the next decision.
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
from tables.services.once import once
from tables.services.site_events import Operator
from tables.services.time import clocks, pausing, repacing

logger = logging.getLogger(__name__)

What = Consent.What
# Before a pause, at which nothing else is possible.
_IN_ORDER = (What.RESUME, What.EXTEND, What.PACE, What.PAUSE)
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Matter:
    """What is agreed to: for more time the engine's seat and the key of the decision, for another pace that pace."""

    what: Consent.What
    seat: int | None = None
    key: str = ""
    pace: Pace | None = None


def consent(*, table_id: int, user: User, matter: Matter, token: str = "", now: datetime) -> bool:
    """Agree to something; True if that was the last consent needed, and it is done.

    Whoever agrees to a pace no longer agrees to another one. ``token``: as in ``once``.
    Raises a Refusal: not_seated, steward_plays, not_pending, extended, paused, not_paused, bad_pace, same_pace, or those of a
    table not running.
    """
    done: list[bool] = []
    make = partial(_consent, table_id, user, matter, now, done)
    once(Table, user_id=user.pk, token=token, said=(table_id, matter), now=now, make=make)
    if done:
        return done[-1]
    about = {"decision_key": matter.key, "for_seat__index": matter.seat} if matter.what is What.EXTEND else {}
    waits = Consent.objects.filter(table=table_id, seat__user=user, what=matter.what, pace=_pace_text(matter), **about)
    # Sent before: what all have agreed to is done, and nobody's consent to it is left.
    return not waits.exists()


def _consent(table_id: int, user: User, matter: Matter, now: datetime, done: list[bool]) -> Table:
    """Adds to ``done`` whether it was the last consent needed."""
    with transaction.atomic():
        table = lock(table_id)
        mine, subject = _own_seat(table, user), _subject(table, matter)
        _forget_passed(table)
        given = {"at": now, "pace": _pace_text(matter)}
        Consent.objects.update_or_create(seat=mine, **_named(table, matter, subject), defaults=given)
        if is_last := _all_agree(table, matter, subject):
            _carry_out(table, matter, subject, now)
        else:
            record_change(table)
    done.append(is_last)
    return table


def withdraw(*, table_id: int, user: User, matter: Matter) -> None:
    """Take a consent back. Raises a Refusal as ``consent``."""
    with transaction.atomic():
        table = lock(table_id)
        mine, subject = _own_seat(table, user), _subject(table, matter)
        own = Consent.objects.filter(seat=mine, pace=_pace_text(matter), **_named(table, matter, subject))
        if own.delete()[0]:
            record_change(table)


def resume(table: Table, *, now: datetime, operator: Operator | None = None) -> None:
    """As ``pausing.resume``; what all agreed to during the pause is done. Raises Refusal: not_paused."""
    pausing.resume(table, operator=operator, now=now)
    count_again(table, now=now)


def resume_overdue(*, now: datetime, limit: int) -> int:
    """Resume tables that have been paused for as long as a pause may last. Returns how many."""
    overdue = Table.objects.at_play().filter(paused_at__lte=now - pausing.LONGEST)
    return sum(_resume_one(table_id, now) for table_id in overdue.values_list("pk", flat=True)[:limit])


def count_again(table: Table, *, now: datetime) -> None:
    """Do what all who play at a locked table have agreed to by now, as far as it is possible at this moment."""
    for matter in sorted(_asked_for(table), key=lambda matter: _IN_ORDER.index(matter.what)):
        with suppress(Refusal):
            subject = _subject(table, matter)
            if _all_agree(table, matter, subject):
                _carry_out(table, matter, subject, now)


def forget(seat_ids: Collection[int]) -> None:
    """Drop the consents of seats that are asked their next decision, other than those to more time, and to end the game."""
    if seat_ids:
        Consent.objects.filter(seat__in=seat_ids).exclude(what=What.EXTEND).delete()
        Agreement.objects.filter(seat__in=seat_ids).delete()


def extend(table: Table, row: Decision, *, now: datetime) -> None:
    """Add the own time of an open decision of a locked table once more. Raises Refusal: extended."""
    row.seat.table = table
    by = clocks.given(row, row.seat).own
    clocks.extend(row, row.seat, calendars.calendar(table, row.holder_id), by=by)
    columns = {name: getattr(row, name) for name in (*clocks.MOMENTS, "extension_seconds")}
    # Nothing is given twice, whatever the database knows of locks.
    unextended = Decision.objects.open().filter(pk=row.pk, extension_seconds=0)
    if not unextended.update(**columns, claimed_until=None):
        raise Refusal(Code.EXTENDED)
    table.consents.filter(for_seat=row.seat, decision_key=row.key).delete()
    facts = {"seat": row.seat.index or 0, "hours": round(by / HOUR)}
    kind = SiteEvent.Kind.EXTENDED
    site_events.record(table=table, kind=kind, seat=row.seat, user_id=row.holder_id, facts=facts, now=now)
    record_change(table)


def _own_seat(table: Table, user: User) -> Seat:
    pausing.check_running(table)
    mine = table.seats.filter(user=user, resigned_at=None).first()
    if mine is None:
        raise Refusal(Code.NOT_SEATED)
    if mine.steward_since:
        raise StewardPlays()
    return mine


def _subject(table: Table, matter: Matter) -> Decision | None:
    """The decision more time is for; raises the refusal of what cannot be agreed to now."""
    match matter.what:
        case What.PAUSE | What.PACE if table.practice:
            raise NotPending()
        case What.PAUSE | What.PACE if table.paused_at:
            raise Refusal(Code.PAUSED)
        case What.PACE if matter.pace is None or any(paces.faults(matter.pace)):
            raise Refusal(Code.BAD_PACE)
        case What.PACE if matter.pace == clocks.pace_of(table):
            raise Refusal(Code.SAME_PACE)
        case What.RESUME if not table.paused_at:
            raise Refusal(Code.NOT_PAUSED)
        case What.EXTEND:
            return _extensible(table, matter)
    return None


def _extensible(table: Table, matter: Matter) -> Decision:
    if table.paused_at:
        raise Refusal(Code.PAUSED)
    required = table.decisions.required().filter(seat__index=matter.seat, key=matter.key)
    # Whether somebody filed an answer ahead is their secret: as long as a clock runs there can be more of it.
    row = required.filter(due_at__isnull=False).select_related("seat").first()
    if row is None:
        raise NotPending()
    if row.extension_seconds:
        raise Refusal(Code.EXTENDED)
    return row


def _named(table: Table, matter: Matter, subject: Decision | None) -> dict[str, Any]:
    seat, key = (subject.seat, subject.key) if subject else (None, "")
    return {"table": table, "what": matter.what, "for_seat": seat, "decision_key": key}


def _pace_text(matter: Matter) -> str:
    return paces.to_text(matter.pace) if matter.what is What.PACE and matter.pace is not None else ""


def _all_agree(table: Table, matter: Matter, subject: Decision | None) -> bool:
    consents = Consent.objects.filter(pace=_pace_text(matter), **_named(table, matter, subject))
    if subject is not None:
        consents = consents.filter(at__gte=subject.asked_at)
    agreed = set(consents.values_list("seat_id", flat=True))
    playing = set(table.seats.played_by_person().values_list("pk", flat=True))
    return bool(playing) and playing <= agreed


def _asked_for(table: Table) -> set[Matter]:
    columns = table.consents.values_list("what", "for_seat__index", "decision_key", "pace")
    return {Matter(What(what), seat, key, paces.from_text(pace) if pace else None) for what, seat, key, pace in columns}


def _resume_one(table_id: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            resume(lock(table_id), now=now)
    except (DatabaseError, Refusal) as error:
        logger.warning("table %s stays paused for now: %s", table_id, error)
        return False
    return True


def _forget_passed(table: Table) -> None:
    """What somebody agreed to for a decision that is no longer open."""
    is_open = Decision.objects.open().filter(seat=OuterRef("for_seat"), key=OuterRef("decision_key"))
    table.consents.filter(~Exists(is_open), what=What.EXTEND).delete()


def _carry_out(table: Table, matter: Matter, subject: Decision | None, now: datetime) -> None:
    if subject is not None:
        extend(table, subject, now=now)
    elif matter.pace is not None:
        repacing.change_pace(table, matter.pace, now=now)
    elif matter.what is What.PAUSE:
        pausing.pause(table, now=now)
    else:
        resume(table, now=now)
