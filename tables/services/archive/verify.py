"""Checking a record: that its draws, its answers and its state are what the rules and the published secret make of them."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from config import once, sources
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
    """A row that cannot be read or played at all; the message names the place of the fault, never what it held."""

    def __init__(self, message: str, steps: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.steps = steps


def verify_table(table: Table) -> list[Finding]:
    """Everything that can be checked about a started table, in the order in which it was promised.

    The findings are ``commitment``, ``sequence``, ``seats`` (or ``rotation``), ``draws``, ``receipts``, ``replay`` (every move
    by the rules, with the events it recorded), ``state`` and ``result``; the last two are not there if the
    replay came to nothing. Where a row does not open there is ``sealing`` alone.
    """
    return findings(table, list(table.seats.order_by("position")), _moves(table))


def cached_findings(table: Table) -> list[Finding]:
    """The same of an ended game, which never changes: checked once, and again after a change of its rows or of our code."""
    moves = _moves(table)
    if closed := _closed(table, moves):
        return [closed]
    key = f"check/{sources.version(_CHECKED_BY)}/{games.fingerprint(table, moves)}"
    seats = list(table.seats.order_by("position"))
    return once.made(key, lambda: findings(table, seats, moves), seconds=KEPT_SECONDS)


def findings(table: Table, seats: Sequence[Seat], moves: Sequence[Move]) -> list[Finding]:
    """The same of rows that need not be saved; ``seats`` in order of joining, ``moves`` in theirs, each with its seat."""
    if closed := _closed(table, moves):
        return [closed]
    keys = roots.keys_of(table, [seat.word for seat in seats])
    dealt = deal(table, keys.at(0), len(seats))[0]
    return [
        Finding("commitment", chance.commitment(bytes(table.secret)) == table.commitment),
        Finding("sequence", [move.seq for move in moves] == list(range(table.seq + 1)), len(moves)),
        Finding("rotation" if table.rotates else "seats", [seat.index for seat in seats] == list(dealt), len(seats)),
        _draws(keys, moves),
        _receipts(moves),
        *_replay(table, seats, keys, moves),
    ]


def _closed(table: Table, moves: Sequence[Move]) -> Finding | None:
    """What is sealed in a record and does not open: it was changed, or stands in another row than its own."""
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
    """``onward``: whether the position a running table is in can be read, passes the game's check, and can be played on.

    Tried out for everybody who is asked now, with what the deadline would answer; nothing is saved.
    """
    try:
        _try_next(registry.engine(table.game), coding.state(table.game, table.state))
    # Whatever a game does here it would do at the next deadline.
    except Exception as fault:  # noqa: BLE001
        return Finding("onward", ok=False, detail=quarantine.place(fault))
    return Finding("onward", ok=True)


def _try_next(engine: Engine, state: State[Any, Any, Any]) -> None:
    engine.check(state)
    for pending in engine.pending(state.public):
        if pending.when is When.NOW:
            step = engine.apply(state, pending.seat, engine.fallback(view(state, pending.seat), pending))
            engine.check(step.state)


def _moves(table: Table) -> list[Move]:
    """The moves the row knows of: while the game runs, further ones may have come since it was read."""
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
    """Whether chance makes the same draw. What it could not have made is not tried: a size may be anything in a changed row."""
    may_be = 0 < draw.size == len(draw.result) or (len(draw.result) == 1 and 1 < draw.size <= chance.SPAN)
    return may_be and chance.recompute(key, draw) == draw


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
    """The last state by the rules, and the moves that were recorded with something else. Raises BrokenRecord."""
    if not moves:
        raise BrokenRecord("there is no move")
    different: list[int] = []
    state: State[Any, Any, Any] | None = None
    drawn = deal(table, keys.at(0), table.seat_count)[1]
    for move in moves:
        try:
            is_pending = state is None or _was_pending(engine, state, move)
            step = _step(table, engine, keys.at(0), state, move)
            same = is_pending and _recorded(table, move, step, drawn if state is None else ())
        # Whatever a game does with a row that somebody changed, the table does not hold: that is the answer here.
        except Exception as fault:  # noqa: BLE001
            raise BrokenRecord(f"move {move.seq}: {quarantine.place(fault)}", (move.seq,)) from None
        different += [] if same else [move.seq]
        state = keys.onward(engine, step.state, move.seq)
    assert state is not None
    return state, tuple(different)


def _step(table: Table, engine: Engine, key: bytes, state: State[Any, Any, Any] | None, move: Move) -> Any:
    if state is None:
        return engine.start(_options(table), table.seat_count, key)
    if move.seat is None or move.seat.index is None:
        raise EngineError("the move names no seat")
    return engine.apply(state, move.seat.index, coding.action(table.game, move.action))


def _options(table: Table) -> Any:
    """They are what the game was made of: the version beside them has to be theirs."""
    options = coding.options(table.game, table.options)
    if options.version != table.version:
        raise EngineError("its options are of another version")
    return options


def _was_pending(engine: Engine, state: State[Any, Any, Any], move: Move) -> bool:
    """Whether the move names a decision that was open for its seat, and was sealed if that one is."""
    index = move.seat.index if move.seat else None
    pending = next((one for one in engine.pending(state.public) if (one.seat, one.key) == (index, move.key)), None)
    return pending is not None and (pending.kind, pending.sealed) == (move.kind, move.sealed)


def _recorded(table: Table, move: Move, step: Any, dealt: tuple[Draw, ...]) -> bool:
    """Whether the record holds what the step makes, after the site's own draw ``dealt`` of the seats at the start."""
    same_events = encode(step.events) == encode(coding.events(table.game, move.events))
    return same_events and (*dealt, *step.draws) == coding.draws(move.draws)


def _same_state(table: Table, state: State[Any, Any, Any]) -> bool:
    try:
        return encode(state) == encode(coding.state(table.game, table.state))
    except msgspec.MsgspecError:
        return False


def _same_result(table: Table, seats: Sequence[Seat], outcome: Outcome | None) -> bool:
    """A game that was played to its end has the engine's outcome and scores; any other has none."""
    finished = table.ended_by == Table.EndedBy.FINISHED
    scores = dict(enumerate(outcome.scores)) if outcome and finished else {}
    return (
        finished == (outcome is not None)
        and table.outcome == (coding.to_text(outcome) if outcome else "")
        and all(seat.score == scores.get(seat.index or 0) for seat in seats)
    )
