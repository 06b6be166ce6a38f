"""Start of a game: derive the key from all words, deal the seats, record the start as move 0."""

from collections.abc import Sequence
from datetime import datetime

from engines import chance, registry
from engines.contract import BadOptions, Draw
from tables.errors import Code, NotRunning, Unplayable
from tables.models import Move, Seat, Table, Tenure
from tables.models.hidden import sealed
from tables.selectors import coding
from tables.selectors.archive.roots import keys_of
from tables.services.changes import record_change
from tables.services.mail import notify
from tables.services.play import habits
from tables.services.play.advance import finish
from tables.services.play.locked_table import LockedTable

SEATS = "seats"
EARLY = 3


def start(table: Table, seats: Sequence[Seat], now: datetime) -> None:
    """Start a locked table whose ``seats`` (in order of joining) are all taken. Raises NotRunning if it has started."""
    engine = registry.engine(table.game)
    key = keys_of(table, [seat.word for seat in seats]).at(0)
    seat_order, seat_draws = deal(table, key, len(seats))
    try:
        step = engine.start(coding.options(table.game, table.options), len(seats), key)
    except BadOptions as error:
        raise Unplayable(error) from None
    table.state = coding.to_text(step.state)
    table.round, table.round_limit = engine.progress(step.state.public)
    _open(table, now)
    _deal(table, seats, seat_order)
    _record(table, coding.to_text(step.events), coding.to_text((*seat_draws, *step.draws)), now)
    record_change(table)
    locked = LockedTable(
        table, engine, step.state, {index: seat for seat in seats if (index := seat.index) is not None}, now, 0
    )
    locked.check()
    notify.notify_started(table=table, now=now)
    for seat in seats:
        habits.begin(seat, now)
    finish(locked)


def deal(table: Table, key: bytes, seats: int) -> tuple[Sequence[int], tuple[Draw, ...]]:
    """Return the engine's seat of each position and the draw for it; there is no draw if seats rotate."""
    if table.rotates:
        return range(seats), ()
    seat_order, draw = chance.order(key, SEATS, seats)
    return seat_order, (draw,)


def _open(table: Table, now: datetime) -> None:
    """Save the start exactly once, even in a database without row locks."""
    values = {
        "status": Table.Status.RUNNING,
        "state": table.state,
        "round": table.round,
        "round_limit": table.round_limit,
        "started_at": now,
        "moved_at": now,
    }
    waiting = Table.objects.filter(pk=table.pk, status=Table.Status.WAITING)
    if not waiting.update(**values | {"state": sealed(table, "state")}):
        raise NotRunning(Code.ALREADY_STARTED)
    for name, value in values.items():
        setattr(table, name, value)


def _deal(table: Table, seats: Sequence[Seat], seat_order: Sequence[int]) -> None:
    """Assign the engine's seats: position p plays seat ``seat_order[p]``."""
    for seat, index in zip(seats, seat_order, strict=True):
        seat.table = table
        seat.index = index
        seat.bank_seconds = table.bank_minutes * 60
        seat.is_early = seat.user_id is not None and _is_early(table, seat.user_id)
    Seat.objects.bulk_update(seats, ["index", "bank_seconds", "is_early"])
    Tenure.objects.bulk_create(Tenure(seat=seat, user_id=seat.user_id, bot=seat.bot, first_seq=1) for seat in seats)


def _is_early(table: Table, user_id: int) -> bool:
    """Return whether this is one of the user's first games of this title."""
    earlier_games = Table.objects.filter(game=table.game, started_at__isnull=False, seats__user=user_id).exclude(pk=table.pk)
    return earlier_games[:EARLY].count() < EARLY


def _record(table: Table, events: str, draws: str, now: datetime) -> None:
    Move.objects.create(table=table, seq=0, via=Move.Via.START, events=events, draws=draws, at=now)
