"""Many live tables: a thousand with the rows that the services would create, and copies of these."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import batched
from typing import Any

from django.db import connection, models, transaction

from accounts.models import User
from config.safe.sealing import CannotOpen
from engines import registry
from engines.contract import Pending, When, encode
from tables import clock
from tables.models import Decision, Move, Seat, Table
from tables.models.play import new_secret

GAME, SEATS = "gonzaga", 2
# Number of original tables, which all others copy, and of their users, who have twenty games each.
FIRST, PEOPLE = 1000, 100
COPIED: tuple[type[models.Model], ...] = (User, Table, Seat, Move, Decision)
# SQL for columns that differ between copies of a row, besides its keys.
UNIQUE = {
    "email": "copies.number || '.' || email",
    "code": "replace(replace(lpad(CAST({id} AS text), 8, 'z'), '0', 'x'), '1', 'y')",
    "invite": "substr(md5('invite' || {id}), 1, 22)",
    "pulse": "substr(md5('pulse' || {id}), 1, 22)",
}
PACE = clock.PACES["week"]
# Longer than the longest decision at this pace, its time bank included.
LONG = timedelta(days=30)


@dataclass(frozen=True)
class Position:
    """The start of a game, shared by all tables as text. Every table has rows of its own."""

    version: str
    options: str
    state: str
    events: str
    draws: str
    pending: tuple[Pending, ...]


def create_tables(tables: int, now: datetime) -> None:
    """Create ``tables`` running tables for two, with first decisions asked at ``now``.

    The number is rounded down to thousands.
    """
    create_first_tables(now)
    multiply(tables // FIRST)


def create_first_tables(now: datetime) -> None:
    """Create the first thousand tables."""
    position = _start()
    people = User.objects.bulk_create(User(email=f"{number}@example.org", password="!") for number in range(PEOPLE))
    rows = Table.objects.bulk_create(_table(position, now) for _number in range(FIRST))
    Move.objects.bulk_create(_first_move(table, position, now) for table in rows)
    seats = [seat for number, table in enumerate(rows) for seat in _seats(table, number, people, now)]
    Seat.objects.bulk_create(seats)
    Decision.objects.bulk_create(_decisions(seats, position.pending, now))


def multiply(times: int) -> None:
    """Multiply users, tables and all their rows by ``times``. Each copy has users of its own."""
    steps = {model: model._default_manager.latest("pk").pk for model in COPIED}
    numbers = f"WITH RECURSIVE copies (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copies WHERE number < {times - 1})"
    for model, step in steps.items() if times > 1 else ():
        columns = {str(field.column): _copied(field, step, steps) for field in model._meta.concrete_fields}
        names, values = ", ".join(f'"{column}"' for column in columns), ", ".join(columns.values())
        table = model._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(f'{numbers} INSERT INTO "{table}" ({names}) SELECT {values} FROM copies, "{table}"')
            if connection.vendor == "postgresql":
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {times * step})")


def make_due(tables: int, moment: datetime) -> None:
    """Make the deadline of one decision pass at each of ``tables`` tables, spread evenly over all tables.

    The hidden fields of these tables are sealed again.
    """
    ids = list(Table.objects.running().order_by("pk").values_list("pk", flat=True))
    chosen = ids[:: len(ids) // tables][:tables]
    seal(chosen)
    for batch in batched(chosen, 500, strict=False):
        waiting = Decision.objects.filter(table__in=batch, closed_at=None, when=When.NOW.value).order_by("-pk")
        first_decisions = dict(waiting.values_list("table_id", "pk"))
        due = {"asked_at": moment - LONG, "counted_at": moment - LONG, "bank_at": moment, "due_at": moment, "remind_at": None}
        Decision.objects.filter(pk__in=first_decisions.values()).update(**due)


def seal(ids: Iterable[int]) -> None:
    """Seal the hidden fields of copied tables again, since data sealed for another row cannot be decrypted."""
    position = _start()
    with transaction.atomic():
        for batch in batched(ids, 500, strict=False):
            for table in Table.objects.filter(pk__in=batch):
                if not _opens(table):
                    table.secret, table.state = new_secret(), position.state
                    table.save(update_fields=["secret", "state"])
                    move = Move.objects.get(table=table, seq=0)
                    move.events, move.draws = position.events, position.draws
                    move.save(update_fields=["events", "draws"])


def _opens(table: Table) -> bool:
    try:
        return bool(table.state)
    except CannotOpen:
        return False


def _copied(field: Any, step: int, steps: Mapping[type[models.Model], int]) -> str:
    """Return the SQL value of a copy in this column."""
    if field.primary_key:
        return f'"{field.column}" + copies.number * {step}'
    # Copied rows have foreign keys to copied rows only.
    if field.related_model in steps:
        return f'"{field.column}" + copies.number * {steps[field.related_model]}'
    if field.unique:
        return UNIQUE[field.column].replace("{id}", f"(id + copies.number * {step})")
    return f'"{field.column}"'


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
        pending=engine.pending(step.state.public),
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


def _decisions(seats: Iterable[Seat], decisions: Sequence[Pending], now: datetime) -> Iterator[Decision]:
    by_seat = {decision.seat: decision for decision in decisions}
    for seat in seats:
        decision = by_seat[seat.position]
        allowance = clock.allowance(PACE, bank=timedelta(seconds=seat.bank_seconds), is_reply=decision.reply)
        due = clock.deadline(allowance, clock.ALWAYS, since=now)
        yield Decision(
            table=seat.table,
            seat=seat,
            key=decision.key,
            kind=decision.kind,
            when=decision.when,
            sealed=decision.sealed,
            holder_id=seat.user_id,
            asked_at=now,
            counted_at=now,
            over_at=due.over_at,
            bank_at=due.bank_at,
            due_at=due.due_at,
            remind_at=due.remind_at,
        )
