"""Hiring horses, the second half of a turn; it can be queued while the window is still open [S-4.6]."""

from collections.abc import Iterable

from engines.contract import IllegalAction, Pending, When
from engines.specimen.actions import Hire, Rest
from engines.specimen.content import content
from engines.specimen.decisions import offer
from engines.specimen.desk import Desk
from engines.specimen.events import HorseHired, TurnEnded
from engines.specimen.state import Public, Seen, Stable

KIND = "stable"
ACTIONS = (Hire, Rest)


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the hiring decision of the courier on turn.

    While a window is open, it can be queued. A courier who cannot pay is not asked.
    """
    return tuple(_decision(public, task) for task in public.agenda if isinstance(task, Stable) and can_hire(public, task.seat))


def _decision(public: Public, task: Stable) -> Pending:
    """Return one hiring decision.

    The first hire continues the offer; each later hire continues the hire before it.
    """
    before = _key(public, task.hired - 1) if task.hired else offer.key(public)
    return Pending(task.seat, KIND, _key(public, task.hired), When.NOW if task is public.task else When.MAY, continues=before)


def _key(public: Public, hired: int) -> str:
    return f"stable/{public.night}/{hired}"


def legal(seen: Seen, pending: Pending) -> Iterable[Hire | Rest]:
    """Yield the end of the turn, and a hire with each limit that can cover the price.

    The price can still rise if couriers in the window take horses.
    """
    yield Rest()
    yield from (Hire(price) for price in range(price_of_horse(seen.public), _horses(seen.public) + 1))


def apply(desk: Desk, seat: int, action: Hire | Rest) -> None:
    """Hire one horse and ask for the next, or end the turn [S-4.6]."""
    task = desk.public.task
    assert isinstance(task, Stable)
    desk.pop()
    if isinstance(action, Rest):
        desk.tell(TurnEnded(seat))
    else:
        _hire(desk, task, action.at_most)


def can_hire(public: Public, seat: int) -> bool:
    """Return whether a horse is left that the seat can pay for."""
    return bool(public.stable) and price_of_horse(public) <= public.couriers[seat].coins


def price_of_horse(public: Public) -> int:
    """Return the price of a horse: one coin more than the number of horses taken tonight [S-4.6]."""
    return _horses(public) - public.stable + 1


def _hire(desk: Desk, task: Stable, at_most: int) -> None:
    price = price_of_horse(desk.public)
    if not price <= at_most <= _horses(desk.public):
        raise IllegalAction("price_above_limit", "S-4.6", price=price, at_most=at_most)
    courier = desk.courier(task.seat)
    desk.change_courier(task.seat, coins=courier.coins - price, horses=courier.horses + 1)
    desk.change(stable=desk.public.stable - 1)
    desk.tell(HorseHired(task.seat, price))
    desk.push(Stable(task.seat, task.hired + 1))


def _horses(public: Public) -> int:
    return content(public.version).limits.horses
