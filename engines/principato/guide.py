"""The guided first game: one year with a farm, a field and a bank, a small army, and the first military scoring."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from engines.contract import Seen
from engines.guide import Guide, GuideStep, all_of
from engines.principato.actions import (
    BuildTiles,
    CollectCubes,
    Cubes,
    EndTurn,
    ExchangeCard,
    FeedUnits,
    RecruitUnits,
    ReleaseUnits,
    TakeFavour,
)
from engines.principato.options import Options

RIVAL = 1
_END = EndTurn()
_FAVOUR = TakeFavour("church")


def _turn(number: int, name: str, *expected: Any) -> GuideStep:
    """Return a guide step that expects a turn of exactly these actions, in any legal order."""
    return GuideStep(name, f"turn/{number}/0", all_of(*expected, ends=_END, plain=_unnamed), (*expected, _END))


def _unnamed(action: Any) -> Any:
    return replace(action, named=UNSET) if hasattr(action, "named") else action


def _feeding(_seen: Seen[Any, Any], actions: Sequence[Any]) -> str:
    feeding = actions[0]
    return "" if not isinstance(feeding, FeedUnits) or feeding.money + feeding.favour_condottieri == 1 else "unfed"


def _release(_seen: Seen[Any, Any], actions: Sequence[Any]) -> str:
    release = actions[0]
    return "" if not isinstance(release, ReleaseUnits) or not release.militia else "militia"


_STATIONS = (
    GuideStep("realm"),
    GuideStep("cards"),
    GuideStep("actions"),
    _turn(1, "collect", CollectCubes(0, Cubes(food=1, money=1), take=1), BuildTiles(1, 0, Cubes(money=1))),
    GuideStep("clock"),
    _turn(3, "exchange", ExchangeCard(1, 1), BuildTiles(1, 0, Cubes(money=1))),
    _turn(5, "militia", CollectCubes(0, Cubes(food=2), take=0), RecruitUnits(0, 2, take=2)),
    _turn(7, "rents", CollectCubes(0, Cubes(money=1), take=1), BuildTiles(0, 0, Cubes(food=1))),
    _turn(9, "condottiere", ExchangeCard(0, 4), RecruitUnits(0, 1, take=2)),
    GuideStep("catapults"),
    _turn(11, "favour", BuildTiles(1, 0, Cubes(favour=1)), _FAVOUR),
    GuideStep("moving"),
    _turn(13, "straight", CollectCubes(0, Cubes(food=3), Cubes(food=2), take=2), _FAVOUR),
    GuideStep("feed", "feed/1", _feeding, (FeedUnits(money=1),)),
    GuideStep("points"),
    GuideStep("release", "release/1", _release, (ReleaseUnits(condottieri=1),)),
    GuideStep("scorings"),
    GuideStep("works"),
    GuideStep("goals"),
    GuideStep("on"),
)
_TURNS = {
    2: (BuildTiles(1, 0, Cubes(food=1)), CollectCubes(0, Cubes(food=2), take=1)),
    4: (BuildTiles(0, 1, Cubes(food=2, favour=1)), _FAVOUR),
    6: (BuildTiles(1, 0, Cubes(favour=1)), ExchangeCard(1, 2)),
    8: (CollectCubes(1, Cubes(money=3), take=0), _FAVOUR),
    10: (CollectCubes(1, Cubes(money=3), take=1), RecruitUnits(1, 2, take=4)),
    12: (CollectCubes(1, Cubes(food=2), take=4),),
    14: (_FAVOUR,),
}
_STEPS = {
    (RIVAL, f"turn/{number}/{step}"): (action,) for number, turn in _TURNS.items() for step, action in enumerate((*turn, _END))
}
GUIDES = (
    Guide(
        slug="principato",
        game="principato",
        seats=2,
        options=Options(version="1"),
        stations=_STATIONS,
        deal="16",
        others=_STEPS | {(RIVAL, "feed/1"): (FeedUnits(money=2),), (RIVAL, "release/1"): (ReleaseUnits(),)},
    ),
)
