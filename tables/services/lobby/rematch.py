"""Rematch: the same people, game, options and pace, with the seats moved on by one.

A rematch is a new table with seats reserved for the same players. If one declines, the host can give the seat to others.
"""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec
from django.db import transaction
from django.db.models import Q

from accounts.models import User
from engines import chance
from tables.errors import Code, NotRunning, Refusal
from tables.models import Seat, Table
from tables.models.play import new_secret
from tables.selectors import coding
from tables.selectors.clubs import clubs
from tables.selectors.people import relations
from tables.selectors.play import tables
from tables.services import suspensions
from tables.services.lobby import admission
from tables.services.lobby.admission import Conditions
from tables.services.lobby.tables import game_fields, is_rated, is_taken
from tables.services.locking import lock
from tables.services.mail import notify
from tables.services.play.start import start

# Fields that a rematch copies from the previous game.
SAME = (
    *("seat_count", "visibility", "club_id", "pace", "decision_minutes", "reply_minutes", "bank_minutes", "increment_minutes"),
    *("bank_cap_minutes", "grace_minutes", "weekends", "absences", "excused", "rated", "ranks", "looks_back", "name"),
    *Conditions._fields,
)


def offer_rematch(*, table_id: int, user: User, now: datetime) -> Table:
    """Open a rematch of an ended table and invite its players, or return the one already opened.

    Bots and ``user`` take their seats immediately; the game starts if no seat is left. Raises a Refusal: not_over, not_seated,
    suspended, members_only, rated_paused, rematch_without, bad_options or the engine's own code.
    """
    with transaction.atomic():
        old = lock(table_id)
        _check_over(old)
        seats = list(old.seats.select_related("user").order_by("index"))
        if not any(seat.user_id == user.pk and seat.is_held_by_person for seat in seats):
            raise Refusal(Code.NOT_SEATED)
        suspensions.check(user, now)
        admission.check_member(old, user)
        if offered := tables.open_rematch(old, user):
            if not _is_asked(offered, user):
                raise Refusal(Code.REMATCH_WITHOUT)
            return offered
        return _open(old, seats, user, now)


def _check_over(table: Table) -> None:
    if table.status != Table.Status.ENDED or table.started_at is None or table.practice or table.imported_at:
        raise NotRunning(Code.NOT_OVER)


def _is_asked(table: Table, user: User) -> bool:
    """Return whether a user can reach the offered rematch; a user who declined a private one cannot."""
    is_open = table.visibility == Table.Visibility.PUBLIC
    return is_open or table.seats.filter(Q(user=user) | Q(reserved_for=user)).exists()


def _open(old: Table, before: Sequence[Seat], user: User, now: datetime) -> Table:
    options = msgspec.to_builtins(coding.options(old.game, old.options))
    fields = {name: getattr(old, name) for name in SAME} | game_fields(old.game, options, old.seat_count)
    admission.check_manners(user, now, rated=is_rated(old))
    secret = new_secret()
    table = Table.objects.create(
        host=user,
        secret=secret,
        commitment=chance.commitment(secret),
        created_at=now,
        rematch_of=old,
        rotates=True,
        **fields,
    )
    left_out = relations.blocked_by(user) | {person.pk for person in outsiders(old, before)}
    rows = [_seat(table, position, seat, user, left_out, now) for position, seat in enumerate([before[-1], *before[:-1]])]
    Seat.objects.bulk_create(rows)
    if all(map(is_taken, rows)):
        start(table, rows, now)
    for row in rows:
        if row.reserved_for:
            is_suppressed = relations.are_apart_at(table, row.reserved_for.pk)
            notify.notify_invited(table=table, user=row.reserved_for, now=now, is_suppressed=is_suppressed)
    return table


def outsiders(old: Table, before: Sequence[Seat]) -> list[User]:
    """Return the players of a club's game who are no longer members, so that they cannot play the rematch."""
    people = [seat.user for seat in before if seat.user is not None and seat.is_held_by_person]
    members = clubs.may_come(people, old.club_id)
    return [person for person in people if person not in members]


def _seat(table: Table, position: int, previous: Seat, user: User, left_out: Collection[int], now: datetime) -> Seat:
    """Return the rematch seat for the player of ``previous``.

    Bots and ``user`` take their seats. Seats of other active players are reserved for them. The seats of ``left_out`` stay
    free: people whom ``user`` has blocked, and former members of the club. Players who have blocked ``user`` get a reserved
    seat, but no notification.
    """
    seat = Seat(table=table, position=position, bot=previous.bot, level=previous.level)
    if previous.bot:
        seat.joined_at = now
    elif previous.user_id == user.pk:
        seat.user, seat.joined_at, seat.word = user, now, secrets.token_urlsafe(9)
    elif previous.user and previous.user.is_active and previous.is_held_by_person and previous.user_id not in left_out:
        seat.reserved_for = previous.user
    return seat
