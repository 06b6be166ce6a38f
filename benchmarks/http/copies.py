"""Many tables in the middle of a game, and the moves that are played there next.

A game is played to its middle. Its rows are copied for other people, with new addresses, and then it is played on: since the
secret of a table decides all its draws, the same moves can be played at every copy.
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

# What lies at a table or at its seats and is read or written by a move.
AT_TABLE: tuple[type[models.Model], ...] = (Move, Decision, FiledAnswer, Consent, SiteEvent)
AT_SEATS: tuple[type[models.Model], ...] = (Tenure, StandingOrder)


class Step(NamedTuple):
    """A move to be played: the place at the table of whoever plays it, and the fields of the form but its token."""

    position: int
    fields: Mapping[str, str]


class Copy(NamedTuple):
    """A table and who sits at it, by place."""

    table: Table
    people: Sequence[Browser]

    @property
    def path(self) -> str:
        """The address of its page."""
        return self.table.get_absolute_url()


class Middle(NamedTuple):
    """Copies of a game in its middle, in the order of their groups, and what is played next; ``spare`` is one more of them."""

    game: str
    copies: Sequence[Copy]
    spare: Copy
    steps: Sequence[Step]


def middle(engine: Engine, groups: Sequence[Sequence[Browser]], moves: int) -> Middle:
    """Copies for each group of people, who are as many as can play, at which it can make so many moves of the middle third."""
    seats = engine.seat_range[-1]
    hosts = [Browser(User.objects.create_user(f"{engine.slug}{number}@example.org")) for number in range(seats)]
    record = playout.play_game(engine, engine.Options(), [engine.bot] * seats, bytes(32))
    third = len(record.moves) // 3
    table = playing.running_table(hosts, engine.slug)
    for _step in _played(table, third):
        pass
    table.refresh_from_db()
    each = ceil(moves / third)
    copies = [_copy(table, group[:seats]) for group in groups for _number in range(each)]
    return Middle(engine.slug, copies, _copy(table, groups[0][:seats]), list(_played(table, third)))


def _played(table: Table, moves: int) -> Iterator[Step]:
    """So many moves, as bots choose them; fewer if the game ends before."""
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
    ours = copy(_opened(table))
    ours.pk, ours.code, ours.invite, ours.pulse = None, new_code(), new_token(), new_token()
    ours.host = people[0].user
    ours.save(force_insert=True)
    originals = list(Seat.objects.filter(table=table).order_by("position"))
    users = {seat.user_id: one.user.pk for seat, one in zip(originals, people, strict=True)}
    seats = Seat.objects.bulk_create(_moved(seat, {"table_id": {table.pk: ours.pk}, "user_id": users}) for seat in originals)
    ids = {old.pk: new.pk for old, new in zip(originals, seats, strict=True)}
    keys: dict[str, Mapping[Any, Any]] = {"table_id": {table.pk: ours.pk}, "user_id": users, "holder_id": users}
    keys |= {"seat_id": ids, "for_seat_id": ids}
    for model, rows in _rows(table):
        model._default_manager.bulk_create(_moved(row, keys) for row in rows)
    return Copy(ours, people)


def _opened[Row: models.Model](row: Row) -> Row:
    """The same row, with what is sealed for it opened: under another name nobody could."""
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
    """A new row like this one, whose foreign keys point to what stands for theirs."""
    new = copy(_opened(row))
    new.pk = None
    new._state.adding = True
    for name, ids in keys.items():
        if getattr(new, name, None) is not None:
            setattr(new, name, ids[getattr(new, name)])
    return new
