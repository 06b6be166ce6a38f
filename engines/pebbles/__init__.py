"""Pebbles, the second specimen: a very small game. ``RULES.md`` has its rules."""

from typing import Any

from engines.contract import State
from engines.kit.game import Game, NoOptions, NoOrder, Nothing, Parts
from engines.pebbles import rules, table


class Pebbles(Game[NoOptions, table.Public, Nothing, Nothing, table.Sow, table.Sown, NoOrder]):
    """A game for two without secrets, chance or options, and with one kind of action.

    It has rules, a check and a bot. All other parts are the kit's defaults.
    """

    slug = "pebbles"
    title = "Pebbles"
    seat_range = range(2, 3)
    stage = "specimen"
    State: Any = State[table.Public, Nothing, Nothing]
    Action: Any = table.Sow
    Event: Any = table.Sown
    parts = Parts(rules, check=rules, bot=rules)


ENGINE = Pebbles()
