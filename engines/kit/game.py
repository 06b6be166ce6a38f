"""An engine made of the modules of a game: a class that names what the game has, and inherits what all others do.

A part is mostly a module: anything that offers the functions of its protocol. ``rules`` is the only one every game needs;
whatever else is left out is done as the methods of :class:`Game` say. What a part does not fit, a game overrides.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from engines.contract import Abstain, BadOptions, Facet, NotPending, Outcome, Pending, Seen, State, Step, Told, Trait, When


class Nothing(msgspec.Struct, frozen=True):
    """The hands and the vault of a game that hides nothing: ``State[Public, Nothing, Nothing]``."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game in which there is nothing to choose."""

    version: Literal["1"] = "1"


class NoOrder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The order of a game without standing orders: it always abstains."""


class Rules(Protocol):
    """The game itself; see the methods of :class:`engines.contract.Engine`."""

    def start(self, options: Any, seats: int, key: bytes) -> Step[Any, Any]:
        """Set up a game."""
        ...

    def pending(self, public: Any) -> tuple[Pending, ...]:
        """All open decisions."""
        ...

    def legal(self, seen: Any, pending: Pending) -> Iterable[Any]:
        """Every action the seat may take."""
        ...

    def apply(self, state: Any, seat: int, action: Any) -> Step[Any, Any]:
        """Play one action and what follows."""
        ...

    def outcome(self, public: Any) -> Outcome | None:
        """The result once the game is over."""
        ...

    def progress(self, public: Any) -> tuple[int, int]:
        """(round, most rounds)."""
        ...


class Check(Protocol):
    """What must hold in every state."""

    def check(self, state: Any) -> None:
        """Raise :class:`engines.contract.BrokenState` if something does not."""
        ...


class Imagine(Protocol):
    """Worlds like the one a viewer sees."""

    def imagine(self, seen: Any, key: bytes) -> Any:
        """Some state the viewer cannot tell from the true one."""
        ...


class Fallback(Protocol):
    """What happens at a deadline."""

    def fallback(self, seen: Any, pending: Pending) -> Any:
        """A legal action, found without search."""
        ...


class Bot(Protocol):
    """An opponent."""

    def decide(self, seen: Any, pending: Pending) -> Any:
        """What it does or files."""
        ...


class Orders(Protocol):
    """Standing orders."""

    def answer(self, order: Any, seen: Any, pending: Pending) -> Any:
        """What one of them says to a decision."""
        ...


class Facets(Protocol):
    """What a finished game is found by."""

    def facets(self, options: Any, public: Any, events: Any) -> tuple[Facet, ...]:
        """Its facets."""
        ...


class Opening(Protocol):
    """How a seat began."""

    def opening(self, played: Any, seat: int) -> str:
        """A short code."""
        ...


class Parts(NamedTuple):
    """What a game consists of."""

    rules: Rules
    check: Check | None = None
    imagine: Imagine | None = None
    fallback: Fallback | None = None
    bot: Bot | None = None
    policy: Orders | None = None
    facets: Facets | None = None
    opening: Opening | None = None


class Game:
    """An engine (:class:`engines.contract.Engine`) of its parts; a subclass says what it is called and what it is made of."""

    slug: str
    title: str
    seat_range: range
    stage: Literal["specimen", "alpha", "beta", "stable"]
    versions: tuple[str, ...] = ("1",)
    traits: frozenset[Trait] = frozenset()
    State: Any
    Options: Any = NoOptions
    Action: Any
    Event: Any
    Policy: Any = NoOrder
    parts: Parts

    def start(self, options: Any, seats: int, key: bytes) -> Step[Any, Any]:
        """As the rules say, for as many as can play. Raises :class:`BadOptions`."""
        if seats not in self.seat_range:
            raise BadOptions("number_of_seats", seats=seats, least=self.seat_range[0], most=self.seat_range[-1])
        return self.parts.rules.start(options, seats, key)

    def pending(self, public: Any) -> tuple[Pending, ...]:
        """As the rules say."""
        return self.parts.rules.pending(public)

    def legal(self, seen: Seen[Any, Any], pending: Pending) -> Iterable[Any]:
        """As the rules say."""
        return self.parts.rules.legal(seen, pending)

    def apply(self, state: Any, seat: int, action: Any) -> Step[Any, Any]:
        """As the rules say, for a seat that is asked. Raises :class:`NotPending`."""
        if not any(asked.seat == seat and is_open(asked) for asked in self.pending(state.public)):
            raise NotPending(f"seat {seat} is not asked")
        return self.parts.rules.apply(state, seat, action)

    def outcome(self, public: Any) -> Outcome | None:
        """As the rules say."""
        return self.parts.rules.outcome(public)

    def progress(self, public: Any) -> tuple[int, int]:
        """As the rules say."""
        return self.parts.rules.progress(public)

    def imagine(self, seen: Seen[Any, Any], key: bytes) -> Any:
        """The true state, which everybody sees: of :class:`Nothing` there is one kind, for each of ``public.seats`` seats."""
        if self.parts.imagine is None:
            return State(seen.public, (Nothing(),) * seen.public.seats, Nothing())
        return self.parts.imagine.imagine(seen, key)

    def foresee(self, state: Any, pending: Pending) -> Any:
        """The place as it is: what is filed goes on in the turn being played."""
        return state

    def check(self, state: Any) -> None:
        """Whatever there is holds."""
        if self.parts.check is not None:
            self.parts.check.check(state)

    def facets(self, options: Any, public: Any, events: Sequence[Told[Any]]) -> tuple[Facet, ...]:
        """A game is found by nothing of its own."""
        return () if self.parts.facets is None else self.parts.facets.facets(options, public, events)

    def opening(self, played: Sequence[tuple[int, Any]], seat: int) -> str:
        """All seats begin alike."""
        return "" if self.parts.opening is None else self.parts.opening.opening(played, seat)

    def waits(self, options: Any, seats: int) -> int:
        """Once for each seat in every round there can be."""
        return seats * self.progress(self.start(options, seats, bytes(32)).state.public)[1]

    def habits(self, options: Any) -> tuple[Any, ...]:
        """Nothing is ordered unless a player does."""
        return ()

    def orders(self, options: Any, seats: int) -> tuple[Any, ...]:
        """No order is better than a decision."""
        return ()

    def fallback(self, seen: Seen[Any, Any], pending: Pending) -> Any:
        """The first legal action."""
        if self.parts.fallback is None:
            return next(iter(self.legal(seen, pending)))
        return self.parts.fallback.fallback(seen, pending)

    def bot(self, seen: Seen[Any, Any], pending: Pending) -> Any:
        """What happens at the deadline."""
        return self.fallback(seen, pending) if self.parts.bot is None else self.parts.bot.decide(seen, pending)

    def steward(self, seen: Seen[Any, Any], pending: Pending) -> Any:
        """What happens at the deadline."""
        return self.fallback(seen, pending)

    def policy(self, order: Any, seen: Seen[Any, Any], pending: Pending) -> Any:
        """No order has anything to say."""
        return Abstain("no_order") if self.parts.policy is None else self.parts.policy.answer(order, seen, pending)


def is_open(asked: Pending) -> bool:
    """Asked now, or a sealed answer that may still be replaced; all else is filed with the site, not played."""
    return asked.when is When.NOW or (asked.when is When.MAY and asked.sealed)
