"""Night Post, the specimen: the smallest game that still shows everything the contract has to carry.

``RULES.md`` says how it is played and ``docs/adding-a-game.md`` how it is built.
"""

from typing import Any

from engines.contract import Trait
from engines.kit.agenda import Agenda, AgendaGame
from engines.kit.game import Parts
from engines.specimen import (
    actions,
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
    policy,
    scoring,
    setup,
    state,
)
from engines.specimen.desk import Desk

# Measured with bots, by seats and nights.
WAITS = {2: (6, 14, 22, 24), 3: (9, 18, 24, 26)}


class Specimen(AgendaGame[options.Options, state.Public, state.Hand, state.Vault, actions.Action, events.Event, policy.Policy]):
    """Which module knows what."""

    slug = "specimen"
    title = "Night Post"
    seat_range = setup.SEATS
    stage = "specimen"
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
            advance=flow.advance,
            outcome=scoring.outcome,
            progress=flow.progress,
        ),
        check=check,
        imagine=imagine,
        fallback=fallback,
        bot=bot,
        policy=policy,
        habits=policy,
        usual=policy,
        facets=facets,
        opening=opening,
    )

    def waits(self, options: options.Options, seats: int) -> int:
        """How often a game of so many nights stands still for somebody."""
        return WAITS[seats][options.nights - 1]


ENGINE = Specimen()
