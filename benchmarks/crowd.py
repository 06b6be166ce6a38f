"""Many live tables at once, laid down row by row as the services would have left them after the start."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import batched

from accounts.models import User
from engines import registry
from engines.contract import Pending, When, encode
from tables import clock
from tables.models import Decision, Move, Seat, Table

GAME, SEATS, PEOPLE = "gonzaga", 2, 1000
BATCH = 5000
PACE = clock.PACES["week"]
# Longer than any decision at this pace may take, its bank included.
LONG = timedelta(days=30)


@dataclass(frozen=True)
class Position:
    """The start of a game, which all tables share as a text; every table has rows of its own."""

    version: str
    options: str
    state: str
    events: str
    draws: str
    asked: tuple[Pending, ...]


def lay_down(tables: int, now: datetime) -> None:
    """So many running tables for two, whose players have been asked for their first decision ``now``."""
    position = _start()
    people = User.objects.bulk_create(User(email=f"{number}@example.org", password="!") for number in range(PEOPLE))
    for numbers in batched(range(tables), BATCH, strict=False):
        rows = Table.objects.bulk_create(_table(position, now) for _number in numbers)
        Move.objects.bulk_create(_first_move(table, position, now) for table in rows)
        seats = [seat for number, table in zip(numbers, rows, strict=True) for seat in _seats(table, number, people, now)]
        Seat.objects.bulk_create(seats)
        Decision.objects.bulk_create(_decisions(seats, position.asked, now))


def make_due(tables: int, moment: datetime) -> None:
    """Let the time of one decision be over at each of so many tables, spread evenly over all there are."""
    ids = list(Table.objects.order_by("pk").values_list("pk", flat=True))
    chosen = ids[:: len(ids) // tables][:tables]
    for some in batched(chosen, 500, strict=False):
        waiting = Decision.objects.filter(table__in=some, closed_at=None, when=When.NOW.value).order_by("-pk")
        first = dict(waiting.values_list("table_id", "pk"))
        due = {"asked_at": moment - LONG, "counted_at": moment - LONG, "bank_at": moment, "due_at": moment, "remind_at": None}
        Decision.objects.filter(pk__in=first.values()).update(**due)


def _start() -> Position:
    engine = registry.engine(GAME)
    options = engine.Options()
    step = engine.start(options, SEATS, bytes(32))
    return Position(
        version=engine.versions[-1],
        options=encode(options).decode(),
        state=encode(step.state).decode(),
        events=encode(step.events).decode(),
        draws=encode(step.draws).decode(),
        asked=engine.pending(step.state.public),
    )


def _table(position: Position, now: datetime) -> Table:
    return Table(
        game=GAME,
        version=position.version,
        options=position.options,
        seat_count=SEATS,
        pace=PACE.slug,
        decision_minutes=PACE.decision,
        reply_minutes=PACE.reply,
        bank_minutes=PACE.bank,
        grace_minutes=PACE.grace,
        status=Table.Status.RUNNING,
        commitment="0" * 64,
        state=position.state,
        started_at=now,
        moved_at=now,
    )


def _first_move(table: Table, position: Position, now: datetime) -> Move:
    return Move(table=table, seq=0, via=Move.Via.START, events=position.events, draws=position.draws, at=now)


def _seats(table: Table, number: int, people: Sequence[User], now: datetime) -> Iterator[Seat]:
    for index in range(SEATS):
        user = people[(number + index) % len(people)]
        yield Seat(table=table, position=index, index=index, user=user, joined_at=now, bank_seconds=PACE.bank * 60)


def _decisions(seats: Iterable[Seat], asked: Sequence[Pending], now: datetime) -> Iterator[Decision]:
    of_seat = {each.seat: each for each in asked}
    for seat in seats:
        each = of_seat[seat.position]
        given = clock.allowance(PACE, bank=timedelta(seconds=seat.bank_seconds), is_reply=each.reply)
        due = clock.deadline(given, clock.ALWAYS, since=now)
        yield Decision(
            table=seat.table,
            seat=seat,
            key=each.key,
            kind=each.kind,
            when=each.when,
            sealed=each.sealed,
            holder_id=seat.user_id,
            asked_at=now,
            counted_at=now,
            over_at=due.over_at,
            bank_at=due.bank_at,
            due_at=due.due_at,
            remind_at=due.remind_at,
        )
