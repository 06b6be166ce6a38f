"""People, tables and moves for the tests, made through the services."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from accounts.models import User
from engines import chance, registry
from engines.contract import Pending, When
from tables import clock
from tables.models import Decision, Move, Seat, Table
from tables.selectors.play import state
from tables.services.lobby import tables
from tables.services.lobby.admission import Conditions
from tables.services.play import bots, moves

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
PLAIN = clock.Pace("plain", 24 * 60, 12 * 60)
BANKED = clock.Pace("banked", 24 * 60, 12 * 60, bank=60, increment=30, cap=90)
_numbers = count(1)


def person(name: str = "Player") -> User:
    """Create a user with an account, and return the user."""
    number = next(_numbers)
    return User.objects.create_user(f"{name.lower()}{number}@example.org", display_name=f"{name} {number}")


def open_table(host: User, *, seats: int = 2, game: str = "specimen", **more: Any) -> Table:
    """Open a table of ``host`` that waits for players, and return it."""
    fields: dict[str, Any] = {"options": {}, "pace": PLAIN, "word": "first", "now": NOW} | more
    fields["conditions"] = Conditions(**{name: fields.pop(name) for name in Conditions._fields if name in fields})
    how = {name: fields.pop(name) for name in ("word", "token", "now") if name in fields}
    return tables.create_table(tables.NewTable(game=game, seats=seats, **fields), host=host, **how)


def running_table(*people: User, **more: Any) -> Table:
    """Open a table of the first person and let the others join in this order. Return the table, by default started."""
    return filled(open_table(people[0], **{"seats": len(people) + int(more.get("bots", 0))} | more), *people, **more)


def filled(table: Table, *people: User, **more: Any) -> Table:
    """Let everybody except the first person, the host, join the table, and return it."""
    for number, user in enumerate(people[1:]):
        tables.join_table(table_id=table.pk, user=user, word=f"word {number}", invite=table.invite, now=more.get("now", NOW))
    table.refresh_from_db()
    return table


def with_known_chance(table: Table) -> Table:
    """Give an open table a fixed code and secret, so that its draws are the same on every run. Return the table."""
    table.code = f"kn2wn{'abcdefghjkmnp'[Table.objects.count() % 13]}23"
    table.secret = hashlib.sha256(table.code.encode()).digest()
    table.commitment = chance.commitment(table.secret)
    table.save(update_fields=["code", "secret", "commitment"])
    return table


def as_many_as_play(game: str, people: Sequence[User]) -> Sequence[User]:
    """Return the first of these people, as many as the game allows."""
    return people[: registry.engine(game).seat_range[-1]]


def seat_of(table: Table, user: User) -> Seat:
    """Return the current seat of a user."""
    return Seat.objects.select_related("table").get(table=table, user=user)


def waiting(table: Table, seat: Seat | None = None) -> list[Pending]:
    """Return the engine's current decisions, of all seats or of one seat."""
    table.refresh_from_db()
    asked = registry.engine(table.game).pending(state.seen(table, None).public)
    return [each for each in asked if each.when is When.NOW and (seat is None or each.seat == seat.index)]


def decision(seat: Seat, key: str | None = None) -> Decision:
    """Return the open decision of a seat. Return an optional turn to queue only if the seat has no other decision."""
    found = Decision.objects.filter(seat=seat, closed_at=None)
    asked = found.exclude(when=When.MAY, sealed=False)
    return found.get(key=key) if key else (asked or found).get()


def legal(seat: Seat, asked: Pending) -> list[Any]:
    """Return all legal actions of a seat for a decision."""
    seat.refresh_from_db()
    return list(registry.engine(seat.table.game).legal(state.seen(fresh(seat.table), seat), asked))


def fresh(table: Table) -> Table:
    """Return the table as it is in the database now."""
    return Table.objects.get(pk=table.pk)


def send(seat: Seat, *actions: Any, key: str | None = None, token: str = "", now: datetime = NOW, **more: Any) -> moves.Result:
    """Send actions of a seat as a page does, and return the result."""
    seat.refresh_from_db()
    fields = {"own_ply": seat.plies, "via": Move.Via.PAGE, "user_id": seat.user_id} | more
    chosen = key or waiting(seat.table, seat)[0].key
    return moves.submit(table_id=seat.table_id, seat_id=seat.pk, key=chosen, actions=actions, token=token, now=now, **fields)


def moments(start: datetime = NOW) -> Iterator[datetime]:
    """Return an endless iterator of times one minute apart. The first is a minute after ``start``."""
    return (start + timedelta(minutes=number) for number in count(1))


def play_to_end(table: Table, *, most: int = 500) -> Table:
    """Play the game to its end, or up to ``most`` moves, with a bot's choices for people too. Return the table."""
    engine = registry.engine(table.game)
    for now, _move in zip(moments(), range(most), strict=False):
        asked = waiting(table)
        if not asked:
            break
        seat = Seat.objects.select_related("table").get(table=table, index=asked[0].seat)
        if seat.bot or seat.steward_since:
            bots.think(table_id=table.pk, seat_id=seat.pk, key=asked[0].key, now=now)
        else:
            send(seat, engine.bot(state.seen(table, seat), asked[0]), key=asked[0].key, now=now)
    return fresh(table)
