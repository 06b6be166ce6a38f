"""Additions for experts: the placement, two markers, dice, goals; one round."""

from collections.abc import Sequence
from typing import Any

from engines.contract import Seen
from engines.guide import Guide, GuideStep
from engines.zena1814.actions import BuyPoints, Discard, DrawFrom, NameStarter, OfferCard, PayCoins, React, SealFigure
from engines.zena1814.guide.turns import RIVAL, turn
from engines.zena1814.options import Options

_PLACED = (
    SealFigure("lord", "bk_investment"),
    SealFigure("lady", "ot_gossip"),
    SealFigure("heir_1", "pa_relacoin"),
    SealFigure("heir_2", "po_ocean_route"),
)


def _some_coins(_seen: Seen[Any, Any], actions: Sequence[Any]) -> str:
    payment = actions[0]
    return "none" if isinstance(payment, PayCoins) and not payment.coins else ""


def _no_goal(_seen: Seen[Any, Any], actions: Sequence[Any]) -> str:
    discard = actions[0]
    return "goal" if isinstance(discard, Discard) and discard.card.startswith("go_") else ""


_EXPERTS = (
    GuideStep("areas"),
    turn("place/1", "place", *_PLACED),
    turn("react/1", "two", React(2, markers=2)),
    turn("turn/1/0/0", "dice", OfferCard("po_trade_route")),
    turn("draw/2", "goal", DrawFrom("goal")),
    turn("draw/3", "card", DrawFrom("action")),
    turn("palace/1", "palace", BuyPoints()),
    GuideStep("roll", "dice/1/2", _some_coins, (PayCoins(1),)),
    GuideStep("discard", "discard/1/1", _no_goal, (Discard("ot_tavern"),)),
    GuideStep("fort"),
    GuideStep("on"),
)
_OTHER_EXPERTS = {
    (RIVAL, "place/1"): (SealFigure("lord", "bk_great_investment"),),
    (RIVAL, "place/2"): (SealFigure("lady", "ca_alms"),),
    (RIVAL, "place/3"): (SealFigure("heir_1", "po_trade_route"),),
    (RIVAL, "place/4"): (SealFigure("heir_2", "ot_gossip"),),
    (RIVAL, "start"): (NameStarter(seat=RIVAL),),
    (RIVAL, "turn/1/1/0"): (OfferCard("bk_savings"),),
    (RIVAL, "draw/1"): (DrawFrom("goal"),),
    (RIVAL, "react/2"): (React(2, markers=2),),
}
GUIDE = Guide(
    slug="zena1814-expert",
    game="zena1814",
    seats=2,
    options=Options(version="1", mode="expert"),
    stations=_EXPERTS,
    deal="6",
    others=_OTHER_EXPERTS,
)
