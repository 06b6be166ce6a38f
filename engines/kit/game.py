"""Engine built from the modules of a game: a class names the game's parts and inherits all defaults.

A part is usually a module, but any object with its protocol's functions will do. Every game needs ``rules``. If another part is
missing, the default in :class:`Game` applies. A game overrides the methods that no part can replace.
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
    """Hands and vault of a game that hides nothing: ``State[Public, Nothing, Nothing]``."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a game without choices."""

    version: Literal["1"] = "1"


class NoOrder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Order of a game without standing orders: it always abstains."""


class Rules[OptionsT, PublicT, HandT, VaultT, ActionT, EventT](Protocol):
    """The rules of the game; see the methods of :class:`engines.contract.Engine`."""

    def start(self, options: OptionsT, seats: int, key: bytes) -> Step[State[PublicT, HandT, VaultT], EventT]:
        """Set up a game."""
        ...

    def pending(self, public: PublicT) -> tuple[Pending, ...]:
        """Return all open decisions."""
        ...

    def legal(self, seen: Seen[PublicT, HandT], pending: Pending) -> Iterable[ActionT]:
        """Return every action the seat can take."""
        ...

    def apply(
        self, state: State[PublicT, HandT, VaultT], seat: int, action: ActionT
    ) -> Step[State[PublicT, HandT, VaultT], EventT]:
        """Play one action and its consequences."""
        ...

    def outcome(self, public: PublicT) -> Outcome | None:
        """Return the result once the game is over."""
        ...

    def progress(self, public: PublicT) -> tuple[int, int]:
        """Return (round, maximum number of rounds)."""
        ...


class Check[StateT](Protocol):
    """Invariants of every state."""

    def check(self, state: StateT) -> None:
        """Raise :class:`engines.contract.BrokenState` if an invariant is violated."""
        ...


class Imagine[SeenT, StateT](Protocol):
    """States that match the view of a viewer."""

    def imagine(self, seen: SeenT, key: bytes) -> StateT:
        """Return a state the viewer cannot tell from the true one."""
        ...

    def redraw(self, state: StateT, key: bytes) -> StateT:
        """Return the same position with different future random draws."""
        ...


class Foresee[StateT](Protocol):
    """Positions in which queued turns are played."""

    def foresee(self, state: StateT, pending: Pending) -> StateT:
        """Return the position after all events that are certain to happen before the queued turn."""
        ...


class Fallback[SeenT, ActionT](Protocol):
    """Default moves at a deadline."""

    def fallback(self, seen: SeenT, pending: Pending) -> ActionT:
        """Return a legal action, found without search."""
        ...


class Bot[SeenT, ActionT](Protocol):
    """Bot that plays for a seat."""

    def decide(self, seen: SeenT, pending: Pending) -> Reply[ActionT]:
        """Return the bot's action, a turn to queue or an abstention."""
        ...


class Advice[SeenT](Protocol):
    """Opinion of a bot on a decision."""

    def hints(self, seen: SeenT, pending: Pending, most: int) -> tuple[Hint, ...]:
        """Return at most ``most`` of the bot's choices, best first, with the value it expects from each."""
        ...


class Steward[SeenT, ActionT](Protocol):
    """Steward that plays on for an absent player."""

    def keep(self, seen: SeenT, pending: Pending) -> Reply[ActionT]:
        """Return the steward's action, a turn to queue or an abstention."""
        ...


class Orders[SeenT, ActionT, PolicyT](Protocol):
    """Standing orders."""

    def answer(self, order: PolicyT, seen: SeenT, pending: Pending) -> Reply[ActionT]:
        """Return the answer of one order to a decision."""
        ...


class Habits[OptionsT, PolicyT](Protocol):
    """Initial standing orders of a seat."""

    def habits(self, options: OptionsT) -> tuple[PolicyT, ...]:
        """Return the orders in the order they are tried."""
        ...


class Usual[OptionsT, PolicyT](Protocol):
    """Standing orders of a player who wants few decisions."""

    def usual(self, options: OptionsT, seats: int) -> tuple[PolicyT, ...]:
        """Return the orders in the order they are tried."""
        ...


class Facets[OptionsT, PublicT, EventT](Protocol):
    """Searchable facts of a finished game."""

    def facets(self, options: OptionsT, public: PublicT, events: Sequence[Told[EventT]]) -> tuple[Facet, ...]:
        """Return the facets of a game."""
        ...


class Opening[ActionT](Protocol):
    """Opening of a seat."""

    def opening(self, moves: Sequence[tuple[int, ActionT]], seat: int) -> str:
        """Return a short code for the opening."""
        ...


class Parts[OptionsT, PublicT, HandT, VaultT, ActionT, EventT, PolicyT](NamedTuple):
    """Parts of a game."""

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
    """An engine (:class:`engines.contract.Engine`) built from its parts; a subclass gives its name and parts.

    ``waits_measured`` is the number of waits in a game between bots, by seats. Override ``waits`` if the number depends on more
    than the seats.
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
        """Start by the rules, if the number of seats is valid. Raises :class:`BadOptions`."""
        if seats not in self.seat_range:
            raise BadOptions("number_of_seats", seats=seats, least=self.seat_range[0], most=self.seat_range[-1])
        return self.parts.rules.start(options, seats, key)

    def pending(self, public: PublicT) -> tuple[Pending, ...]:
        """Return the open decisions by the rules."""
        return self.parts.rules.pending(public)

    def legal(self, seen: Seen[PublicT, HandT], pending: Pending) -> Iterable[ActionT]:
        """Return the legal actions by the rules."""
        return self.parts.rules.legal(seen, pending)

    def apply(
        self, state: StateOf[PublicT, HandT, VaultT], seat: int, action: ActionT
    ) -> Step[StateOf[PublicT, HandT, VaultT], EventT]:
        """Play an action by the rules, for a seat that has the decision. Raises :class:`NotPending`."""
        if not any(pending.seat == seat and is_open(pending) for pending in self.pending(state.public)):
            raise NotPending(f"seat {seat} is not asked")
        return self.parts.rules.apply(state, seat, action)

    def outcome(self, public: PublicT) -> Outcome | None:
        """Return the result by the rules."""
        return self.parts.rules.outcome(public)

    def progress(self, public: PublicT) -> tuple[int, int]:
        """Return the progress by the rules."""
        return self.parts.rules.progress(public)

    def imagine(self, seen: Seen[PublicT, HandT], key: bytes) -> StateOf[PublicT, HandT, VaultT]:
        """Return a state imagined by the game, or the public state with one :class:`Nothing` per seat if nothing is hidden."""
        if self.parts.imagine is not None:
            return self.parts.imagine.imagine(seen, key)
        public: Any = seen.public
        return cast("StateOf[PublicT, HandT, VaultT]", State(public, (Nothing(),) * public.seats, Nothing()))

    def redraw(self, state: StateOf[PublicT, HandT, VaultT], key: bytes) -> StateOf[PublicT, HandT, VaultT]:
        """Return the state redrawn by the game, or unchanged if the game hides nothing."""
        return state if self.parts.imagine is None else self.parts.imagine.redraw(state, key)

    def foresee(self, state: StateOf[PublicT, HandT, VaultT], pending: Pending) -> StateOf[PublicT, HandT, VaultT]:
        """Return the state foreseen by the game, or unchanged if its queued turns only continue the turn being played."""
        return state if self.parts.foresee is None else self.parts.foresee.foresee(state, pending)

    def check(self, state: StateOf[PublicT, HandT, VaultT]) -> None:
        """Accept every state, unless the game has a check."""
        if self.parts.check is not None:
            self.parts.check.check(state)

    def facets(self, options: OptionsT, public: PublicT, events: Sequence[Told[EventT]]) -> tuple[Facet, ...]:
        """Return no facets, unless the game has some."""
        return () if self.parts.facets is None else self.parts.facets.facets(options, public, events)

    def opening(self, moves: Sequence[tuple[int, ActionT]], seat: int) -> str:
        """Return an empty code, unless the game has openings."""
        return "" if self.parts.opening is None else self.parts.opening.opening(moves, seat)

    def before(self, public: PublicT, seat: int) -> tuple[tuple[int, ...], ...]:
        """Return the seats with a decision now, then those with tasks on the agenda, up to this seat's next task."""
        agenda: Sequence[Any] = getattr(public, "agenda", ())
        later = [task.seat for task in agenda[1:] if hasattr(task, "seat")]
        return waiting_groups(self.pending(public), seat, later)

    def waits(self, options: OptionsT, seats: int) -> int:
        """Return the measured number of waits, or one wait per seat and possible round."""
        if self.waits_measured:
            return self.waits_measured[seats]
        return seats * self.progress(self.start(options, seats, bytes(32)).state.public)[1]

    def habits(self, options: OptionsT) -> tuple[PolicyT, ...]:
        """Return no orders, unless the game has habits."""
        return () if self.parts.habits is None else self.parts.habits.habits(options)

    def orders(self, options: OptionsT, seats: int) -> tuple[PolicyT, ...]:
        """Return no orders, unless the game has usual ones."""
        return () if self.parts.usual is None else self.parts.usual.usual(options, seats)

    def fallback(self, seen: Seen[PublicT, HandT], pending: Pending) -> ActionT:
        """Return the first legal action, unless the game has a fallback."""
        if self.parts.fallback is None:
            return next(iter(self.legal(seen, pending)))
        return self.parts.fallback.fallback(seen, pending)

    def bot(self, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """Return the default move, unless the game has a bot."""
        return self.fallback(seen, pending) if self.parts.bot is None else self.parts.bot.decide(seen, pending)

    def hints(self, seen: Seen[PublicT, HandT], pending: Pending, most: int = 3) -> tuple[Hint, ...]:
        """Return the bot's choice without a worth, unless the game has advice."""
        if self.parts.advice is not None:
            return self.parts.advice.hints(seen, pending, most)
        return unweighed_hints(self.bot(seen, pending))

    def steward(self, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """Return the default move, unless the game has a steward."""
        return self.fallback(seen, pending) if self.parts.steward is None else self.parts.steward.keep(seen, pending)

    def policy(self, order: PolicyT, seen: Seen[PublicT, HandT], pending: Pending) -> Reply[ActionT]:
        """Abstain, unless the game has standing orders."""
        return Abstain("no_order") if self.parts.policy is None else self.parts.policy.answer(order, seen, pending)

    def settle(self, order: PolicyT, action: ActionT) -> PolicyT:
        """Return the order unchanged, because no answer affects it."""
        return order


def waiting_groups(pending: Iterable[Pending], seat: int, later: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return the other seats with a decision now, then the later seats up to this one, each as its own group."""
    now = tuple(dict.fromkeys(decision.seat for decision in pending if decision.when is not When.MAY and decision.seat != seat))
    groups = [now, *((other,) for other in takewhile(seat.__ne__, later))]
    return tuple(group for group, _same in groupby(group for group in groups if group))


def unweighed_hints(reply: Any) -> tuple[Hint, ...]:
    """Return a bot's answer as a hint without a worth; empty if it abstains."""
    if isinstance(reply, Abstain):
        return ()
    return (Hint(tuple(reply.actions) if isinstance(reply, Filed) else (reply,)),)


def is_open(pending: Pending) -> bool:
    """Return whether the decision is asked now, or is a sealed answer that can still be replaced.

    The site queues all other answers instead of playing them.
    """
    return pending.when is When.NOW or (pending.when is When.MAY and pending.sealed)
