"""The guided first game: three cities of France, a Sea League by a wedding, and the King's Privilege."""

from collections.abc import Sequence
from typing import Any

from engines.contract import Seen
from engines.gonzaga.actions import Deed, Donate, HoldWedding, PlaceFief, SealPlan
from engines.gonzaga.options import Options
from engines.guide import Guide, Judge, Station

FRANCE_CITIES = {138, 139, 154}
"""Paris, Dijon and Lyon."""
ATLANTIC_HARBOURS = {181, 184, 231}
"""La Coruña, Bilbao and Lisboa."""
BORDEAUX, KILKENNY = 168, 70
RIVAL = 1


def _plan(wanted: SealPlan) -> Judge:
    def judge(_seen: Seen[Any, Any], actions: Sequence[Any]) -> str:
        plan = actions[0]
        if not isinstance(plan, SealPlan) or plan == wanted:
            return ""
        if plan.region != wanted.region:
            return "region"
        if plan.action != wanted.action:
            return "action"
        return "too_royal" if plan.privilege else "not_royal"

    return judge


def _fief_on(sites: set[int], least: int) -> Judge:
    def judge(_seen: Seen[Any, Any], actions: Sequence[Any]) -> str:
        match actions[0]:
            case PlaceFief(cells):
                return "" if len(sites.intersection(cells)) >= least else "elsewhere"
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
    SealPlan("francia", Deed.CITIES),
    SealPlan("hispania", Deed.HARBOURS),
    SealPlan("francia", Deed.ALLIANCE),
    SealPlan("britannia", Deed.CITIES, privilege=True),
)
_STATIONS = (
    Station("map"),
    Station("sites"),
    Station("plan-cities", "plan/1", _plan(_PLANS[0]), (_PLANS[0],)),
    Station("fief-cities", "turn/1", _fief_on(FRANCE_CITIES, 3), (PlaceFief((138, 139, 154, 170)),)),
    Station("round"),
    Station("objective"),
    Station("plan-harbours", "plan/2", _plan(_PLANS[1]), (_PLANS[1],)),
    Station("fief-harbours", "turn/2", _fief_on(ATLANTIC_HARBOURS, 2), (PlaceFief((181, 198, 215, 231)),)),
    Station("plan-alliance", "plan/3", _plan(_PLANS[2]), (_PLANS[2],)),
    Station("wedding", "turn/3", _ring_on_bordeaux, (HoldWedding(BORDEAUX, 186),)),
    Station("plan-privilege", "plan/4", _plan(_PLANS[3]), (_PLANS[3],)),
    Station("fief-objective", "turn/4", _fief_on({KILKENNY}, 1), (PlaceFief((36, 53, 70, 88)),)),
    Station("end"),
    Station("on"),
)
_OTHERS = {
    (RIVAL, "plan/1"): (SealPlan("francia", Deed.ALLIANCE),),
    (RIVAL, "turn/1"): (PlaceFief((168, 186, 187, 188)),),
    (RIVAL, "plan/2"): (SealPlan("britannia", Deed.HARBOURS),),
    (RIVAL, "turn/2"): (PlaceFief((92, 93, 94)),),
    (RIVAL, "plan/3"): (SealPlan("hispania", Deed.ALLIANCE),),
    (RIVAL, "turn/3"): (PlaceFief((218, 219, 220, 234)),),
    (RIVAL, "plan/4"): (SealPlan("britannia", Deed.CITIES),),
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
