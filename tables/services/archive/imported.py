"""Rows of a game to be imported, made from its record by playing it again in memory."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from accounts import names
from config import characters
from engines import registry
from engines.contract import Engine, EngineError, Outcome, Pending, When
from tables.models import Move, Seat, Table, Tenure
from tables.selectors import coding
from tables.selectors.archive import roots
from tables.selectors.archive.export import STEWARD
from tables.selectors.archive.records import BadRecord, GameRecord, MoveRecord, SeatRecord, TenureRecord, canonical, moments
from tables.services import quarantine
from tables.services.play.ending import places_of

LONGEST_BOT = 40
# Tolerance for differences between the clocks of computers.
SLACK = timedelta(hours=1)
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Game:
    """Whole game in unsaved rows: seats in order of joining, moves in order."""

    table: Table
    seats: Sequence[Seat]
    tenures: Sequence[Tenure]
    moves: Sequence[Move]


def build_game(record: GameRecord, now: datetime) -> Game:
    """Return the replayed rows of a record, not yet compared with the recorded values. Raises BadRecord."""
    engine = _engine(record)
    _check_seats(record, engine)
    _check_texts(record)
    _check_times(record, now)
    _check_holders(record)
    table = _table(record, now)
    seats = [_seat(table, entry, record) for entry in sorted(record.seats, key=lambda seat: seat.position)]
    tenures = [tenure for seat, entry in _pairs(seats, record) for tenure in _tenures(seat, entry, len(record.moves) - 1)]
    moves = list(_moves(engine, table, seats, record))
    _check_places(record, coding.outcome(table.outcome))
    return Game(table, seats, tenures, moves)


def _engine(record: GameRecord) -> Engine:
    try:
        engine = registry.engine(record.game)
    except KeyError:
        raise BadRecord(f"there is no game {record.game!r} here") from None
    if record.version not in engine.versions:
        versions = ", ".join(engine.versions)
        raise BadRecord(f"{engine.title} is known here in version {versions}, and this game is of {record.version!r}")
    return engine


def _check_seats(record: GameRecord, engine: Engine) -> None:
    numbers = list(range(len(record.seats)))
    words = 0 if record.deal else len(numbers)
    if len(numbers) not in engine.seat_range or len(record.words) != words:
        raise BadRecord(f"{engine.title} is not played by {len(record.seats)} with {len(record.words)} words")
    for name in ("index", "position"):
        if sorted(getattr(seat, name) for seat in record.seats) != numbers:
            raise BadRecord(f"its seats have not every {name} once")
    if any(move.seat is not None and move.seat not in numbers for move in record.moves):
        raise BadRecord("a move names a seat that is not there")


def _check_texts(record: GameRecord) -> None:
    """Refuse texts that the site would refuse in a form, and bots without a name."""
    tenures = [tenure for seat in record.seats for tenure in seat.tenures]
    holders = [(seat.kind, seat.name) for seat in record.seats] + [(tenure.kind, tenure.name) for tenure in tenures]
    if any(characters.first_refused(text) is not None for text in (record.name, *record.words)):
        raise BadRecord("the table’s name or a word contains a character that cannot be used")
    if any(names.first_unfit(name) is not None for _kind, name in holders):
        raise BadRecord("a name contains a character that cannot be used")
    if not all(_is_bot(name) for kind, name in holders if kind == "bot"):
        raise BadRecord("a bot has no name of a bot")


def _is_bot(name: str) -> bool:
    return 0 < len(name) <= LONGEST_BOT and name != STEWARD


def _check_times(record: GameRecord, now: datetime) -> None:
    times = moments(record)
    if min(times) < EARLIEST or max(times) > now + SLACK:
        raise BadRecord("it was played at a time that has not come or is long gone")
    if min(times) < record.started_at - SLACK or max(times) > record.ended_at + SLACK:
        raise BadRecord("a move was made before its start or after its end")


def _check_holders(record: GameRecord) -> None:
    """Check the holders of the seats and the senders of the moves.

    A bot holds its seat throughout; persons and the steward can share a seat. Bots and stewards send only their own moves.
    """
    for seat in record.seats:
        allowed_kinds = {"bot"} if seat.kind == "bot" else {"person", "steward"}
        is_vacated = seat.tenures[-1].kind == "steward" or record.ended_by == "abandoned"
        if not allowed_kinds.issuperset(tenure.kind for tenure in seat.tenures) or (seat.resigned and not is_vacated):
            raise BadRecord(f"seat {seat.index} was not held as it says")
    for move in record.moves:
        if move.via in ("bot", "steward") and _holder(record, move) != move.via:
            raise BadRecord(f"move {move.seq} was not made by the {move.via}")


def _holder(record: GameRecord, move: MoveRecord) -> str:
    tenures = [tenure for seat in record.seats if seat.index == move.seat for tenure in seat.tenures]
    return next((tenure.kind for tenure in tenures if tenure.first_seq <= move.seq <= tenure.last_seq), "")


def _check_places(record: GameRecord, outcome: Outcome | None) -> None:
    """Check that places follow from the ranking or a concession, and are empty without a result."""
    places = {seat.index: seat.place for seat in record.seats if seat.place is not None}
    match record.ended_by:
        case "finished" if outcome is not None:
            fits = places == places_of(outcome.ranking, {seat.index for seat in record.seats if seat.resigned})
        case "conceded":
            fits = len(record.seats) == 2 and sorted(places.values()) == [1, 2]
        case _:
            fits = not places
    if not fits:
        raise BadRecord("its places are not those of its result")


def _table(record: GameRecord, now: datetime) -> Table:
    """Return the table without its position, which results from the moves."""
    try:
        outcome = coding.outcome(canonical(record.outcome))
    except msgspec.MsgspecError as fault:
        raise BadRecord(f"its outcome cannot be read: {fault}") from None
    return Table(
        code=record.code,
        game=record.game,
        version=record.version,
        options=canonical(record.options),
        name=record.name,
        seat_count=len(record.seats),
        pace="custom",
        decision_minutes=0,
        reply_minutes=0,
        rated=False,
        status=Table.Status.ENDED,
        ended_by=record.ended_by,
        secret=bytes.fromhex(record.secret),
        commitment=record.commitment,
        outcome=coding.to_text(outcome) if outcome else "",
        seq=len(record.moves) - 1,
        created_at=record.started_at,
        started_at=record.started_at,
        moved_at=record.moves[-1].at,
        ended_at=record.ended_at,
        imported_at=now,
        rotates=record.rotates,
        deal=record.deal or "",
    )


def _seat(table: Table, seat: SeatRecord, record: GameRecord) -> Seat:
    return Seat(
        table=table,
        position=seat.position,
        index=seat.index,
        word="" if record.deal else record.words[seat.position],
        joined_at=record.started_at,
        resigned_at=record.ended_at if seat.resigned else None,
        plies=sum(move.seat == seat.index for move in record.moves),
        score=seat.score,
        place=seat.place,
        **_called(seat),
    )


def _called(holder: SeatRecord | TenureRecord) -> dict[str, str]:
    """Return the name columns of a holder. An imported person has no account here, only a name."""
    if holder.kind == "steward":
        return {"bot": STEWARD}
    return {"bot": holder.name} if holder.kind == "bot" else {"pseudonym": holder.name}


def _pairs(seats: Sequence[Seat], record: GameRecord) -> Iterator[tuple[Seat, SeatRecord]]:
    by_index = {entry.index: entry for entry in record.seats}
    return ((seat, by_index[seat.index]) for seat in seats if seat.index is not None)


def _tenures(seat: Seat, entry: SeatRecord, last: int) -> Iterator[Tenure]:
    """Yield the tenures of a seat, which must cover all moves without a gap."""
    first = 1
    for tenure in entry.tenures:
        if tenure.first_seq != first or tenure.last_seq < first - 1:
            raise BadRecord(f"seat {seat.index} was not held by somebody at every move")
        first = tenure.last_seq + 1
        yield Tenure(seat=seat, first_seq=tenure.first_seq, last_seq=tenure.last_seq, **_called(tenure))
    if first != last + 1:
        raise BadRecord(f"seat {seat.index} was not held by somebody at every move")


def _moves(engine: Engine, table: Table, seats: Sequence[Seat], record: GameRecord) -> Iterator[Move]:
    """Yield the moves in order; at the end the table holds the resulting position."""
    seat_of = {seat.index: seat for seat in seats}
    previous, *later = record.moves
    state = _started(engine, table, seats)
    _check_start(previous)
    yield _move(table, None, previous)
    for entry in later:
        pending = _pending(engine, state, entry)
        state = _applied(engine, table, state, entry)
        move = _move(table, seat_of[entry.seat], entry)
        move.kind, move.sealed = pending.kind, pending.sealed
        is_continuation = (previous.seat, previous.key, previous.at) == (entry.seat, entry.key, entry.at)
        move.replaces = pending.sealed and pending.when is When.MAY and not is_continuation
        previous = entry
        yield move
    table.state = coding.to_text(state)
    table.round, table.round_limit = engine.progress(state.public)


def _started(engine: Engine, table: Table, seats: Sequence[Seat]) -> Any:
    key = roots.own_key(table, [seat.word for seat in seats])
    try:
        options = coding.options(table.game, table.options)
        if options.version != table.version:
            raise BadRecord("its options are of another version")
        return engine.start(options, table.seat_count, key).state
    except (msgspec.MsgspecError, EngineError) as fault:
        raise BadRecord(f"its options do not make a game: {fault}") from None


def _check_start(start: MoveRecord) -> None:
    if (start.seq, start.seat, start.key, canonical(start.action), start.via) != (0, None, "", "", "start"):
        raise BadRecord("its first move is not the start")


def _pending(engine: Engine, state: Any, entry: MoveRecord) -> Pending:
    pending = next((one for one in engine.pending(state.public) if (one.seat, one.key) == (entry.seat, entry.key)), None)
    if pending is None or entry.via == "start":
        raise BadRecord(f"move {entry.seq} answers nothing that was asked")
    return pending


def _applied(engine: Engine, table: Table, state: Any, entry: MoveRecord) -> Any:
    try:
        return engine.apply(state, entry.seat or 0, coding.action(table.game, canonical(entry.action))).state
    # Any error of the engine means that the record is not a valid game.
    except Exception as fault:  # noqa: BLE001
        raise BadRecord(f"move {entry.seq} cannot be played: {quarantine.describe_error(fault)}") from None


def _move(table: Table, seat: Seat | None, entry: MoveRecord) -> Move:
    """Return a move with events and draws decoded by the game's types; unknown data is dropped."""
    try:
        events = coding.events(table.game, canonical(entry.events))
        draws = coding.draws(canonical(entry.draws))
    except msgspec.MsgspecError as fault:
        raise BadRecord(f"move {entry.seq} cannot be read: {fault}") from None
    return Move(
        table=table,
        seq=entry.seq,
        seat=seat,
        key=entry.key,
        action=canonical(entry.action),
        via=entry.via,
        events=coding.to_text(events),
        draws=coding.to_text(draws),
        salt=bytes.fromhex(entry.salt) if entry.salt else None,
        receipt=entry.receipt or "",
        at=entry.at,
    )
