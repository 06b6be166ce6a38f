"""Going back: a new practice table that begins with part of the record of another.

Nothing of the old table changes. The new one has a secret of its own: the moves that are taken along stay what they were and
can be checked as before (``tables.selectors.archive.roots``), but what nobody had drawn by then comes in another order.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from accounts.models import User
from engines import chance, registry
from engines.contract import EngineError, State
from tables.errors import Code, Refusal
from tables.models import Move, Seat, Submission, Table, Tenure
from tables.models.play import new_secret
from tables.selectors import coding
from tables.selectors.archive import games, roots
from tables.selectors.play import going_back
from tables.services.play import at_once, habits
from tables.services.play.advance import finish
from tables.services.play.locked_table import LockedTable

_AS_IT_WAS = (
    *("game", "version", "options", "name", "seat_count", "visibility", "host_id", "practice", "rated"),
    *("pace", "decision_minutes", "reply_minutes"),
)
_MOVE = ("seq", "user_id", "key", "kind", "action", "via", "events", "draws", "sealed", "salt", "receipt", "replaces", "at")


def go_back(*, table_id: int, user: User, first_seq: int | None = None, now: datetime) -> Table:
    """A table at which ``user`` decides anew what they sent at another; the bots that are asked there have answered.

    ``first_seq`` is the number of the first move that is not taken along, the first of something they sent; None: the latest.
    Raises a Refusal: not_seated (there is no such practice table of theirs), no_such_move, quarantined.
    """
    with at_once.opening(now) as opened:
        table = _branch(table_id, user, first_seq, now)
        opened.append(table.pk)
    return table


@transaction.atomic
def _branch(table_id: int, user: User, first_seq: int | None, now: datetime) -> Table:
    old = games.with_everybody(Table.objects.filter(pk=table_id, practice=True, seats__user=user)).first()
    if old is None:
        raise Refusal(Code.NOT_SEATED)
    if old.quarantined_at:
        raise Refusal(Code.QUARANTINED)
    before = sorted(old.seats.all(), key=lambda seat: seat.position)
    mine = next(seat for seat in before if seat.user_id == user.pk)
    sent = going_back.sent_by(mine)
    first = first_seq if first_seq is not None else next(iter(sent), None)
    if first not in sent or first is None:
        raise Refusal(Code.NO_SUCH_MOVE)
    return _open(old, before, mine, first - 1, now)


def _open(old: Table, before: Sequence[Seat], mine: Seat, until: int, now: datetime) -> Table:
    moves = list(old.moves.filter(seq__lte=until).select_related("seat").order_by("seq"))
    states = _states(old, moves)
    engine, words, secret = registry.engine(old.game), [seat.word for seat in before], new_secret()
    table = Table(
        **{name: getattr(old, name) for name in _AS_IT_WAS},
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
    state = roots.keys_of(table, words).onward(engine, states[until], until)
    table.state = coding.to_text(state)
    table.round, table.round_limit = engine.progress(state.public)
    table.save(force_insert=True)
    seats = _copied(table, before, mine, moves, states)
    locked = LockedTable(table, engine, state, {seat.index: seat for seat in seats if seat.index is not None}, now, until)
    locked.check()
    for seat in seats:
        habits.begin(seat, now)
    finish(locked)
    return table


def _states(old: Table, moves: Sequence[Move]) -> Sequence[State[Any, Any, Any]]:
    """The position after each move. Raises Refusal: quarantined, for a record that the rules cannot replay."""
    try:
        return [step.state for step in games.steps(registry.engine(old.game), old, moves)]
    except (EngineError, msgspec.MsgspecError):
        raise Refusal(Code.QUARANTINED) from None


def _copied(
    table: Table, before: Sequence[Seat], mine: Seat, moves: Sequence[Move], states: Sequence[State[Any, Any, Any]]
) -> Sequence[Seat]:
    """The seats of the new table, with what was played and sent at the old one."""
    new = {seat.pk: _seat(table, seat, moves) for seat in before}
    kept = list(Submission.objects.filter(seat=mine, last_seq__lte=table.seq).order_by("first_seq"))
    if kept:
        new[mine.pk].seen_seq = kept[-1].last_seq
        new[mine.pk].seen_public = coding.to_text(states[kept[-1].last_seq].public)
    Seat.objects.bulk_create(new.values())
    Tenure.objects.bulk_create(Tenure(seat=seat, user_id=seat.user_id, bot=seat.bot, first_seq=1) for seat in new.values())
    Move.objects.bulk_create(_move(table, new, move) for move in moves)
    Submission.objects.bulk_create(
        Submission(table=table, seat=new[mine.pk], token=row.token, first_seq=row.first_seq, last_seq=row.last_seq, at=row.at)
        for row in kept
    )
    return list(new.values())


def _seat(table: Table, seat: Seat, moves: Sequence[Move]) -> Seat:
    fields = {name: getattr(seat, name) for name in ("position", "index", "user", "bot", "word", "joined_at", "notes")}
    return Seat(table=table, plies=sum(move.seat_id == seat.pk for move in moves), **fields)


def _move(table: Table, new: Mapping[int, Seat], move: Move) -> Move:
    fields = {name: getattr(move, name) for name in _MOVE}
    return Move(table=table, seat=new[move.seat_id] if move.seat_id else None, **fields)
