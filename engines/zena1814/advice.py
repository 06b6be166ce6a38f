"""What the bot thinks of a turn and of a card that may be joined, for somebody who asks it."""

from typing import Any

from engines.contract import Hint, Pending, When
from engines.kit.game import unweighed
from engines.zena1814 import bot
from engines.zena1814.decisions import react, turn
from engines.zena1814.state import Seen
from engines.zena1814.thinking import windows
from engines.zena1814.thinking.mind import Mind
from engines.zena1814.thinking.weights import WEIGHTS

MOST = 3


def hints(seen: Seen, pending: Pending) -> tuple[Hint, ...]:
    """The turns worth most, or whether joining is; for any other decision what the bot does."""
    mind, weighed = Mind(seen, pending.seat, WEIGHTS), list[tuple[float, tuple[Any, ...]]]()
    if pending.kind == turn.KIND and pending.when is not When.MAY:
        weighed += mind.turn.weighed()
    elif pending.kind == react.KIND and (window := react.find(mind.public)) is not None:
        area, laid = mind.public.laid(window.laid)
        weighed += [(worth, (action,)) for worth, action in windows.weighed(mind.market, area, laid)]
    else:
        return unweighed(bot.decide(seen, pending))
    found: dict[tuple[Any, ...], float] = {}
    for worth, steps in weighed:
        found.setdefault(steps, worth)
    return tuple(Hint(steps, worth) for steps, worth in list(found.items())[:MOST])
