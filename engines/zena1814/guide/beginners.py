"""Three rounds by the beginner rules: moving, offering, joining, influencing, the Palace, a Lady."""

from engines.guide import Guide, GuideStep
from engines.zena1814.actions import BuyPoints, Decline, Influence, MoveFigure, OfferCard, React, TakeBonus
from engines.zena1814.guide.turns import RIVAL, turn
from engines.zena1814.options import Options

_BEGINNERS = (
    GuideStep("areas"),
    GuideStep("family"),
    GuideStep("signs"),
    turn("turn/1/0/0", "offer", MoveFigure("heir_2", "bank"), OfferCard("bk_shares")),
    GuideStep("bonus"),
    turn("react/2", "join", React(2)),
    GuideStep("resolution"),
    GuideStep("at-cathedral"),
    GuideStep("at-palace"),
    GuideStep("at-bank"),
    GuideStep("at-port"),
    GuideStep("round"),
    turn("react/3", "wait", Decline()),
    turn("turn/2/0/0", "influence", OfferCard("pa_decree"), Influence(3, 3)),
    turn("palace/2", "palace", BuyPoints()),
    turn("turn/3/0/0", "lady", MoveFigure("heir_2", "cathedral"), OfferCard("ca_alms")),
    GuideStep("pass"),
    GuideStep("dice"),
    GuideStep("end"),
    GuideStep("on"),
)
_OTHERS = {
    (RIVAL, "react/1"): (React(2),),
    (RIVAL, "turn/1/1/0"): (OfferCard("bk_savings"),),
    (RIVAL, "turn/2/1/0"): (MoveFigure("heir_2", "bank"),),
    (RIVAL, "turn/2/1/1"): (OfferCard("ca_procession"),),
    (RIVAL, "react/5"): (Decline(),),
    (RIVAL, "turn/3/1/0"): (TakeBonus("coin"),),
}
GUIDE = Guide(
    slug="zena1814",
    game="zena1814",
    seats=2,
    options=Options(version="1", mode="beginner"),
    stations=_BEGINNERS,
    deal="5",
    others=_OTHERS,
)
