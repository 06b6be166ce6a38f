"""The purchase of the holder of the Palace, once per round [Z-14.10, R-24]. No answer can be refused."""

from collections.abc import Iterator
from typing import Final

from engines.contract import Pending
from engines.zena1814 import events
from engines.zena1814.actions import BuyPoints, KeepCoins
from engines.zena1814.decisions import sheet
from engines.zena1814.desk import Desk
from engines.zena1814.state import AskPurchase, Public, Seen

KIND: Final = "palace"
ACTIONS = (BuyPoints, KeepCoins)


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decision of the holder; a holder who cannot pay is not asked."""
    match public.task:
        case AskPurchase(seat):
            return (sheet.decision(public, KIND, seat),)
        case _:
            return ()


def legal(seen: Seen, pending: Pending) -> Iterator[BuyPoints | KeepCoins]:
    """Yield the two choices: buy points, or keep the coins."""
    yield BuyPoints()
    yield KeepCoins()


def apply(desk: Desk, seat: int, action: BuyPoints | KeepCoins) -> None:
    """Buy, or keep the coins."""
    desk.pop()
    offer = desk.content.palace
    if isinstance(action, KeepCoins):
        desk.tell(events.PurchaseDeclined(seat))
        return
    desk.pay(seat, offer.price)
    desk.score(seat, "palace", offer.points)
    desk.tell(events.PointsBought(seat, offer.price, offer.points))
