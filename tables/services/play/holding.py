"""Changes of a seat's player: its holder, the steward, or a substitute.

A change is logged, closes one tenure and opens the next. If the table is running, it hands the open decisions to the new
player. For each decision, the first substitute gets the full time of the table's pace; later ones and a returning holder get
the time left.
"""

from datetime import datetime

from accounts.models import User
from tables.models import (
    Agreement,
    Consent,
    Decision,
    Draft,
    FiledAnswer,
    Seat,
    SiteEvent,
    StandingOrder,
    Table,
    Tenure,
    Webhook,
)
from tables.selectors import coding
from tables.services import site_events
from tables.services.mail import notify
from tables.services.play import decisions, habits, prepared
from tables.services.play.locked_table import LockedTable
from tables.services.site_events import Operator

STEWARD = "steward"
Kind = SiteEvent.Kind


def give_to_stewards(locked: LockedTable) -> dict[int, list[Decision]]:
    """Give seats with too many missed deadlines to the steward; return the decisions handed over by seat ID."""
    limit = locked.table.excused
    absent = [seat for seat in locked.seats.values() if seat.defaults_in_a_row > limit and not seat.is_automatic]
    return {seat.pk: give_to_steward(locked, seat, Kind.STEWARD) for seat in absent}


def give_to_steward(
    locked: LockedTable, seat: Seat, kind: SiteEvent.Kind, *, operator: Operator | None = None
) -> list[Decision]:
    """Give a seat to the steward, open it to a substitute and notify the players. Return the decisions handed over.

    The holder's queued turns and standing orders are disarmed and do not bind the steward.
    """
    _log(locked, seat, kind, operator)
    if not seat.is_automatic:
        _change_tenure(locked, seat, bot=STEWARD)
        # Only the organiser of an event may replace its players.
        if locked.table.event_id is None:
            _log(locked, seat, Kind.OPENED)
            seat.opened_at = locked.now
    seat.steward_since = seat.steward_since or locked.now
    seat.resigned_at = locked.now if kind is Kind.LEFT else seat.resigned_at
    seat.save(update_fields=["steward_since", "resigned_at", "opened_at"])
    _silence(locked, seat)
    restarted = decisions.restart(locked, seat)
    if decisions.is_deserted(locked):
        locked.table.decisions.open().update(think_at=None)
    if kind is Kind.STEWARD:
        notify.notify_steward(seat=seat, now=locked.now)
    notify.notify_opened(seat=seat, now=locked.now)
    return restarted


def give_to_person(
    locked: LockedTable, seat: Seat, user: User, kind: SiteEvent.Kind, *, operator: Operator | None = None
) -> list[Decision]:
    """Give a seat to a person. At a deserted table, bots and stewards resume too. Return the decisions handed over."""
    was_deserted = decisions.is_deserted(locked)
    seat.user, seat.pseudonym = user, ""
    seat.steward_since = seat.resigned_at = seat.opened_at = None
    seat.defaults_in_a_row, seat.passes_plans = 0, False
    time_columns = ["steward_since", "resigned_at", "opened_at"]
    seat.save(update_fields=["user", "pseudonym", "defaults_in_a_row", "passes_plans", *time_columns])
    if kind is Kind.RETURNED:
        _forget_earlier_returns(locked, seat)
    _log(locked, seat, kind, operator)
    _change_tenure(locked, seat, user=user)
    resumed = [other for other in locked.seats.values() if other.is_automatic] if was_deserted else []
    restarted = decisions.restart(locked, seat, is_back=kind is Kind.RETURNED)
    return [*restarted, *(row for other in resumed for row in decisions.restart(locked, other))]


def seat_substitute(locked: LockedTable, seat: Seat, user: User, *, operator: Operator | None = None) -> list[Decision]:
    """Give a seat to a new person, with a full time bank. Return the decisions handed over.

    A person who has played this seat before gets its bank unchanged, so that two people taking turns cannot refill it. The
    leaver's drafts, queued turns, standing orders and notes are deleted, unless the leaver passes them on. Standing orders that
    are passed on are paused. The leaver's webhooks of the table are deleted.
    """
    if seat.user_id != user.pk:
        Webhook.objects.filter(table=locked.table, made_by__isnull=False, made_by=seat.user_id).delete()
    if not seat.passes_plans:
        forget_plans(seat)
    seat.standing_orders.update(paused=True, disarmed_at=None, disarmed_for="")
    habits.begin(seat, locked.now)
    if not seat.tenures.filter(user=user).exists():
        seat.bank_seconds = locked.table.bank_minutes * 60
    seat.taken_over_at = locked.now
    seat.seen_seq, seat.seen_public = locked.table.seq, coding.to_text(locked.state.public)
    seat.seen_events = None
    seat.save(update_fields=["bank_seconds", "seen_seq", "seen_public", "seen_events", "taken_over_at"])
    return give_to_person(locked, seat, user, Kind.SUBSTITUTE, operator=operator)


def replace_player(locked: LockedTable, seat: Seat, user: User) -> list[Decision]:
    """Give a seat to the new player of an entry of the event. Return the decisions handed over.

    Unlike a player who leaves, the earlier one does not lose reliability.
    """
    if not seat.is_automatic:
        _silence(locked, seat)
        # The clock of the earlier player stops as for the steward, so that the new one gets the full time.
        seat.steward_since = locked.now
        decisions.restart(locked, seat)
    return seat_substitute(locked, seat, user)


def vacate(table: Table, seat: Seat, now: datetime) -> None:
    """Record that the holder leaves a seat of a table on hold. The steward plays after the table resumes, and a substitute can
    take the seat.
    """
    # Only the organiser of an event may replace its players.
    is_opened = table.event_id is None
    for kind in (Kind.LEFT, Kind.OPENED) if is_opened else (Kind.LEFT,):
        site_events.record(table=table, kind=kind, seat=seat, user_id=seat.user_id, now=now)
    if seat.steward_since is None:
        seat.tenures.filter(last_seq=None).update(last_seq=table.seq)
        Tenure.objects.create(seat=seat, bot=STEWARD, first_seq=table.seq + 1)
    seat.steward_since = seat.steward_since or now
    seat.resigned_at = now
    seat.opened_at = now if is_opened else None
    seat.save(update_fields=["steward_since", "resigned_at", "opened_at"])
    _take_back_consents(seat)


def forget_plans(seat: Seat) -> None:
    """Delete the private drafts, queued turns, standing orders and notes of a holder."""
    for rows in (Draft, FiledAnswer):
        rows.objects.filter(seat=seat).delete()
    seat.standing_orders.all().delete()
    seat.notes = ""
    seat.save(update_fields=["notes"])


def resume_orders(seat: Seat) -> None:
    """Resume the standing orders of a player who has returned to their seat."""
    seat.standing_orders.filter(disarmed_for=StandingOrder.LEFT).update(disarmed_at=None, disarmed_for="")


def _silence(locked: LockedTable, seat: Seat) -> None:
    """Drop the queued turns of a seat's holder, disarm their orders, unmark their drafts and withdraw their consents."""
    seat.filed_answers.filter(reason=FiledAnswer.LEFT).delete()
    filed = seat.filed_answers.filter(status=FiledAnswer.Status.ACTIVE)
    filed.filter(reason=prepared.TIME_OVER).update(status=FiledAnswer.Status.DROPPED)
    filed.update(status=FiledAnswer.Status.DROPPED, reason=FiledAnswer.LEFT)
    seat.standing_orders.filter(disarmed_at=None).update(disarmed_at=locked.now, disarmed_for=StandingOrder.LEFT)
    Draft.objects.filter(seat=seat).update(plays_at_deadline=False)
    _take_back_consents(seat)


def _take_back_consents(seat: Seat) -> None:
    Agreement.objects.filter(seat=seat).delete()
    Consent.objects.filter(seat=seat).delete()


def _change_tenure(locked: LockedTable, seat: Seat, *, user: User | None = None, bot: str = "") -> None:
    seq = locked.table.seq
    seat.tenures.filter(last_seq=None).update(last_seq=seq)
    Tenure.objects.create(seat=seat, user=user, bot=bot, first_seq=seq + 1)


def _forget_earlier_returns(locked: LockedTable, seat: Seat) -> None:
    """Delete earlier events of leaving and returning since the last move, so that the log shows only the newest."""
    events = SiteEvent.objects.filter(seat=seat, user=seat.user_id, after_seq=locked.table.seq, by_operator=False)
    if latest := events.filter(kind=Kind.LEFT).order_by("-pk").first():
        events.filter(kind__in=(Kind.LEFT, Kind.OPENED, Kind.RETURNED), pk__lt=latest.pk).delete()


def _log(locked: LockedTable, seat: Seat, kind: SiteEvent.Kind, operator: Operator | None = None) -> None:
    given = kind in (Kind.STEWARD, Kind.LEFT, Kind.ROUND_OVER)
    facts = {SiteEvent.IN_EVENT: 1} if given and locked.table.event_id is not None else None
    site_events.record(
        table=locked.table, kind=kind, seat=seat, user_id=seat.user_id, operator=operator, facts=facts, now=locked.now
    )
