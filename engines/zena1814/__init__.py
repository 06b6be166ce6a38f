"""Zena 1814: families of Genoa seek influence after the fall of Napoleon, in eight rounds. Two to five seats, two modes."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from engines.contract import Abstain, Facet, Filed, NotPending, Outcome, Pending, Step, Told, Trait, When
from engines.zena1814 import (
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
    orders,
    policy,
    scoring,
    setup,
    state,
)
from engines.zena1814.desk import Desk
from engines.zena1814.loader import content

# Measured with bots and the habits of every seat, by seats.
WAITS = {
    "beginner": {2: 24, 3: 45, 4: 61, 5: 74},
    "expert": {2: 36, 3: 54, 4: 70, 5: 84},
}


class Zena1814:
    """The engine: each method names the module that knows."""

    slug = "zena1814"
    title = "Zena 1814"
    seat_range = setup.SEATS
    stage: Literal["specimen", "alpha", "beta", "stable"] = "alpha"
    versions: tuple[str, ...] = ("1",)
    traits = frozenset(Trait)
    State: Any = state.State
    Options: Any = options.Options
    Action: Any = actions.Action
    Event: Any = events.Event
    Policy: Any = policy.Policy

    def start(self, options: options.Options, seats: int, key: bytes) -> Step[state.State, events.Event]:
        """Set up and go on to the first choice [Z-2, Z-3]. Raises :class:`BadOptions`."""
        desk = setup.set_up(options, seats, key)
        flow.advance(desk)
        return desk.step()

    def pending(self, public: state.Public) -> tuple[Pending, ...]:
        """Who is asked what."""
        return tuple(pending for module in decisions.ASKING for pending in module.pending(public))

    def legal(self, seen: state.Seen, pending: Pending) -> Iterable[actions.Action]:
        """Everything a seat may answer."""
        legal: Iterable[actions.Action] = decisions.BY_KIND[pending.kind].legal(seen, pending)
        return legal

    def apply(self, state: state.State, seat: int, action: actions.Action) -> Step[state.State, events.Event]:
        """Play one action, and all that follows until somebody must decide again."""
        module = decisions.BY_ACTION[type(action)]
        if not any(pending.seat == seat and _open(pending) for pending in module.pending(state.public)):
            raise NotPending(f"seat {seat} is not asked for {type(action).__name__}")
        desk = Desk(state)
        module.apply(desk, seat, action)
        flow.advance(desk)
        return desk.step()

    def imagine(self, seen: state.Seen, key: bytes) -> state.State:
        """Some state the viewer cannot tell from the true one."""
        return imagine.imagine(seen, key)

    def foresee(self, state: state.State, pending: Pending) -> state.State:
        """What is filed here goes on in the turn being played."""
        return state

    def outcome(self, public: state.Public) -> Outcome | None:
        """The result, once there is one [Z-20]."""
        return scoring.outcome(public)

    def check(self, state: state.State) -> None:
        """Raise BrokenState if something is lost or out of step."""
        check.check(state)

    def facets(self, options: options.Options, public: state.Public, events: Sequence[Told[events.Event]]) -> tuple[Facet, ...]:
        """The mode and its rulings, won battles and goals."""
        return facets.facets(public)

    def opening(self, played: Sequence[tuple[int, actions.Action]], seat: int) -> str:
        """The first card it offered."""
        return opening.opening(played, seat)

    def progress(self, public: state.Public) -> tuple[int, int]:
        """The round, the placement counted with the first, and the last one [Z-1.5]."""
        return max(1, public.round), content(public.version).limits.rounds

    def waits(self, options: options.Options, seats: int) -> int:
        """How often a game stands still for somebody."""
        return WAITS[options.mode][seats]

    def habits(self, options: options.Options) -> tuple[policy.Policy, ...]:
        """How cards are drawn and whether the Palace is bought from, unless a player orders otherwise."""
        return orders.habits(options)

    def orders(self, options: options.Options, seats: int) -> tuple[policy.Policy, ...]:
        """What answers windows, dice and discards ahead."""
        return orders.usual(options, seats)

    def fallback(self, seen: state.Seen, pending: Pending) -> actions.Action:
        """What happens at the deadline."""
        return fallback.fallback(seen, pending)

    def bot(self, seen: state.Seen, pending: Pending) -> actions.Action | Filed[actions.Action]:
        """What a bot does."""
        return bot.decide(seen, pending)

    def steward(self, seen: state.Seen, pending: Pending) -> actions.Action | Filed[actions.Action]:
        """What keeps an absent seat alive."""
        return bot.keep(seen, pending)

    def policy(
        self, order: policy.Policy, seen: state.Seen, pending: Pending
    ) -> actions.Action | Filed[actions.Action] | Abstain:
        """What a standing order answers."""
        return policy.answer(order, seen, pending)


def _open(pending: Pending) -> bool:
    """Asked now, or a sealed answer that may still be replaced; all else is filed with the site, not played."""
    return pending.when is When.NOW or (pending.when is When.MAY and pending.sealed)


ENGINE = Zena1814()
