"""Guides: practice tables with a fixed deal, where moves are checked against the guide, step by step."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
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
from tables.services.once import create_once
from tables.services.play import at_once, habits

_IMAGINED = bytes(32)


def begin(*, user: User, slug: str, restart: bool = False, token: str = "", now: datetime) -> Table:
    """Return the user's unfinished table for this guide, or open a new one. Starting over deletes the unfinished table.

    ``token``: as in ``create_once``. Raises KeyError if no game has such a guide.
    """
    guide = guides.guide(slug)
    unfinished = selector.unfinished(user, slug)
    if unfinished is not None and not restart:
        return unfinished
    make = partial(_open, user, guide, now)
    with at_once.opening(now) as opened:
        table = create_once(Table, user_id=user.pk, token=token, content=("guide", slug), now=now, make=make)
        opened.append(table.pk)
    return table


@transaction.atomic
def _open(user: User, guide: guides.Guide, now: datetime) -> Table:
    """Open a table for the guide, in place of an unfinished one."""
    unfinished = selector.unfinished(user, guide.slug)
    if unfinished is not None:
        unfinished.delete()
    table = create_practice(
        user=user,
        game=guide.game,
        seats=guide.seats,
        options=msgspec.to_builtins(guide.options),
        key=guide.key,
        now=now,
    )
    Lesson.objects.create(table=table, guide=guide.slug, station=guide.stations[0].id)
    # During a guide the learner makes every decision; the game's standing orders start after it.
    StandingOrder.objects.filter(seat__table=table).delete()
    return table


def judge(seat: Seat, key: str, actions: Sequence[Any]) -> None:
    """Raise Unwelcome for actions that differ from the guide's, or Illegal if they break the rules."""
    progress = selector.followed(seat.table)
    number = progress.guide.deciding(progress.number, key) if progress else None
    if progress is None or number is None:
        return
    station = progress.guide.stations[number]
    seen = state.seen(seat.table, seat)
    if actions and (fault := station.judge(seen, actions)):
        _check(registry.engine(seat.table.game), seen, seat, actions)
        raise Unwelcome(progress.guide.slug, station.id, fault)


def moved(table: Table, key: str, now: datetime) -> None:
    """Finish the step whose decision has just been made, and go to the next step."""
    row = Lesson.objects.filter(table=table).first() if table.practice else None
    if row is None:
        return
    guide = guides.guide(row.guide)
    number = guide.deciding(guide.number(row.station, {key}), key)
    if number is not None:
        _leave(row, number, now)


@transaction.atomic
def go_on(*, table: Table, number: int, now: datetime) -> None:
    """Finish a step that only explains. Do nothing if the step is already finished or has a decision."""
    progress = selector.followed(table)
    row = Lesson.objects.filter(table=table).first()
    if row is not None and progress is not None and progress.number == number and not progress.station.key:
        _leave(row, number, now)


def _check(engine: Engine, seen: Seen[Any, Any], seat: Seat, actions: Sequence[Any]) -> None:
    """Check only the first action against the rules, because later ones may depend on other players."""
    assert seat.index is not None
    try:
        engine.apply(engine.imagine(seen, _IMAGINED), seat.index, actions[0])
    except IllegalAction as error:
        raise Illegal(error) from None


def _leave(row: Lesson, number: int, now: datetime) -> None:
    stations = guides.guide(row.guide).stations
    if number + 1 == len(stations):
        row.delete()
        for seat in Seat.objects.select_related("table").filter(table=row.table_id, user__isnull=False):
            habits.begin(seat, now)
    else:
        Lesson.objects.filter(pk=row.pk, station=row.station).update(station=stations[number + 1].id)
