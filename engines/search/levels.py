"""Strength levels of bots: the apprentice makes mistakes, the merchant is the game's bot, and the doge searches."""

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from engines import chance
from engines.contract import Engine, Pending, Reply, Seen
from engines.search.choosing import Thought, choose
from engines.search.values import value_of

LAPSE = 4
"""One of this many decisions of an apprentice is a mistake."""
WEIGHED = 8
"""Most alternatives of the bot from which a mistake is drawn."""
SIMULATIONS = 20
"""Imagined games for one decision of the doge, in games that name no number of their own."""


class Level(StrEnum):
    """Strength of a bot."""

    APPRENTICE = "apprentice"
    MERCHANT = "merchant"
    DOGE = "doge"


class Decided(NamedTuple):
    """Reply of a bot. ``is_short`` is True if ``stop`` ended its search early."""

    reply: Reply[Any]
    is_short: bool = False


def decide(
    engine: Engine,
    level: Level,
    seen: Seen[Any, Any],
    pending: Pending,
    key: bytes,
    stop: Callable[[], bool] = lambda: False,
) -> Decided:
    """Return a bot's reply to a decision that is due now.

    Equal arguments give equal replies, unless ``stop`` ends the doge's search early. The reply can be computed from ``key`` and
    the view of the seat, so ``key`` must stay secret until the game is over.
    """
    match level:
        case Level.APPRENTICE:
            return Decided(_apprentice(engine, seen, pending, key))
        case Level.MERCHANT:
            return Decided(engine.bot(seen, pending))
        case Level.DOGE:
            thought = search(engine, seen, pending, key, stop=stop)
            return Decided(thought.action, thought.is_short)


def search(
    engine: Engine,
    seen: Seen[Any, Any],
    pending: Pending,
    key: bytes,
    simulations: int | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Thought:
    """Return the doge's thought, with its own budget unless ``simulations`` names another."""
    value = value_of(engine.slug)
    return choose(engine, seen, pending, key, simulations or budget(engine.slug), value.shares if value else None, stop)


@cache
def budget(slug: str) -> int:
    """Return the number of imagined games for one decision of the doge: 0.1 to 0.3 s of CPU time."""
    name = f"engines.{slug}.features"
    return import_module(name).SIMULATIONS if find_spec(name) else SIMULATIONS


def _apprentice(engine: Engine, seen: Seen[Any, Any], pending: Pending, key: bytes) -> Reply[Any]:
    """Return the bot's reply, or instead of it an alternative that the bot rejected, or any legal action."""
    reply = engine.bot(seen, pending)
    if chance.pick(key, "lapse", LAPSE)[0]:
        return reply
    weighed = [hint.actions[0] for hint in engine.hints(seen, pending, WEIGHED)]
    others = [action for action in weighed if action != reply] or list(engine.legal(seen, pending))
    return others[chance.pick(key, "other", len(others))[0]]
