"""Gonzaga engine: the kit's game, which passes the world of each game to its modules."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engines.contract import Abstain, Facet, Filed, Hint, Pending, Told, Trait, When
from engines.gonzaga import (
    actions,
    bot,
    conservation,
    events,
    facets,
    imagine,
    loader,
    opening,
    options,
    policy,
    steward,
)
from engines.gonzaga import fallback as late
from engines.gonzaga import state as states
from engines.gonzaga.board import World
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.rules import Rules, plan_of
from engines.gonzaga.state import Public, Seen
from engines.kit.game import Game, Parts


class Gonzaga(Game[options.Options, Public, states.Hand, states.Vault, actions.Action, events.Event, policy.Policy]):
    """The Gonzaga engine; ``data`` is the folder with one subfolder per version."""

    slug = "gonzaga"
    title = "Gonzaga"
    seat_range = range(2, 5)
    stage = "beta"
    traits = frozenset(Trait)
    State: Any = states.State
    Options: Any = options.Options
    Action: Any = actions.Action
    Event: Any = events.Event
    Policy: Any = policy.Policy
    # Waits differ little between scenarios.
    waits_measured = {2: 29, 3: 37, 4: 42}

    def __init__(self, data: Path = loader.DATA) -> None:
        self.rules = Rules(data, self.versions)
        self.parts = Parts(self.rules, opening=opening, usual=policy)

    def world(self, public: Public) -> World:
        """Return the tables of the board and scenario of a game."""
        return self.rules.world(public)

    def imagine(self, seen: Seen, key: bytes) -> states.State:
        """Return a state in which everything that this viewer does not see is dealt at random."""
        return imagine.imagine(self.world(seen.public), seen, key)

    def redraw(self, state: states.State, key: bytes) -> states.State:
        """Return the state with the undrawn cards of each deck shuffled."""
        return imagine.redraw(state, key)

    def check(self, state: states.State) -> None:
        """Raise :class:`BrokenState` unless everything is conserved and within its limits."""
        conservation.check(self.world(state.public), state)

    def facets(self, options: options.Options, public: Public, events: Sequence[Told[events.Event]]) -> tuple[Facet, ...]:
        """Return the scenario, and the leagues, rounds, groups and objective points reached."""
        return facets.facets(self.world(public), public)

    def fallback(self, seen: Seen, pending: Pending) -> actions.Action:
        """Return the plan that acts latest, or a donation."""
        return late.fallback(self.world(seen.public), seen, pending)

    def bot(self, seen: Seen, pending: Pending) -> actions.Action | Filed[actions.Action]:
        """Return the bot's plan or turn, or a list of turns to queue.

        It donates if its plan cannot be seen.
        """
        world = self.world(seen.public)
        if pending.kind == planning.KIND:
            return bot.plan(world, seen, pending.seat)
        plan = plan_of(seen, pending.seat)
        if plan is None:
            return turns.DONATE
        if pending.when is When.MAY:
            return Filed(pending.key, bot.wishes(world, seen, pending.seat, plan))
        return bot.turn(world, seen, pending.seat, plan)

    def hints(self, seen: Seen, pending: Pending, most: int = 3) -> tuple[Hint, ...]:
        """Return the most promising plans, or the best turns under the revealed plan."""
        world, plan = self.world(seen.public), plan_of(seen, pending.seat)
        weighed: list[tuple[float, Any]] = []
        if pending.kind == planning.KIND:
            weighed += bot.weighed_plans(world, seen, pending.seat)
        elif plan is not None:
            weighed += bot.weighed_turns(world, seen, pending.seat, plan)
        return tuple(Hint((action,), worth) for worth, action in weighed[:most])

    def steward(self, seen: Seen, pending: Pending) -> actions.Action:
        """Return an action that keeps an absent seat alive and spends no ring."""
        world = self.world(seen.public)
        if pending.kind == planning.KIND:
            return steward.plan(world, seen.public, pending.seat)
        return steward.turn(world, seen.public, pending.seat, self.rules.turns(seen, pending.seat))

    def policy(self, order: policy.Policy, seen: Seen, pending: Pending) -> actions.Action | Abstain:
        """Return the answer of a standing order, or an abstention. Orders make no plans."""
        if pending.kind == planning.KIND:
            return Abstain("plans_are_asked")
        return policy.answer(self.world(seen.public), order, seen, pending, self.rules.turns(seen, pending.seat))


ENGINE = Gonzaga()
