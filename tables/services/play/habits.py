"""Standing orders that a game proposes: a person who gets a seat starts with them and can change them."""

from datetime import datetime

from django.db.models import F

from engines import registry
from tables.models import Seat, StandingOrder
from tables.selectors import coding


def begin(seat: Seat, now: datetime) -> None:
    """Add the game's proposed orders to a person's new seat, for all rounds and before other orders.

    Bots get none.
    """
    game = seat.table.game
    habits = registry.engine(game).habits(coding.options(game, seat.table.options))
    if seat.bot or not habits:
        return
    bodies = [coding.to_text(policy) for policy in habits]
    repeated = [order.pk for order in seat.standing_orders.all() if order.body in bodies]
    seat.standing_orders.filter(pk__in=repeated).delete()
    seat.standing_orders.update(rank=F("rank") + len(bodies))
    new_orders = [
        StandingOrder(seat=seat, rank=rank, body=body, lasting=True, created_at=now) for rank, body in enumerate(bodies)
    ]
    StandingOrder.objects.bulk_create(new_orders)
