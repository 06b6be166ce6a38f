"""Night Post, the specimen: the smallest game that still shows everything the contract has to carry.

``RULES.md`` says how it is played and ``docs/adding-a-game.md`` how it is built.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import UnsetType

from engines.contract import Abstain, Facet, Filed, NotPending, Outcome, Pending, Step, Told, Trait, When
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


class Specimen:
    """The engine: each method names the module that knows."""

    slug = "specimen"
    title = "Night Post"
    seat_range = setup.SEATS
    stage: Literal["specimen", "alpha", "beta", "stable"] = "specimen"
    versions: tuple[str, ...] = ("1",)
    traits = frozenset(Trait)
    State: Any = state.State
    Options: Any = options.Options
    Action: Any = actions.Action
    Event: Any = events.Event
    Policy: Any = policy.Policy

    def start(self, options: options.Options, seats: int, key: bytes) -> Step[state.State, events.Event]:
        """Set up and go on to the first choice [S-1]."""
        desk = setup.set_up(options, seats, key)
        flow.advance(desk)
        return desk.step()

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
        """What is filed here goes on in the turn being played."""
        return state

    def outcome(self, public: state.Public) -> Outcome | None:
        """The result, once there is one [S-6]."""
        return scoring.outcome(public)

    def check(self, state: state.State) -> None:
        """Raise BrokenState if something is lost or out of step."""
        check.check(state)

    def facets(self, options: options.Options, public: state.Public, events: Sequence[Told[events.Event]]) -> tuple[Facet, ...]:
        """The nights, and how often letters were relayed."""
        return facets.facets(options, events)

    def opening(self, played: Sequence[tuple[int, actions.Action]], seat: int) -> str:
        """The first road."""
        return opening.opening(played, seat)

    def progress(self, public: state.Public) -> tuple[int, int]:
        """The night, and the last one there can be [S-6.1]."""
        return public.night, public.nights

    def waits(self, options: options.Options, seats: int) -> int:
        """How often a game of so many nights stands still for somebody."""
        return WAITS[seats][options.nights - 1]

    def habits(self, options: options.Options) -> tuple[policy.Policy, ...]:
        """To draw as the options say, so that nobody is asked."""
        return () if isinstance(options.habit, UnsetType) else (policy.AlwaysDraw(options.habit),)

    def orders(self, options: options.Options, seats: int) -> tuple[policy.Policy, ...]:
        """First places are cheap, and court letters are worth more."""
        return (policy.JoinUpTo(1), policy.AlwaysDraw("court"))

    def fallback(self, seen: state.Seen, pending: Pending) -> actions.Action:
        """What happens at the deadline."""
        return fallback.fallback(seen, pending)

    def bot(self, seen: state.Seen, pending: Pending) -> actions.Action | Filed[actions.Action]:
        """What a bot does, or files while its turn is interrupted."""
        return bot.decide(seen, pending)

    def steward(self, seen: state.Seen, pending: Pending) -> actions.Action:
        """What keeps an absent seat alive: here the same as at the deadline."""
        return fallback.fallback(seen, pending)

    def policy(self, order: policy.Policy, seen: state.Seen, pending: Pending) -> actions.Action | Abstain:
        """What a standing order answers."""
        return policy.answer(order, seen, pending)


def _open(pending: Pending) -> bool:
    """Asked now, or a sealed answer that may still be replaced; all else is filed with the site, not played."""
    return pending.when is When.NOW or (pending.when is When.MAY and pending.sealed)


ENGINE = Specimen()
