"""Playing again: the same people, game, options and times, with the seats moved on by one.

A table of its own opens whose seats are kept for those who sat there; who declines leaves theirs to whomever the host finds.
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
from tables.selectors.people import relations
from tables.selectors.play import tables
from tables.services import standing
from tables.services.lobby import admission
from tables.services.lobby.admission import Conditions
from tables.services.lobby.tables import game_fields, is_rated, is_taken
from tables.services.locking import lock
from tables.services.mail import notify
from tables.services.play.start import start

# What a rematch has of the game before.
SAME = (
    *("seat_count", "visibility", "club_id", "pace", "decision_minutes", "reply_minutes", "bank_minutes", "increment_minutes"),
    *("bank_cap_minutes", "grace_minutes", "weekends", "absences", "excused", "rated", "ranks", "looks_back", "name"),
    *Conditions._fields,
)


def offer_rematch(*, table_id: int, user: User, now: datetime) -> Table:
    """Open a table for the people of an ended one and invite them, or return the one that somebody else has opened.

    Bots sit down at once, and so does ``user``; the game starts if that fills it. Raises a Refusal: not_over, not_seated,
    suspended, members_only, rated_paused, rematch_without, bad_options or the engine's own code.
    """
    with transaction.atomic():
        old = lock(table_id)
        _check_over(old)
        seats = list(old.seats.select_related("user").order_by("index"))
        if not any(seat.user_id == user.pk and seat.is_held_by_person for seat in seats):
            raise Refusal(Code.NOT_SEATED)
        standing.check(user, now)
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
    """Whether there is a way to the rematch that was offered; who declined it has none any more."""
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
    blocked = relations.blocked_by(user)
    rows = [_seat(table, position, seat, user, blocked, now) for position, seat in enumerate([before[-1], *before[:-1]])]
    Seat.objects.bulk_create(rows)
    if all(map(is_taken, rows)):
        start(table, rows, now)
    for row in rows:
        if row.reserved_for:
            is_untold = relations.are_apart_at(table, row.reserved_for.pk)
            notify.notify_invited(table=table, user=row.reserved_for, now=now, is_untold=is_untold)
    return table


def _seat(table: Table, position: int, before: Seat, user: User, blocked: Collection[int], now: datetime) -> Seat:
    """Return the next seat of the player of ``before``: taken by a bot and by ``user``, kept for others who are still here.

    Nothing is kept for those whom ``user`` has blocked: their seats are free. For those who have blocked ``user`` a seat is
    kept as for anybody, and they are not told.
    """
    seat = Seat(table=table, position=position, bot=before.bot)
    if before.bot:
        seat.joined_at = now
    elif before.user_id == user.pk:
        seat.user, seat.joined_at, seat.word = user, now, secrets.token_urlsafe(9)
    elif before.user and before.user.is_active and before.is_held_by_person and before.user_id not in blocked:
        seat.reserved_for = before.user
    return seat
