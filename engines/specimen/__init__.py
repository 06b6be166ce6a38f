"""Night Post, the specimen: the smallest game that still uses every part of the contract.

``RULES.md`` has its rules, and ``docs/adding-a-game.md`` explains how it is built.
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

# Number of waits measured with bots, by seats and nights.
WAITS = {2: (6, 14, 22, 24), 3: (9, 18, 24, 26)}


class Specimen(AgendaGame[options.Options, state.Public, state.Hand, state.Vault, actions.Action, events.Event, policy.Policy]):
    """Engine of Night Post, with its modules."""

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
        """Return the expected number of waits for a player, by seats and nights."""
        return WAITS[seats][options.nights - 1]


ENGINE = Specimen()
