"""Zena 1814: families of Genoa seek influence after the fall of Napoleon, in eight rounds. Two to five seats, two modes."""

from typing import Any

from engines.contract import Trait
from engines.kit.agenda import Agenda, AgendaGame
from engines.kit.game import Parts
from engines.zena1814 import (
    actions,
    advice,
    bot,
    check,
    decisions,
    events,
    facets,
    fallback,
    flow,
    imagine,
    opening,
    options,
    orders,
    policy,
    scoring,
    setup,
    state,
)
from engines.zena1814.decisions import sheet
from engines.zena1814.desk import Desk

# Number of waits measured with bots and every seat's habits, by mode and seats.
WAITS = {
    "beginner": {2: 24, 3: 45, 4: 61, 5: 74},
    "expert": {2: 35, 3: 51, 4: 66, 5: 84},
}


class Zena1814(AgendaGame[options.Options, state.Public, state.Hand, state.Vault, actions.Action, events.Event, policy.Policy]):
    """Engine of Zena 1814, with its modules."""

    slug = "zena1814"
    title = "Zena 1814"
    seat_range = setup.SEATS
    stage = "alpha"
    traits = frozenset(Trait)
    State: Any = state.State
    Options: Any = options.Options
    Action: Any = actions.Action
    Event: Any = events.Event
    Policy: Any = policy.Policy
    parts = Parts(
        rules=Agenda(
            set_up=setup.set_up,
            desk=Desk,
            kinds=decisions.ALL,
            ahead=(sheet,),
            advance=flow.advance,
            outcome=scoring.outcome,
            progress=flow.progress,
        ),
        check=check,
        imagine=imagine,
        fallback=fallback,
        bot=bot,
        advice=advice,
        steward=bot,
        policy=policy,
        habits=orders,
        usual=orders,
        facets=facets,
        opening=opening,
    )

    def settle(self, order: policy.Policy, action: actions.Action) -> policy.Policy:
        """Return the order as updated by its player's answer."""
        return policy.settle(order, action)

    def waits(self, options: options.Options, seats: int) -> int:
        """Return the expected number of waits for a player, by mode and seats."""
        return WAITS[options.mode][seats]


ENGINE = Zena1814()
