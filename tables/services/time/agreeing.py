"""What all who play at a table decide together: more time for one decision, a pause, going on, another pace.

Everybody who plays consents; bots and stewards have nothing against anything, and whoever left has no say. A consent holds for
one asking of a decision: asked again, or asked something else, everybody decides again.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from tables import paces
from tables.clock import Pace
from tables.models import Consent, Decision, Seat, SiteEvent, Table
from tables.selectors.time import calendars
from tables.services import site_events
from tables.services.changes import record_change
from tables.services.errors import Code, NotPending, Refusal, StewardPlays
from tables.services.play.locked_table import lock
from tables.services.time import clocks, pausing, repacing

What = Consent.What
HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Matter:
    """What is agreed to: for more time the engine's seat and the key of the decision, for another pace that pace."""

    what: Consent.What
    seat: int | None = None
    key: str = ""
    pace: Pace | None = None


def consent(*, table_id: int, user: User, matter: Matter, now: datetime) -> bool:
    """Agree to something; True if that was the last consent needed, and it is done.

    Whoever agrees to a pace no longer agrees to another one.
    Raises a Refusal: not_seated, steward_plays, not_pending, extended, paused, not_paused, bad_pace, same_pace, or those of a
    table not running.
    """
    with transaction.atomic():
        table = lock(table_id)
        mine, subject = _own_seat(table, user), _subject(table, matter)
        _forget_passed(table)
        given = {"at": now, "pace": _pace_text(matter)}
        Consent.objects.update_or_create(seat=mine, **_named(table, matter, subject), defaults=given)
        if _all_agree(table, matter, subject):
            _carry_out(table, matter, subject, now)
            return True
        record_change(table)
        return False


def withdraw(*, table_id: int, user: User, matter: Matter) -> None:
    """Take a consent back. Raises a Refusal as ``consent``."""
    with transaction.atomic():
        table = lock(table_id)
        mine, subject = _own_seat(table, user), _subject(table, matter)
        own = Consent.objects.filter(seat=mine, pace=_pace_text(matter), **_named(table, matter, subject))
        if own.delete()[0]:
            record_change(table)


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
    return agreed.issuperset(table.seats.played_by_person().values_list("pk", flat=True))


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
        pausing.resume(table, now=now)
