"""An engine made of the modules of a game: a class that names what the game has, and inherits what all others do.

A part is mostly a module: anything that offers the functions of its protocol. ``rules`` is the only one every game needs;
whatever else is left out is done as the methods of :class:`Game` say. What a part does not fit, a game overrides.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, takewhile
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol, cast

import msgspec

from engines.contract import (
    Abstain,
    BadOptions,
    Facet,
    Filed,
    Hint,
    NotPending,
    Outcome,
    Pending,
    Reply,
    Seen,
    Stage,
    State,
    StateOf,
    Step,
    Told,
    Trait,
    When,
)


class Nothing(msgspec.Struct, frozen=True):
    """The hands and the vault of a game that hides nothing: ``State[Public, Nothing, Nothing]``."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game in which there is nothing to choose."""

    version: Literal["1"] = "1"


class NoOrder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The order of a game without standing orders: it always abstains."""


class Rules[OptionsT, PublicT, HandT, VaultT, ActionT, EventT](Protocol):
    """The game itself; see the methods of :class:`engines.contract.Engine`."""

    def start(self, options: OptionsT, seats: int, key: bytes) -> Step[State[PublicT, HandT, VaultT], EventT]:
        """Set up a game."""
        ...

    def pending(self, public: PublicT) -> tuple[Pending, ...]:
        """All open decisions."""
        ...

    def legal(self, seen: Seen[PublicT, HandT], pending: Pending) -> Iterable[ActionT]:
        """Every action the seat may take."""
        ...

    def apply(
        self, state: State[PublicT, HandT, VaultT], seat: int, action: ActionT
    ) -> Step[State[PublicT, HandT, VaultT], EventT]:
        """Play one action and what follows."""
        ...

    def outcome(self, public: PublicT) -> Outcome | None:
        """The result once the game is over."""
        ...

    def progress(self, public: PublicT) -> tuple[int, int]:
        """(round, most rounds)."""
        ...


class Check[StateT](Protocol):
    """What must hold in every state."""

    def check(self, state: StateT) -> None:
        """Raise :class:`engines.contract.BrokenState` if something does not."""
        ...


class Imagine[SeenT, StateT](Protocol):
    """Worlds like the one a viewer sees."""

    def imagine(self, seen: SeenT, key: bytes) -> StateT:
        """Some state the viewer cannot tell from the true one."""
        ...

    def redraw(self, state: StateT, key: bytes) -> StateT:
        """The same position with other chance to come."""
        ...


class Foresee[StateT](Protocol):
    """The places of what is filed before its turn."""

    def foresee(self, state: StateT, pending: Pending) -> StateT:
        """The place as far as it can be known."""
        ...


class Fallback[SeenT, ActionT](Protocol):
    """What happens at a deadline."""

    def fallback(self, seen: SeenT, pending: Pending) -> ActionT:
        """A legal action, found without search."""
        ...


class Bot[SeenT, ActionT](Protocol):
    """An opponent."""

    def decide(self, seen: SeenT, pending: Pending) -> Reply[ActionT]:
        """What it does or files."""
        ...


class Advice[SeenT](Protocol):
    """What a bot thinks of a decision."""

    def hints(self, seen: SeenT, pending: Pending) -> tuple[Hint, ...]:
        """What it would do, the best first, with what it takes that to be worth."""
        ...


class Steward[SeenT, ActionT](Protocol):
    """Whoever plays on for somebody who is away."""

    def keep(self, seen: SeenT, pending: Pending) -> Reply[ActionT]:
        """What it does or files."""
        ...


class Orders[SeenT, ActionT, PolicyT](Protocol):
    """Standing orders."""

    def answer(self, order: PolicyT, seen: SeenT, pending: Pending) -> Reply[ActionT]:
        """What one of them says to a decision."""
        ...


class Habits[OptionsT, PolicyT](Protocol):
    """The orders a seat begins with."""

    def habits(self, options: OptionsT) -> tuple[PolicyT, ...]:
        """In the order they are tried."""
        ...


class Usual[OptionsT, PolicyT](Protocol):
    """The orders of a player who wants to be asked little."""

    def usual(self, options: OptionsT, seats: int) -> tuple[PolicyT, ...]:
        """In the order they are tried."""
        ...


class Facets[OptionsT, PublicT, EventT](Protocol):
    """What a finished game is found by."""

    def facets(self, options: OptionsT, public: PublicT, events: Sequence[Told[EventT]]) -> tuple[Facet, ...]:
        """Its facets."""
        ...


class Opening[ActionT](Protocol):
    """How a seat began."""

    def opening(self, moves: Sequence[tuple[int, ActionT]], seat: int) -> str:
        """A short code."""
        ...


class Parts[OptionsT, PublicT, HandT, VaultT, ActionT, EventT, PolicyT](NamedTuple):
    """What a game consists of."""

    rules: Rules[OptionsT, PublicT, HandT, VaultT, ActionT, EventT]
    check: Check[State[PublicT, HandT, VaultT]] | None = None
    imagine: Imagine[Seen[PublicT, HandT], State[PublicT, HandT, VaultT]] | None = None
    foresee: Foresee[State[PublicT, HandT, VaultT]] | None = None
    fallback: Fallback[Seen[PublicT, HandT], ActionT] | None = None
    bot: Bot[Seen[PublicT, HandT], ActionT] | None = None
    advice: Advice[Seen[PublicT, HandT]] | None = None
    steward: Steward[Seen[PublicT, HandT], ActionT] | None = None
    policy: Orders[Seen[PublicT, HandT], ActionT, PolicyT] | None = None
    habits: Habits[OptionsT, PolicyT] | None = None
    usual: Usual[OptionsT, PolicyT] | None = None
    facets: Facets[OptionsT, PublicT, EventT] | None = None
    opening: Opening[ActionT] | None = None


class Game[OptionsT, PublicT, HandT, VaultT, ActionT, EventT, PolicyT]:
    """An engine (:class:`engines.contract.Engine`) of its parts; a subclass says what it is called and what it is made of.

    ``waits_measured`` is how often a game of bots stands still, by seats; where more than that matters, override ``waits``.
    """

    slug: str
    title: str
    seat_range: range
    stage: Stage
    versions: tuple[str, ...] = ("1",)
    traits: frozenset[Trait] = frozenset()
    State: Any
    Options: Any = NoOptions
    Action: Any
    Event: Any
    Policy: Any = NoOrder
    parts: Parts[OptionsT, PublicT, HandT, VaultT, ActionT, EventT, PolicyT]
    waits_measured: Mapping[int, int] = MappingProxyType({})

    def start(self, options: OptionsT, seats: int, key: bytes) -> Step[StateOf[PublicT, HandT, VaultT], EventT]:
        """As the rules say, for as many as can play. Raises :class:`BadOptions`."""
        if seats not in self.seat_range:
            raise BadOptions("number_of_seats", seats=seats, least=self.seat_range[0], most=self.seat_range[-1])
        return self.parts.rules.start(options, seats, key)

    def pending(self, public: PublicT) -> tuple[Pending, ...]:
        """As the rules say."""
        return self.parts.rules.pending(public)

    def legal(self, seen: Seen[PublicT, HandT], pending: Pending) -> Iterable[ActionT]:
        """As the rules say."""
        return self.parts.rules.legal(seen, pending)

    def apply(
        self, state: StateOf[PublicT, HandT, VaultT], seat: int, action: ActionT
    ) -> Step[StateOf[PublicT, HandT, VaultT], EventT]:
        """As the rules say, for a seat that is asked. Raises :class:`NotPending`."""
        if not any(pending.seat == seat and is_open(pending) for pending in self.pending(state.public)):
            raise NotPending(f"seat {seat} is not asked")
        return self.parts.rules.apply(state, seat, action)

    def outcome(self, public: PublicT) -> Outcome | None:
        """As the rules say."""
        return self.parts.rules.outcome(public)

    def progress(self, public: PublicT) -> tuple[int, int]:
        """As the rules say."""
        return self.parts.rules.progress(public)

    def imagine(self, seen: Seen[PublicT, HandT], key: bytes) -> StateOf[PublicT, HandT, VaultT]:
        """The true state, which everybody sees: of :class:`Nothing` there is one kind, for each of ``public.seats`` seats."""
        if self.parts.imagine is not None:
            return self.parts.imagine.imagine(seen, key)
        public: Any = seen.public
        return cast("StateOf[PublicT, HandT, VaultT]", State(public, (Nothing(),) * public.seats, Nothing()))

    def redraw(self, state: StateOf[PublicT, HandT, VaultT], key: bytes) -> StateOf[PublicT, HandT, VaultT]:
        """The state as it is: nothing is drawn where nothing is hidden."""
        return state if self.parts.imagine is None else self.parts.imagine.redraw(state, key)

    def foresee(self, state: StateOf[PublicT, HandT, VaultT], pending: Pending) -> StateOf[PublicT, HandT, VaultT]:
        """The place as it is: what is filed goes on in the turn being played."""
        return state if self.parts.foresee is None else self.parts.foresee.foresee(state, pending)

    def check(self, state: StateOf[PublicT, HandT, VaultT]) -> None:
        """Whatever there is holds."""
        if self.parts.check is not None:
            self.parts.check.check(state)

    def facets(self, options: OptionsT, public: PublicT, events: Sequence[Told[EventT]]) -> tuple[Facet, ...]:
        """A game is found by nothing of its own."""
        return () if self.parts.facets is None else self.parts.facets.facets(options, public, events)

    def opening(self, moves: Sequence[tuple[int, ActionT]], seat: int) -> str:
        """All seats begin alike."""
        return "" if self.parts.opening is None else self.parts.opening.opening(moves, seat)

    def before(self, public: PublicT, seat: int) -> tuple[tuple[int, ...], ...]:
        """Who is asked now, then whose tasks stand on the agenda, if there is one, until one of this seat."""
        agenda: Sequence[Any] = getattr(public, "agenda", ())
        later = [task.seat for task in agenda[1:] if hasattr(task, "seat")]
        return after_those_asked(self.pending(public), seat, later)

    def waits(self, options: OptionsT, seats: int) -> int:
        """As measured; else once for each seat in every round there can be."""
        if self.waits_measured:
            return self.waits_measured[seats]
        return seats * self.progress(self.start(options, seats, bytes(32)).state.public)[1]

    def habits(self, options: OptionsT) -> tuple[PolicyT, ...]:
        """Nothing is ordered unless a player does."""
        return () if self.parts.habits is None else self.parts.habits.habits(options)

    def orders(self, options: OptionsT, seats: int) -> tuple[PolicyT, ...]:
        """No order is better than a decision."""
        return () if self.parts.usual is None else self.parts.usual.usual(options, seats)

    def fallback(self, seen: Seen[PublicT, HandT], pending: Pending) -> ActionT:
        """The first legal action."""
        if self.parts.fallback is None:
            return next(iter(self.legal(seen, pending)))
        return self.parts.fallback.fallback(seen, pending)

    def bot(self, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """What happens at the deadline."""
        return self.fallback(seen, pending) if self.parts.bot is None else self.parts.bot.decide(seen, pending)

    def hints(self, seen: Seen[PublicT, HandT], pending: Pending) -> tuple[Hint, ...]:
        """What the bot does, unweighed."""
        if self.parts.advice is not None:
            return self.parts.advice.hints(seen, pending)
        return unweighed(self.bot(seen, pending))

    def steward(self, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """What happens at the deadline."""
        return self.fallback(seen, pending) if self.parts.steward is None else self.parts.steward.keep(seen, pending)

    def policy(self, order: PolicyT, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """No order has anything to say."""
        return Abstain("no_order") if self.parts.policy is None else self.parts.policy.answer(order, seen, pending)

    def settle(self, order: PolicyT, action: ActionT) -> PolicyT:
        """Return the order as it is: no answer changes it."""
        return order


def after_those_asked(pending: Iterable[Pending], seat: int, later: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Those who are asked now, but for this seat, and then the later ones up to it, each a group of its own."""
    now = tuple(dict.fromkeys(one.seat for one in pending if one.when is not When.MAY and one.seat != seat))
    groups = [now, *((other,) for other in takewhile(seat.__ne__, later))]
    return tuple(group for group, _same in groupby(group for group in groups if group))


def unweighed(reply: Any) -> tuple[Hint, ...]:
    """What a bot answers, as a hint without a worth."""
    if isinstance(reply, Abstain):
        return ()
    return (Hint(tuple(reply.actions) if isinstance(reply, Filed) else (reply,)),)


def is_open(pending: Pending) -> bool:
    """Asked now, or a sealed answer that may still be replaced; all else is filed with the site, not played."""
    return pending.when is When.NOW or (pending.when is When.MAY and pending.sealed)
