"""Many tables in the middle of a game, and their next moves.

A game is played to its middle. Its rows are copied for other users, with new addresses, and then it is played on. The secret of
a table decides all its draws, so the same moves can be played at every copy.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from math import ceil
from typing import Any, NamedTuple

from django.db import models

from accounts.models import User
from benchmarks import playing
from benchmarks.browser import Browser
from engines import playout
from engines.contract import Engine
from tables.models import Consent, Decision, FiledAnswer, Move, Seat, SiteEvent, StandingOrder, Table, Tenure
from tables.models.hidden import Hidden
from tables.models.play import new_code, new_token

# Models of rows at a table or at its seats that a move reads or writes.
AT_TABLE: tuple[type[models.Model], ...] = (Move, Decision, FiledAnswer, Consent, SiteEvent)
AT_SEATS: tuple[type[models.Model], ...] = (Tenure, StandingOrder)


class Step(NamedTuple):
    """A move to play: its player's position at the table, and the fields of the form except its token."""

    position: int
    fields: Mapping[str, str]


class Copy(NamedTuple):
    """A table and its users, by position."""

    table: Table
    people: Sequence[Browser]

    @property
    def path(self) -> str:
        """Address of the table's page."""
        return self.table.get_absolute_url()


class Middle(NamedTuple):
    """Copies of a game in its middle, in the order of their groups, and the next moves. ``spare`` is one more copy."""

    game: str
    copies: Sequence[Copy]
    spare: Copy
    steps: Sequence[Step]


def middle(engine: Engine, groups: Sequence[Sequence[Browser]], moves: int) -> Middle:
    """Play a game to its middle and copy its table. Return copies for each group of users, one user per seat.

    Together, the copies of a group have at least ``moves`` moves to play, all in the middle third of the game.
    """
    seats = engine.seat_range[-1]
    hosts = [Browser(User.objects.create_user(f"{engine.slug}{number}@example.org")) for number in range(seats)]
    record = playout.play_game(engine, engine.Options(), [engine.bot] * seats, bytes(32))
    third = len(record.moves) // 3
    table = playing.running_table(hosts, engine.slug)
    for _step in _played(table, third):
        pass
    table.refresh_from_db()
    per_group = ceil(moves / third)
    copies = [_copy(table, group[:seats]) for group in groups for _number in range(per_group)]
    return Middle(engine.slug, copies, _copy(table, groups[0][:seats]), list(_played(table, third)))


def _played(table: Table, moves: int) -> Iterator[Step]:
    """Play up to ``moves`` moves chosen by bots, and yield each as a step. Stop at the end of the game."""
    for _number in range(moves):
        turn = playing.first_turn(table)
        if turn is None:
            return
        action = playing.choice(table, turn)
        fields = playing.form(turn, action)
        playing.submit(table, turn, action)
        del fields["token"]
        yield Step(turn.seat.position, fields)


def _copy(table: Table, people: Sequence[Browser]) -> Copy:
    new_table = copy(_opened(table))
    new_table.pk, new_table.code, new_table.invite, new_table.pulse = None, new_code(), new_token(), new_token()
    new_table.host = people[0].user
    new_table.save(force_insert=True)
    originals = list(Seat.objects.filter(table=table).order_by("position"))
    users = {seat.user_id: one.user.pk for seat, one in zip(originals, people, strict=True)}
    seats = Seat.objects.bulk_create(
        _moved(seat, {"table_id": {table.pk: new_table.pk}, "user_id": users}) for seat in originals
    )
    ids = {old.pk: new.pk for old, new in zip(originals, seats, strict=True)}
    keys: dict[str, Mapping[Any, Any]] = {"table_id": {table.pk: new_table.pk}, "user_id": users, "holder_id": users}
    keys |= {"seat_id": ids, "for_seat_id": ids}
    for model, rows in _rows(table):
        model._default_manager.bulk_create(_moved(row, keys) for row in rows)
    return Copy(new_table, people)


def _opened[Row: models.Model](row: Row) -> Row:
    """Decrypt the sealed fields of a row, since its copy could not decrypt them. Return the row."""
    for field in row._meta.local_fields:
        if isinstance(field, Hidden):
            getattr(row, field.attname)
    return row


def _rows(table: Table) -> Iterator[tuple[type[models.Model], Sequence[models.Model]]]:
    for model in AT_TABLE:
        yield model, list(model._default_manager.filter(table=table).order_by("pk"))
    for model in AT_SEATS:
        yield model, list(model._default_manager.filter(seat__table=table).order_by("pk"))


def _moved[Row: models.Model](row: Row, keys: Mapping[str, Mapping[Any, Any]]) -> Row:
    """Return a copy of the row, with foreign keys to the copied rows."""
    new = copy(_opened(row))
    new.pk = None
    new._state.adding = True
    for name, ids in keys.items():
        if getattr(new, name, None) is not None:
            setattr(new, name, ids[getattr(new, name)])
    return new
