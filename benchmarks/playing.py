"""Whole games on the real site: the next seat, a bot's choice for it, and the form that a page would send."""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils import timezone

from benchmarks.browser import Browser
from engines import registry
from engines.contract import Filed, Pending, When, encode
from tables import clock
from tables.models import Move, Seat, Table
from tables.selectors.play import state
from tables.services.lobby import tables
from tables.services.play import moves


class Turn(NamedTuple):
    """A seat with an open decision, and the decision."""

    seat: Seat
    pending: Pending


def running_table(people: Sequence[Browser], game: str, bots: int = 0) -> Table:
    """Create a table, and let these users join it with ``bots`` bots. Return the started table."""
    now = timezone.now()
    new = tables.NewTable(game=game, seats=len(people) + bots, options={}, pace=clock.PACES["day"], bots=bots)
    table = tables.create_table(new, host=people[0].user, word="bench", now=now)
    for one in people[1:]:
        tables.join_table(table_id=table.pk, user=one.user, word="bench", invite=table.invite, now=now)
    table.refresh_from_db()
    return table


def first_turn(table: Table) -> Turn | None:
    """Return the first seat with an open decision, or None once the game is over."""
    table.refresh_from_db()
    pending = registry.engine(table.game).pending(state.seen(table, None).public)
    first = next((one for one in pending if one.when is When.NOW), None)
    return Turn(Seat.objects.get(table=table, index=first.seat), first) if first else None


def choice(table: Table, turn: Turn) -> Any:
    """Return a bot's choice for the turn."""
    chosen = registry.engine(table.game).bot(state.seen(table, turn.seat), turn.pending)
    return chosen.actions[0] if isinstance(chosen, Filed) else chosen


def submit(table: Table, turn: Turn, action: Any) -> None:
    """Play the action without a page."""
    moves.submit(
        table_id=table.pk,
        seat_id=turn.seat.pk,
        key=turn.pending.key,
        own_ply=turn.seat.plies,
        actions=[action],
        token="",
        via=Move.Via.PAGE,
        user_id=turn.seat.user_id,
        now=timezone.now(),
    )


def form(turn: Turn, action: Any) -> dict[str, str]:
    """Return the form fields with which a page sends an action."""
    slot = {"key": turn.pending.key, "own_ply": str(turn.seat.plies), "token": secrets.token_urlsafe(12)}
    return slot | {"action": encode(action).decode()}


def browser_of(people: Sequence[Browser], seat: Seat) -> Browser:
    """Return the browser of the seat's holder."""
    return next(one for one in people if one.user.pk == seat.user_id)
