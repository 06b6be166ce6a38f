"""The first moment of a game: the key from all words, the seats dealt by it, the start as move 0."""

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
    """Start a locked table whose ``seats`` (in order of joining) are all taken. Raises NotRunning if it has started already."""
    engine = registry.engine(table.game)
    key = keys_of(table, [seat.word for seat in seats]).at(0)
    dealt, drawn = deal(table, key, len(seats))
    try:
        step = engine.start(coding.options(table.game, table.options), len(seats), key)
    except BadOptions as error:
        raise Unplayable(error) from None
    table.state = coding.to_text(step.state)
    table.round, table.round_limit = engine.progress(step.state.public)
    _open(table, now)
    _deal(table, seats, dealt)
    _record(table, coding.to_text(step.events), coding.to_text((*drawn, *step.draws)), now)
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
    """The engine's seat of each position, and what was drawn for it: nothing where seats rotate."""
    if table.rotates:
        return range(seats), ()
    dealt, draw = chance.order(key, SEATS, seats)
    return dealt, (draw,)


def _open(table: Table, now: datetime) -> None:
    """Exactly once, whatever the database knows of locks."""
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


def _deal(table: Table, seats: Sequence[Seat], dealt: Sequence[int]) -> None:
    """The seat at position p plays the engine's seat ``dealt[p]``."""
    for seat, index in zip(seats, dealt, strict=True):
        seat.table = table
        seat.index = index
        seat.bank_seconds = table.bank_minutes * 60
        seat.is_early = seat.user_id is not None and _is_early(table, seat.user_id)
    Seat.objects.bulk_update(seats, ["index", "bank_seconds", "is_early"])
    Tenure.objects.bulk_create(Tenure(seat=seat, user_id=seat.user_id, bot=seat.bot, first_seq=1) for seat in seats)


def _is_early(table: Table, user_id: int) -> bool:
    """Whether this is one of the first games of its kind that somebody begins."""
    begun = Table.objects.filter(game=table.game, started_at__isnull=False, seats__user=user_id).exclude(pk=table.pk)
    return begun[:EARLY].count() < EARLY


def _record(table: Table, events: str, draws: str, now: datetime) -> None:
    Move.objects.create(table=table, seq=0, via=Move.Via.START, events=events, draws=draws, at=now)
