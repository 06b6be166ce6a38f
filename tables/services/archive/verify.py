"""Check of a record: its draws, receipts and state must follow from the rules and the published secret."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from config import single_flight, sources
from config.safe.sealing import CannotOpen
from engines import chance, registry
from engines.contract import Draw, Engine, EngineError, Outcome, State, When, encode, view
from tables.models import Move, Seat, Table
from tables.selectors import coding
from tables.selectors.archive import games, roots
from tables.selectors.archive.findings import Finding
from tables.selectors.archive.roots import Keys
from tables.services import quarantine
from tables.services.play.start import deal

KEPT_SECONDS = 30 * 24 * 3600
_CHECKED_BY = ("engines/**/*.py", "engines/**/*.toml", "tables/selectors/**/*.py", "tables/services/**/*.py")


class BrokenRecord(Exception):
    """Error for a row that cannot be read or played. The message names the place of the fault, but not its content."""

    def __init__(self, message: str, steps: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.steps = steps


def verify_table(table: Table) -> list[Finding]:
    """Return all findings about a started table, in a fixed order.

    The findings are ``commitment``, ``sequence``, ``seats`` (or ``rotation``), ``draws``, ``receipts``, ``replay`` (every move
    by the rules, with the events it recorded), ``state`` and ``result``. The last two are missing if the replay failed. If a
    row cannot be decrypted, ``sealing`` is the only finding.
    """
    return findings(table, list(table.seats.order_by("position")), _moves(table))


def cached_findings(table: Table) -> list[Finding]:
    """Return the findings of an ended game, cached until its rows or the code change."""
    moves = _moves(table)
    if sealing := _closed(table, moves):
        return [sealing]
    key = f"check/{sources.version(_CHECKED_BY)}/{games.fingerprint(table, moves)}"
    seats = list(table.seats.order_by("position"))
    return single_flight.get_or_compute(key, lambda: findings(table, seats, moves), seconds=KEPT_SECONDS)


def findings(table: Table, seats: Sequence[Seat], moves: Sequence[Move]) -> list[Finding]:
    """Return the findings for rows, saved or not; ``seats`` in order of joining, ``moves`` in order with seats."""
    if sealing := _closed(table, moves):
        return [sealing]
    keys = roots.keys_of(table, [seat.word for seat in seats])
    seat_order = deal(table, keys.at(0), len(seats))[0]
    return [
        Finding("commitment", chance.commitment(bytes(table.secret)) == table.commitment),
        Finding("sequence", [move.seq for move in moves] == list(range(table.seq + 1)), len(moves)),
        Finding("rotation" if table.rotates else "seats", [seat.index for seat in seats] == list(seat_order), len(seats)),
        _draws(keys, moves),
        _receipts(moves),
        *_replay(table, seats, keys, moves),
    ]


def _closed(table: Table, moves: Sequence[Move]) -> Finding | None:
    """Return a finding if sealed data cannot be decrypted, because it was changed or moved to another row."""
    wrong = tuple(move.seq for move in moves if not _opens(move, "action", "events", "draws", "salt"))
    ok = _opens(table, "secret", "roots", "state") and not wrong
    return None if ok else Finding("sealing", ok, len(moves), _moves_words(wrong), wrong)


def _opens(row: Table | Move, *columns: str) -> bool:
    try:
        for column in columns:
            getattr(row, column)
    except CannotOpen:
        return False
    return True


def check_position(table: Table) -> Finding:
    """Return the finding ``onward``: True if a running table's position is readable, valid and playable.

    It tries the default move of every open decision; nothing is saved.
    """
    try:
        _try_next(registry.engine(table.game), coding.state(table.game, table.state))
    # The same error would occur at the next deadline.
    except Exception as fault:  # noqa: BLE001
        return Finding("onward", ok=False, detail=quarantine.describe_error(fault))
    return Finding("onward", ok=True)


def _try_next(engine: Engine, state: State[Any, Any, Any]) -> None:
    engine.check(state)
    for pending in engine.pending(state.public):
        if pending.when is When.NOW:
            step = engine.apply(state, pending.seat, engine.fallback(view(state, pending.seat), pending))
            engine.check(step.state)


def _moves(table: Table) -> list[Move]:
    """Return the moves up to the table row's ``seq``; a running game may have newer ones."""
    moves = table.moves.select_related("seat").order_by("seq")
    return list(moves.filter(seq__lte=table.seq) if table.status == Table.Status.RUNNING else moves)


def _draws(keys: Keys, moves: Sequence[Move]) -> Finding:
    count, wrong = 0, []
    for move in moves:
        try:
            draws = coding.draws(move.draws)
        except msgspec.MsgspecError:
            wrong.append(f"move {move.seq}")
            continue
        count += len(draws)
        wrong += [draw.label for draw in draws if not _follows(keys.at(move.seq), draw)]
    return Finding("draws", not wrong, count, ", ".join(wrong))


def _follows(key: bytes, draw: Draw) -> bool:
    """Return whether the key gives the same draw. Impossible sizes, as in a tampered row, are not tried."""
    is_possible = 0 < draw.size == len(draw.result) or (len(draw.result) == 1 and 1 < draw.size <= chance.SPAN)
    return is_possible and chance.recompute(key, draw) == draw


def _receipts(moves: Sequence[Move]) -> Finding:
    sealed = [move for move in moves if move.sealed or move.receipt or move.salt]
    wrong = tuple(move.seq for move in sealed if not _stands_for(move))
    return Finding("receipts", not wrong, len(sealed), _moves_words(wrong), wrong)


def _moves_words(steps: Sequence[int]) -> str:
    return ", ".join(f"move {seq}" for seq in steps)


def _stands_for(move: Move) -> bool:
    return chance.receipt(bytes(move.salt or b""), move.action.encode()) == move.receipt


def _replay(table: Table, seats: Sequence[Seat], keys: Keys, moves: Sequence[Move]) -> Iterator[Finding]:
    engine = registry.engine(table.game)
    try:
        state, different = _final_state(table, engine, keys, moves)
    except BrokenRecord as broken:
        yield Finding("replay", ok=False, count=len(moves), detail=str(broken), steps=broken.steps)
        return
    yield Finding("replay", not different, len(moves), _moves_words(different), different)
    yield Finding("state", _same_state(table, state))
    yield Finding("result", _same_result(table, seats, engine.outcome(state.public)))


def _final_state(
    table: Table, engine: Engine, keys: Keys, moves: Sequence[Move]
) -> tuple[State[Any, Any, Any], tuple[int, ...]]:
    """Return the last state by the rules, and the moves that differ from the record. Raises BrokenRecord."""
    if not moves:
        raise BrokenRecord("there is no move")
    different: list[int] = []
    state: State[Any, Any, Any] | None = None
    seat_draws = deal(table, keys.at(0), table.seat_count)[1]
    for move in moves:
        try:
            is_pending = state is None or _was_pending(engine, state, move)
            step = _step(table, engine, keys.at(0), state, move)
            same = is_pending and _recorded(table, move, step, seat_draws if state is None else ())
        # Any error of the engine on a tampered row means that the table fails the check.
        except Exception as fault:  # noqa: BLE001
            raise BrokenRecord(f"move {move.seq}: {quarantine.describe_error(fault)}", (move.seq,)) from None
        different += [] if same else [move.seq]
        state = keys.state_to_continue(engine, step.state, move.seq)
    assert state is not None
    return state, tuple(different)


def _step(table: Table, engine: Engine, key: bytes, state: State[Any, Any, Any] | None, move: Move) -> Any:
    if state is None:
        return engine.start(_options(table), table.seat_count, key)
    if move.seat is None or move.seat.index is None:
        raise EngineError("the move names no seat")
    return engine.apply(state, move.seat.index, coding.action(table.game, move.action))


def _options(table: Table) -> Any:
    """Return the options of the game. Their version must match the table's."""
    options = coding.options(table.game, table.options)
    if options.version != table.version:
        raise EngineError("its options are of another version")
    return options


def _was_pending(engine: Engine, state: State[Any, Any, Any], move: Move) -> bool:
    """Return whether the move's decision was open for its seat, with the same kind and sealing."""
    index = move.seat.index if move.seat else None
    pending = next((one for one in engine.pending(state.public) if (one.seat, one.key) == (index, move.key)), None)
    return pending is not None and (pending.kind, pending.sealed) == (move.kind, move.sealed)


def _recorded(table: Table, move: Move, step: Any, seat_draws: tuple[Draw, ...]) -> bool:
    """Return whether the record equals the step, after the site's own draw ``seat_draws`` of the seats at the start."""
    same_events = encode(step.events) == encode(coding.events(table.game, move.events))
    return same_events and (*seat_draws, *step.draws) == coding.draws(move.draws)


def _same_state(table: Table, state: State[Any, Any, Any]) -> bool:
    try:
        return encode(state) == encode(coding.state(table.game, table.state))
    except msgspec.MsgspecError:
        return False


def _same_result(table: Table, seats: Sequence[Seat], outcome: Outcome | None) -> bool:
    """Return whether a finished game has the engine's outcome and scores, and any other game has none."""
    finished = table.ended_by == Table.EndedBy.FINISHED
    scores = dict(enumerate(outcome.scores)) if outcome and finished else {}
    return (
        finished == (outcome is not None)
        and table.outcome == (coding.to_text(outcome) if outcome else "")
        and all(seat.score == scores.get(seat.index or 0) for seat in seats)
    )
