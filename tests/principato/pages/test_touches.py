"""Number of touches that an action of Principato takes with cards and panel, over a hundred positions."""

import random
from collections import Counter
from typing import Any

from engines.contract import When, view
from engines.principato import ENGINE
from engines.principato.actions import BuildTiles, CollectCubes, CreateCulture, EndTurn, ExchangeCard, StationCubes, TakeFavour
from tables.games.principato.panel.inputs import deal_value, gain_value
from tables.games.principato.panel.turn import context
from tests.principato.pages.walkthrough import asked, played

POSITIONS = 100


def touches(panel: Any, action: Any) -> int:
    """Return the touches of an action: two for each card, or one for taking favour.

    An offer, a tile or a number other than the proposed one takes one more touch, an offer in a folded section two more.
    """
    match action:
        case TakeFavour():
            return 1
        case ExchangeCard():
            return 2
    play = panel["plays"][action.card]
    match action:
        case CollectCubes():
            wanted = gain_value(action.gain, action.onto)
        case BuildTiles() | CreateCulture():
            wanted = deal_value(action.offer, action.pay)
        case _:
            return 2 + (action.count != play.default)
    folded = wanted not in [deal.value for deal in play.first]
    tile = isinstance(action, CreateCulture) and action.points != play.values[0].points
    return 2 + (wanted != play.chosen) + folded + tile


def test_a_turn_takes_four_touches_and_send_unless_another_offer_is_wanted() -> None:
    games = [played(seats, seed=seed)[0] for seats in (2, 3, 4) for seed in (1, 2)]
    found = [(state, pending) for state, pending in asked("turn", *games) if pending.when is When.NOW]
    counted: Counter[int] = Counter()
    for state, pending in random.Random(16).sample(found, POSITIONS):
        seen = view(state, pending.seat)
        legal = [each for each in ENGINE.legal(seen, pending) if not isinstance(each, EndTurn | StationCubes)]
        panel = context(seen, legal)
        least: dict[Any, int] = {}
        for action in legal:
            count = touches(panel, action)
            counted[count] += 1
            what = (type(action), getattr(action, "card", None), getattr(action, "take", None))
            least[what] = min(count, least.get(what, count))
        assert all(count <= 2 for count in least.values()), least
    assert counted.keys() == {1, 2, 3, 4, 5}
    assert counted[4] + counted[5] < 0.03 * counted.total()
