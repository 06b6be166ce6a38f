"""Hints of the bot for a turn and for joining a card."""

from typing import Any

from engines.contract import Hint, Pending, When
from engines.kit.game import unweighed_hints
from engines.zena1814 import bot
from engines.zena1814.decisions import react, turn
from engines.zena1814.state import Seen
from engines.zena1814.thinking import windows
from engines.zena1814.thinking.mind import Mind
from engines.zena1814.thinking.weights import WEIGHTS


def hints(seen: Seen, pending: Pending, most: int) -> tuple[Hint, ...]:
    """Return at most ``most`` of the best turns or reactions; for any other decision the bot's choice."""
    mind, weighed = Mind(seen, pending.seat, WEIGHTS), list[tuple[float, tuple[Any, ...]]]()
    if pending.kind == turn.KIND and pending.when is not When.MAY:
        weighed += mind.turn.weighed()
    elif pending.kind == react.KIND and (window := react.find(mind.public)) is not None:
        area, laid = mind.public.laid(window.laid)
        weighed += [(worth, (action,)) for worth, action in windows.weighed(mind.market, area, laid)]
    else:
        return unweighed_hints(bot.decide(seen, pending))
    worth_by_steps: dict[tuple[Any, ...], float] = {}
    for worth, steps in weighed:
        worth_by_steps.setdefault(steps, worth)
    return tuple(Hint(steps, worth) for steps, worth in list(worth_by_steps.items())[:most])
