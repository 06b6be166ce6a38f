"""Reversi, the third specimen: a square board, and seats that can miss a turn. ``RULES.md`` has its rules."""

from typing import Any

from engines.contract import State
from engines.kit.game import Game, NoOptions, NoOrder, Nothing, Parts
from engines.reversi import rules, table


class Reversi(Game[NoOptions, table.Public, Nothing, Nothing, table.Place, table.Placed, NoOrder]):
    """The game's name and parts; everything else uses the defaults."""

    slug = "reversi"
    title = "Reversi"
    seat_range = range(2, 3)
    stage = "specimen"
    State: Any = State[table.Public, Nothing, Nothing]
    Action: Any = table.Place
    Event: Any = table.Placed
    parts = Parts(rules, check=rules, bot=rules)


ENGINE = Reversi()
