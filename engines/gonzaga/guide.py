"""The guided first game: three cities of France, a Sea League by a Wedding, and the King's Privilege."""

from collections.abc import Sequence
from typing import Any

from engines.contract import Seen
from engines.gonzaga.actions import ActionCard, Donate, HoldWedding, PlaceFief, SealPlan
from engines.gonzaga.options import Options
from engines.guide import Guide, GuideStep, Judge

FRANCE_CITIES = {138, 139, 154}
"""Paris, Dijon and Lyon."""
ATLANTIC_HARBOURS = {181, 184, 231}
"""La Coruña, Bilbao and Lisboa."""
BORDEAUX, KILKENNY = 168, 70
RIVAL = 1


def _plan(expected: SealPlan) -> Judge:
    def judge(_seen: Seen[Any, Any], actions: Sequence[Any]) -> str:
        plan = actions[0]
        if not isinstance(plan, SealPlan) or plan == expected:
            return ""
        if plan.region != expected.region:
            return "region"
        if plan.action != expected.action:
            return "action"
        return "too_royal" if plan.privilege else "not_royal"

    return judge


def _fief_on(sites: set[int], minimum: int) -> Judge:
    def judge(_seen: Seen[Any, Any], actions: Sequence[Any]) -> str:
        match actions[0]:
            case PlaceFief(cells):
                return "" if len(sites.intersection(cells)) >= minimum else "elsewhere"
            case Donate():
                return "donation"
        return "elsewhere"

    return judge


def _ring_on_bordeaux(_seen: Seen[Any, Any], actions: Sequence[Any]) -> str:
    match actions[0]:
        case HoldWedding(first, second):
            return "" if BORDEAUX in (first, second) else "elsewhere"
        case PlaceFief():
            return "fief"
    return "donation"


_PLANS = (
    SealPlan("francia", ActionCard.CITIES),
    SealPlan("hispania", ActionCard.HARBOURS),
    SealPlan("francia", ActionCard.ALLIANCE),
    SealPlan("britannia", ActionCard.CITIES, privilege=True),
)
_STATIONS = (
    GuideStep("map"),
    GuideStep("sites"),
    GuideStep("deck"),
    GuideStep("castles"),
    GuideStep("plan-cities", "plan/1", _plan(_PLANS[0]), (_PLANS[0],)),
    GuideStep("fief-cities", "turn/1", _fief_on(FRANCE_CITIES, 3), (PlaceFief((138, 139, 154, 170)),)),
    GuideStep("round"),
    GuideStep("church"),
    GuideStep("objective"),
    GuideStep("plan-harbours", "plan/2", _plan(_PLANS[1]), (_PLANS[1],)),
    GuideStep("fief-harbours", "turn/2", _fief_on(ATLANTIC_HARBOURS, 2), (PlaceFief((181, 198, 215, 231)),)),
    GuideStep("plan-alliance", "plan/3", _plan(_PLANS[2]), (_PLANS[2],)),
    GuideStep("rings"),
    GuideStep("wedding", "turn/3", _ring_on_bordeaux, (HoldWedding(BORDEAUX, 186),)),
    GuideStep("plan-privilege", "plan/4", _plan(_PLANS[3]), (_PLANS[3],)),
    GuideStep("fief-objective", "turn/4", _fief_on({KILKENNY}, 1), (PlaceFief((36, 53, 70, 88)),)),
    GuideStep("connected"),
    GuideStep("end"),
    GuideStep("scoring"),
    GuideStep("on"),
)
_OTHERS = {
    (RIVAL, "plan/1"): (SealPlan("francia", ActionCard.ALLIANCE),),
    (RIVAL, "turn/1"): (PlaceFief((168, 186, 187, 188)),),
    (RIVAL, "plan/2"): (SealPlan("britannia", ActionCard.HARBOURS),),
    (RIVAL, "turn/2"): (PlaceFief((92, 93, 94)),),
    (RIVAL, "plan/3"): (SealPlan("hispania", ActionCard.ALLIANCE),),
    (RIVAL, "turn/3"): (PlaceFief((218, 219, 220, 234)),),
    (RIVAL, "plan/4"): (SealPlan("britannia", ActionCard.CITIES),),
}
GUIDES = (
    Guide(
        slug="gonzaga",
        game="gonzaga",
        seats=2,
        options=Options(version="1", scenario="enrico-viii"),
        stations=_STATIONS,
        deal="0",
        others=_OTHERS,
    ),
)
