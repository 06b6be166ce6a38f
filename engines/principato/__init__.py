"""Principato: a small Italian state grows for three years, in arms, in culture and by secret goals. Two to four seats."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from engines.contract import Abstain, Facet, Filed, NotPending, Outcome, Pending, Step, Told, Trait, When
from engines.principato import (
    actions,
    ahead,
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
from engines.principato.desk import Desk
from engines.principato.loader import content

# Measured with bots, by seats.
WAITS = {2: 45, 3: 68, 4: 91}


class Principato:
    """The engine: each method names the module that knows."""

    slug = "principato"
    title = "Principato"
    seat_range = setup.SEATS
    stage: Literal["specimen", "alpha", "beta", "stable"] = "beta"
    versions: tuple[str, ...] = ("1",)
    traits = frozenset(Trait)
    State: Any = state.State
    Options: Any = options.Options
    Action: Any = actions.Action
    Event: Any = events.Event
    Policy: Any = policy.Policy

    def start(self, options: options.Options, seats: int, key: bytes) -> Step[state.State, events.Event]:
        """Set up and begin the first turn [P-3]. Raises :class:`BadOptions`."""
        return setup.set_up(options, seats, key).step()

    def pending(self, public: state.Public) -> tuple[Pending, ...]:
        """Who is asked what."""
        return tuple(pending for module in decisions.ALL for pending in module.pending(public))

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
        """A turn to be filed, as if nothing happened until then but that turns end."""
        return replace(state, public=ahead.foreseen(state.public, pending.seat))

    def outcome(self, public: state.Public) -> Outcome | None:
        """The result, once there is one [P-11]."""
        return scoring.outcome(public)

    def check(self, state: state.State) -> None:
        """Raise BrokenState if something is lost or out of step."""
        check.check(state)

    def facets(self, options: options.Options, public: state.Public, events: Sequence[Told[events.Event]]) -> tuple[Facet, ...]:
        """How scorings are fed, and what the principalities came to."""
        return facets.facets(public)

    def opening(self, played: Sequence[tuple[int, actions.Action]], seat: int) -> str:
        """The first two actions."""
        return opening.opening(played, seat)

    def progress(self, public: state.Public) -> tuple[int, int]:
        """The round of turns, and the last one there can be [P-16]."""
        seats = len(public.realms)
        return -(-public.turn // seats), -(-content(public.version).turns(seats) // seats)

    def waits(self, options: options.Options, seats: int) -> int:
        """How often a game stands still for somebody; how military scorings are fed matters little."""
        return WAITS[seats]

    def habits(self, options: options.Options) -> tuple[policy.Policy, ...]:
        """Nothing is ordered unless a player does."""
        return ()

    def orders(self, options: options.Options, seats: int) -> tuple[policy.Policy, ...]:
        """Scorings are fed and units kept without a question; turns are asked."""
        return policy.USUAL

    def fallback(self, seen: state.Seen, pending: Pending) -> actions.Action:
        """What happens at the deadline."""
        return fallback.fallback(seen, pending)

    def bot(self, seen: state.Seen, pending: Pending) -> actions.Action | Filed[actions.Action] | Abstain:
        """What a bot does; its next turn as it would take it now, to be filed, if it is worth that."""
        return bot.decide(seen, pending)

    def steward(self, seen: state.Seen, pending: Pending) -> actions.Action | Filed[actions.Action] | Abstain:
        """What keeps an absent seat alive."""
        return bot.keep(seen, pending)

    def policy(self, order: policy.Policy, seen: state.Seen, pending: Pending) -> actions.Action | Abstain:
        """What a standing order answers."""
        return policy.answer(order, seen, pending)


def _open(pending: Pending) -> bool:
    """Asked now, or a sealed answer that may still be replaced; all else is filed with the site, not played."""
    return pending.when is When.NOW or (pending.when is When.MAY and pending.sealed)


ENGINE = Principato()
