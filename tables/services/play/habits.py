"""The standing orders that a game proposes: whoever begins to play a seat begins with them, and may change them at any time."""

from datetime import datetime

from django.db.models import F

from engines import registry
from tables.models import Seat, StandingOrder
from tables.selectors import coding


def begin(seat: Seat, now: datetime) -> None:
    """Give a person who takes a seat the habits of its game, for all rounds and before whatever else is ordered there.

    Bots have none.
    """
    game = seat.table.game
    habits = registry.engine(game).habits(coding.options(game, seat.table.options))
    if seat.bot or not habits:
        return
    bodies = [coding.to_text(policy) for policy in habits]
    again = [order.pk for order in seat.standing_orders.all() if order.body in bodies]
    seat.standing_orders.filter(pk__in=again).delete()
    seat.standing_orders.update(rank=F("rank") + len(bodies))
    fresh = [StandingOrder(seat=seat, rank=rank, body=body, lasting=True, created_at=now) for rank, body in enumerate(bodies)]
    StandingOrder.objects.bulk_create(fresh)
