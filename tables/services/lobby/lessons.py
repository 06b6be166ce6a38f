"""Learning by a guide: a practice table with the guide's own deal, moves that are judged, and one station after the other."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from accounts.models import User
from engines import guide as guides
from engines import registry
from engines.contract import Engine, IllegalAction, Seen
from tables.errors import Illegal, Unwelcome
from tables.models import Lesson, Seat, StandingOrder, Table
from tables.selectors.play import lessons as selector
from tables.selectors.play import state
from tables.services.lobby.tables import create_practice
from tables.services.play import at_once, habits

_IMAGINED = bytes(32)


def begin(*, user: User, slug: str, afresh: bool = False, now: datetime) -> Table:
    """The table at which ``user`` learns by this guide: the one they left, or a new one, ``afresh`` in its place.

    Raises KeyError if no game has such a guide.
    """
    guide = guides.guide(slug)
    before = selector.unfinished(user, slug)
    if before is not None and not afresh:
        return before
    with at_once.opening(now) as opened:
        with transaction.atomic():
            if before is not None:
                before.delete()
            table = create_practice(
                user=user,
                game=guide.game,
                seats=guide.seats,
                options=msgspec.to_builtins(guide.options),
                key=guide.key,
                now=now,
            )
            Lesson.objects.create(table=table, guide=slug)
            # What somebody learns they are asked; habits answer from the end of the guide on.
            StandingOrder.objects.filter(seat__table=table).delete()
        opened.append(table.pk)
    return table


def judge(seat: Seat, key: str, actions: Sequence[Any]) -> None:
    """Raise Unwelcome for what the guide of this table wants otherwise, or Illegal if the rules do not allow it either."""
    followed = selector.followed(seat.table)
    number = followed.guide.deciding(followed.number, key) if followed else None
    if followed is None or number is None:
        return
    station = followed.guide.stations[number]
    seen = state.seen(seat.table, seat)
    if actions and (wrong := station.judge(seen, actions)):
        _check(registry.engine(seat.table.game), seen, seat, actions)
        raise Unwelcome(followed.guide.slug, station.id, wrong)


def moved(table: Table, key: str, now: datetime) -> None:
    """The learner has answered a decision: on to the station after the one that was about it."""
    row = Lesson.objects.filter(table=table).first() if table.practice else None
    number = guides.guide(row.guide).deciding(row.station, key) if row else None
    if row is not None and number is not None:
        _leave(row, number, now)


@transaction.atomic
def go_on(*, table: Table, number: int, now: datetime) -> None:
    """Leave a station that only explains; nothing happens if it was left before, or is about a decision."""
    followed = selector.followed(table)
    row = Lesson.objects.filter(table=table).first()
    if row is not None and followed is not None and followed.number == number and not followed.station.key:
        _leave(row, number, now)


def _check(engine: Engine, seen: Seen[Any, Any], seat: Seat, actions: Sequence[Any]) -> None:
    """Only the first of several: what follows it may depend on what others do."""
    assert seat.index is not None
    try:
        engine.apply(engine.imagine(seen, _IMAGINED), seat.index, actions[0])
    except IllegalAction as error:
        raise Illegal(error) from None


def _leave(row: Lesson, number: int, now: datetime) -> None:
    if number + 1 == len(guides.guide(row.guide).stations):
        row.delete()
        for seat in Seat.objects.select_related("table").filter(table=row.table_id, user__isnull=False):
            habits.begin(seat, now)
    else:
        Lesson.objects.filter(pk=row.pk, station__lte=number).update(station=number + 1)
