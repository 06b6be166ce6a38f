"""Submission of moves by people and bots, and decisions after their deadline."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec

from engines.contract import Engine, When, decode
from tables.errors import Code, Crashed, NotPending, NotYours, Refusal, Stale, StewardPlays
from tables.models import Decision, Draft, Move, Seat, Submission, Table
from tables.selectors import coding
from tables.services.locking import guarded, lock
from tables.services.play import late, prepared
from tables.services.play.advance import finish
from tables.services.play.locked_table import LockedTable, open_game
from tables.services.time import clocks

MAX_BYTES = 64 * 1024
MAX_DEPTH = 24
MAX_ACTIONS = 100
# Every quote starts a match; an unclosed string matches up to the end of the input. So no byte is read twice.
_STRING = re.compile(rb'"(?:[^"\\]|\\.?)*+"?', re.DOTALL)


@dataclass(frozen=True)
class Result:
    """Result of a submission: the first and last move number, and the table without its secret.

    ``replayed`` is True if it had been sent before.
    """

    first_seq: int
    last_seq: int
    table: Table = field(repr=False, compare=False)
    replayed: bool = False


def submit(
    *,
    table_id: int,
    seat_id: int,
    key: str,
    own_ply: int,
    actions: Sequence[Any],
    token: str,
    via: Move.Via,
    user_id: int | None = None,
    now: datetime,
) -> Result:
    """Play all ``actions`` of a seat, or none. Queue those that come after a reaction of other players.

    ``key`` must be open for the seat, and the record must have exactly ``own_ply`` actions of the seat; moves of others do not
    matter. A used ``token`` returns its first result again; an empty one is not remembered. A person's draft of the decision
    is deleted. Raises a Refusal, or Crashed for an action not sent by a person; then nothing is changed.
    """
    with guarded(table_id, now):
        table = lock(table_id)
        try:
            locked = open_game(table, now)
            seat = locked.seat(seat_id)
            _check_holder(seat, user_id)
            _check_steward(seat, via)
            _check_page(locked, seat, key, own_ply)
        except Refusal:
            # A repeated submission has increased the seat's plies, so tokens are checked only if the page is out of date.
            if (earlier := _earlier(table, seat_id, token)) is not None:
                return earlier
            raise
        try:
            _play_all(locked, seat, key, actions, via, user_id)
        except Crashed:
            if user_id is None:
                raise
            # A player who finds an action that crashes the game must not be able to stop a table with it.
            raise Refusal(Code.MALFORMED) from None
        result = Result(locked.first_seq + 1, locked.table.seq, locked.table)
        if user_id is not None:
            seat.seen_seq, seat.seen_public = result.last_seq, coding.to_text(locked.state.public)
            seat.seen_events = locked.own_events
            if seat.pk in locked.drafting:
                Draft.objects.filter(seat=seat, key=key).delete()
        finish(locked)
        _remember(seat, token, result, now)
        return result


def time_out(*, decision_id: int, now: datetime) -> bool:
    """Decide for a seat after its deadline and return True. Return False if the decision is not overdue, or already made.

    For a decision in advance, queue the turn, unless a standing order will decide; then return False.
    """
    row = Decision.objects.filter(pk=decision_id).only("table_id").first()
    if row is None:
        return False
    with guarded(row.table_id, now):
        locked = open_game(lock(row.table_id), now)
        due = Decision.objects.open().filter(pk=decision_id, due_at__lte=now).first()
        if due is None:
            return False
        seat = locked.seat(due.seat_id)
        pending = locked.pending_of(seat, due.key)
        if pending is None or pending.when is When.MAY:
            raise NotPending()
        if not clocks.is_over(due, seat, locked.calendar(seat), now=now):
            due.save(update_fields=[*clocks.MOMENTS, "claimed_until"])
            return False
        if due.ordered_after is not None:
            clocks.hide(due)
            due.save(update_fields=[*clocks.MOMENTS, "claimed_until"])
            return False
        late.answer(locked, seat, pending, due)
        return True


def decode_actions(engine: Engine, raw: bytes | str) -> list[Any]:
    """Return the actions of a JSON list from outside. Raises Refusal: too_large, malformed or too_many."""
    data = raw.encode(errors="surrogatepass") if isinstance(raw, str) else raw
    if len(data) > MAX_BYTES:
        raise Refusal(Code.TOO_LARGE)
    if _depth(data) > MAX_DEPTH:
        raise Refusal(Code.MALFORMED)
    try:
        json.loads(data, object_pairs_hook=_no_duplicates)
        actions: list[Any] = decode(list[engine.Action], data)  # type: ignore[name-defined]  # the type is a value of the engine
    except (ValueError, RecursionError, msgspec.MsgspecError):
        raise Refusal(Code.MALFORMED) from None
    if len(actions) > MAX_ACTIONS:
        raise Refusal(Code.TOO_MANY)
    return actions


def _earlier(table: Table, seat_id: int, token: str) -> Result | None:
    if not token:
        return None
    submission = Submission.objects.filter(seat_id=seat_id, token=token).first()
    return None if submission is None else Result(submission.first_seq, submission.last_seq, table, replayed=True)


def _remember(seat: Seat, token: str, result: Result, now: datetime) -> None:
    if token:
        fields = {"token": token, "first_seq": result.first_seq, "last_seq": result.last_seq, "at": now}
        Submission.objects.create(table_id=seat.table_id, seat=seat, **fields)


def _check_holder(seat: Seat, user_id: int | None) -> None:
    if user_id is not None and seat.user_id != user_id:
        raise NotYours()
    if user_id is not None and seat.steward_since is not None:
        raise StewardPlays()


def _check_steward(seat: Seat, via: Move.Via) -> None:
    """Raise Stale for a steward's move after the holder has returned."""
    if via == Move.Via.STEWARD and seat.steward_since is None:
        raise Stale()


def _check_page(locked: LockedTable, seat: Seat, key: str, own_ply: int) -> None:
    if seat.plies != own_ply:
        raise Stale()
    if locked.pending_of(seat, key) is None:
        raise NotPending()


def _play_all(locked: LockedTable, seat: Seat, key: str, actions: Sequence[Any], via: Move.Via, user_id: int | None) -> None:
    if not actions:
        raise Refusal(Code.EMPTY)
    if len(actions) > MAX_ACTIONS:
        raise Refusal(Code.TOO_MANY)
    likely = key
    for number, action in enumerate(actions):
        pending = locked.pending_for(seat, action, likely=likely)
        if number == 0 and pending.key != key:
            raise NotPending()
        if pending == locked.rest_of_turn(seat):
            prepared.keep_rest(locked, seat, actions[number:])
            return
        likely = locked.play(seat, pending, action, via=via, user_id=user_id).key


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise ValueError("a key stands twice")
    return mapping


def _depth(data: bytes) -> int:
    """Return the nesting depth of brackets, without parsing, to protect both parsers from deep input."""
    depth = deepest = 0
    for byte in _STRING.sub(b"", data):
        depth += (byte in b"[{") - (byte in b"]}")
        deepest = max(deepest, depth)
    return deepest
