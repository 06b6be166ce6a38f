"""Random legal games for the tests, and the options and standing orders that the tests use for each engine."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engines import chance, registry
from engines.contract import Engine, Pending, Step, Trait, When, decode, view
from engines.playout import nth_key

ENGINES = registry.engines(specimens=True)

OPTIONS: dict[str, tuple[bytes, ...]] = {
    "gonzaga": (b"{}",),
    "principato": (b"{}", b'{"feeding":"sealed"}'),
    "zena1814": (
        b"{}",
        b'{"mode":"beginner"}',
        b'{"starter":"first_in"}',
        b'{"starter":"random","free_order":true}',
    ),
    "specimen": (b"{}", b'{"nights":1}', b'{"nights":4}', b'{"habit":"town"}'),
}
"""The options each engine is tested with, if not only with its defaults."""

ORDERS: dict[str, tuple[bytes, ...]] = {
    "gonzaga": (
        b'{"type":"DonateBelow","points":6}',
        b'{"type":"TakeMost","points":9}',
        b'{"type":"TakeMost","points":0,"rings":2}',
    ),
    "principato": (
        b'{"type":"FeedAll"}',
        b'{"type":"FeedExactly","food":1,"favour_condottieri":1}',
        b'{"type":"FeedToReach","strength":3}',
        b'{"type":"FeedToKeepRank","otherwise":"none"}',
        b'{"type":"KeepAtMost","condottieri":1,"militia":2}',
        b'{"type":"ReleaseUnfed"}',
    ),
    "zena1814": (
        b'{"type":"PreferDeck","prefer":"alternate"}',
        b'{"type":"PreferDeck","prefer":"goals_until","goals":2}',
        b'{"type":"PreferDeck","prefer":"once"}',
        b'{"type":"BuyAtPalace"}',
        b'{"type":"ReactRule","answer":"ask","kinds":["dice"],"wants":["vp"]}',
        b'{"type":"ReactRule","answer":"join","at_most":2,"keep":1}',
        b'{"type":"ReactRule","answer":"decline","areas":["old_town","fort"]}',
        b'{"type":"DeclineUntilTurn","round":4}',
        b'{"type":"DiceRule","modifier":3,"at_most":2,"keep":1}',
        b'{"type":"PutAway","cards":["pa_festa","ot_manezzi","go_dagghe","ca_sermon","bk_loan"]}',
        b'{"type":"PassOn","cards":["ca_chapel","ot_gossip","po_cargo"]}',
        b'{"type":"MarkUnder","figure":"heir_1"}',
        b'{"type":"TrickTo","areas":["bank","port"]}',
    ),
    "specimen": (b'{"type":"JoinUpTo","place":1}', b'{"type":"AlwaysDraw","bag":"court"}'),
}
"""Some standing orders of each engine that takes any."""

few = settings(derandomize=True, deadline=None, max_examples=12, database=None, suppress_health_check=list(HealthCheck))


def options_of(engine: Engine) -> tuple[bytes, ...]:
    """Return the sets of options with which an engine is tested. Every engine must be playable with its defaults."""
    return OPTIONS.get(engine.slug, (b"{}",))


def needs(engine: Engine, *traits: Trait) -> None:
    """Skip the test if the game lacks a trait, and name the trait."""
    if lacking := [trait.value for trait in traits if trait not in engine.traits]:
        pytest.skip(f"{engine.title} has no {', no '.join(lacking)}")


class Setup(NamedTuple):
    """Start of a game. Its ``repr`` contains all data needed to play the same game again."""

    slug: str
    options: bytes
    seats: int
    number: int

    @property
    def engine(self) -> Engine:
        """Engine of the game."""
        return registry.engine(self.slug)

    @property
    def key(self) -> bytes:
        """Key of the game."""
        return nth_key(7, self.number)

    def start(self) -> Step[Any, Any]:
        """Start the game, and return its first step."""
        return self.engine.start(decode(self.engine.Options, self.options), self.seats, self.key)


class Ply(NamedTuple):
    """Played action: the state before it, the decision, the action and the resulting step."""

    before: Any
    asked: Pending
    action: Any
    step: Step[Any, Any]


def setups(engine: Engine) -> st.SearchStrategy[Setup]:
    """Return a strategy for random setups of an engine."""
    options = st.sampled_from(options_of(engine))
    return st.builds(Setup, st.just(engine.slug), options, st.sampled_from(engine.seat_range), st.integers(0, 10**6))


def at_once(pending: Pending) -> bool:
    """Return whether an answer is played immediately.

    True for decisions due now, and for sealed decisions that may be replaced. Answers to all other decisions are queued.
    """
    return pending.when is When.NOW or (pending.when is When.MAY and pending.sealed)


@cache
def walk(setup: Setup) -> tuple[Ply, ...]:
    """Return a whole game of random legal actions by random seats with a decision.

    Occasionally a seat replaces its sealed answer.
    """
    return tuple(_walk(setup))


def states(setup: Setup) -> list[Any]:
    """Return all states of a walk, including the first and the last."""
    return [setup.start().state, *(ply.step.state for ply in walk(setup))]


def kinds(slug: str) -> set[str]:
    """Return the kinds of decisions that come up in one random game with the fewest seats, the same at each call."""
    engine = registry.engine(slug)
    positions = states(Setup(slug, options_of(engine)[0], engine.seat_range[0], 1))
    return {pending.kind for position in positions for pending in engine.pending(position.public)}


def spread[T](items: Sequence[T], most: int) -> list[T]:
    """Return at most ``most`` items, spread over the list, including the first and the last."""
    return list(items) if len(items) <= most else [items[index * (len(items) - 1) // (most - 1)] for index in range(most)]


def _walk(setup: Setup) -> Iterator[Ply]:
    engine, state = setup.engine, setup.start().state
    for number in range(100_000):
        open_now = _answering(engine.pending(state.public), setup.key, number)
        if not open_now:
            return
        asked = _any(setup.key, f"seat/{number}", open_now)
        action = _any(setup.key, f"action/{number}", tuple(engine.legal(view(state, asked.seat), asked)))
        step = engine.apply(state, asked.seat, action)
        yield Ply(state, asked, action, step)
        state = step.state
    raise AssertionError("the game does not end")


def _answering(pending: tuple[Pending, ...], key: bytes, number: int) -> tuple[Pending, ...]:
    replacing = chance.pick(key, f"replace/{number}", 4)[0] == 0
    return tuple(one for one in pending if one.when is When.NOW or (replacing and at_once(one)))


def _any[T](key: bytes, label: str, items: tuple[T, ...]) -> T:
    return items[chance.pick(key, label, len(items))[0]]
