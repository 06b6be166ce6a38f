"""Going back: a new practice table that starts with the first moves of another one.

The old table does not change. The new one has its own secret. The copied moves can still be verified
(``tables.selectors.archive.roots``), but later draws are different.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec
from django.db import transaction

from accounts.models import User
from engines import chance, registry
from engines.contract import EngineError, Step
from tables.errors import Code, Refusal
from tables.models import Move, PhoneHand, Seat, Submission, Table, Tenure
from tables.models.play import new_secret
from tables.selectors import coding
from tables.selectors.archive import games, roots
from tables.selectors.play import going_back
from tables.services.changes import record_change
from tables.services.locking import lock
from tables.services.once import create_once
from tables.services.play import at_once, habits
from tables.services.play.advance import finish
from tables.services.play.locked_table import LockedTable

_AS_IT_WAS = (
    *("game", "version", "options", "name", "seat_count", "rotates", "visibility", "host_id", "practice", "hot_seat", "kept"),
    *("rated", "pace", "decision_minutes", "reply_minutes"),
)
NO_COLUMNS: Mapping[str, Any] = MappingProxyType({})
_MOVE = ("seq", "key", "kind", "action", "via", "events", "draws", "sealed", "salt", "receipt", "replaces", "at")


def go_back(*, table_id: int, user: User, first_seq: int | None = None, token: str = "", now: datetime) -> Table:
    """Open a table where ``user`` repeats a decision from another one, let its bots move, and return it.

    ``first_seq``: number of the first move that is not copied. It is the first move of one of the user's submissions; None for
    the latest submission. ``token``: as in ``create_once``. Raises a Refusal: not_seated (not a practice table of the user),
    no_such_move, quarantined.
    """
    make = partial(_branch, table_id, user, first_seq, now)
    with at_once.opening(now) as opened:
        content = ("go back", table_id, first_seq)
        table = create_once(Table, user_id=user.pk, token=token, content=content, now=now, make=make)
        opened.append(table.pk)
    return table


@transaction.atomic
def _branch(table_id: int, user: User, first_seq: int | None, now: datetime) -> Table:
    old = games.with_everybody(Table.objects.filter(pk=table_id, practice=True, seats__user=user)).first()
    if old is None:
        raise Refusal(Code.NOT_SEATED)
    if old.quarantined_at:
        raise Refusal(Code.QUARANTINED)
    seats = sorted(old.seats.all(), key=lambda seat: seat.position)
    own_seat = next(seat for seat in seats if seat.user_id == user.pk)
    sent = going_back.sent_by(own_seat)
    first = first_seq if first_seq is not None else next(iter(sent), None)
    if first not in sent or first is None:
        raise Refusal(Code.NO_SUCH_MOVE)
    return open_branch(old, seats, first - 1, now)


def open_branch(
    old: Table, before: Sequence[Seat], until: int, now: datetime, columns: Mapping[str, Any] = NO_COLUMNS
) -> Table:
    """Open a practice table with the first moves of ``old``, up to the move ``until``, and return it.

    ``before`` are the seats of ``old`` in order of joining, with the players of the new table. ``columns`` are those that
    differ from the old table's. Raises a Refusal: quarantined.
    """
    moves = list(old.moves.filter(seq__lte=until).select_related("seat").order_by("seq"))
    steps = _steps(old, moves)
    engine, words, secret = registry.engine(old.game), [seat.word for seat in before], new_secret()
    table = Table(
        **{name: getattr(old, name) for name in _AS_IT_WAS} | dict(columns),
        secret=secret,
        commitment=chance.commitment(secret),
        stems_from=old,
        roots=roots.keys_of(old, words).up_to(until),
        seq=until,
        status=Table.Status.RUNNING,
        created_at=now,
        started_at=now,
        moved_at=now,
    )
    state = roots.keys_of(table, words).state_to_continue(engine, steps[until].state, until)
    table.state = coding.to_text(state)
    table.round, table.round_limit = engine.progress(state.public)
    table.save(force_insert=True)
    seats = _copied(table, before, moves, steps)
    _move_phones(old, seats)
    locked = LockedTable(table, engine, state, {seat.index: seat for seat in seats if seat.index is not None}, now, until)
    locked.check()
    for seat in seats:
        habits.begin(seat, now)
    finish(locked)
    return table


def _steps(old: Table, moves: Sequence[Move]) -> Sequence[Step[Any, Any]]:
    """Return the result of each move. Raises Refusal: quarantined, for a record that cannot be replayed."""
    try:
        return list(games.steps(registry.engine(old.game), old, moves))
    except (EngineError, msgspec.MsgspecError):
        raise Refusal(Code.QUARANTINED) from None


def _copied(table: Table, old_seats: Sequence[Seat], moves: Sequence[Move], steps: Sequence[Step[Any, Any]]) -> Sequence[Seat]:
    """Create the seats, tenures, moves and submissions of the new table from those of the old one. Return the seats."""
    new_seats = {seat.pk: _seat(table, seat, moves) for seat in old_seats}
    sent = Submission.objects.filter(seat__in=new_seats, last_seq__lte=table.seq)
    submissions = [row for row in sent.order_by("first_seq").select_related("seat") if _is_same_player(row.seat, new_seats)]
    for seat_id, last_seq in {row.seat_id: row.last_seq for row in submissions}.items():
        seat, last = new_seats[seat_id], steps[last_seq]
        seat.seen_seq, seat.seen_public, seat.seen_events = last_seq, coding.to_text(last.state.public), last.own
    Seat.objects.bulk_create(new_seats.values())
    Tenure.objects.bulk_create(
        Tenure(seat=seat, user_id=seat.user_id, bot=seat.bot, first_seq=1) for seat in new_seats.values()
    )
    Move.objects.bulk_create(_move(table, new_seats, move) for move in moves)
    Submission.objects.bulk_create(
        Submission(
            table=table, seat=new_seats[row.seat_id], token=row.token, first_seq=row.first_seq, last_seq=row.last_seq, at=row.at
        )
        for row in submissions
    )
    return list(new_seats.values())


def _move_phones(old: Table, seats: Sequence[Seat]) -> None:
    """Let the phones and codes of a hot-seat table show the seats of the new table. They poll the old one for changes."""
    phones = PhoneHand.objects.filter(seat__table=old).values_list("pk", "seat__position")
    new_seats = {seat.position: seat for seat in seats}
    for number, position in phones:
        PhoneHand.objects.filter(pk=number).update(seat=new_seats[position])
    if phones:
        record_change(lock(old.pk))


def _seat(table: Table, seat: Seat, moves: Sequence[Move]) -> Seat:
    names = ("position", "index", "user", "bot", "level", "word", "joined_at", "notes")
    fields = {name: getattr(seat, name) for name in names}
    return Seat(table=table, plies=sum(move.seat_id == seat.pk for move in moves), **fields)


def _is_same_player(seat: Seat, new_seats: Mapping[int, Seat]) -> bool:
    return seat.user_id == new_seats[seat.pk].user_id


def _move(table: Table, new_seats: Mapping[int, Seat], move: Move) -> Move:
    """Return the copy of a move. It names its player only if that player has the seat here too."""
    seat = new_seats[move.seat_id] if move.seat_id else None
    user_id = move.user_id if seat is not None and seat.user_id == move.user_id else None
    return Move(table=table, seat=seat, user_id=user_id, **{name: getattr(move, name) for name in _MOVE})
