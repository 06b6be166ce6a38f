"""Weights of the bot in points at the end of the game; tuned by games against itself."""

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """Weights of a player's valuations.

    Purse: ``coin`` is the worth of a coin with many turns to come. It falls with the coins the seat already has (``plenty`` for
    each turn halve it). ``action`` and ``goal`` are the worth of another card of a deck to a hand that needs it. ``surplus`` is
    the share of that for a full hand. ``early`` is the share of a goal's worth left for each round before the last: goals can
    be drawn until the end. ``marker`` is the cost of tying down the last marker of the supply.

    Others: ``rival`` is the share of other seats' gains that counts against the seat, divided by the number of those seats.
    ``join`` is the chance that a seat that could join a card does. ``eager`` is the worth that a marker needs beyond its price.

    Rows: ``crowding`` are the cards each seat adds to an area in a round that push others out. ``ruin`` is the chance that the
    oldest card of an area is destroyed in a round.

    Areas: ``upset`` is the chance that a mover breaks a narrow majority, ``slip`` that a mover creates one. ``keep`` is
    the share of a majority that is left a round later. ``access`` is the worth of a figure in an area for each round to come.
    ``opening`` is the addition for a card in hand that could be offered there.

    Cards: ``manezzi`` is the worth of a marker under a figure for each round. ``patience`` is the share of a hand card's
    worth that is left if no figure is in its area.

    Steward: ``daring`` is the share of a die's prize that counts, ``reserve`` are the coins it never spends. ``roam`` is the
    worth that a move needs beyond everything else.
    """

    coin: float = 0.47
    plenty: float = 4.5
    action: float = 0.3
    goal: float = 0.8
    surplus: float = 0.25
    early: float = 0.87
    marker: float = 0.37
    rival: float = 0.7
    join: float = 0.52
    eager: float = 0.0
    crowding: float = 0.055
    ruin: float = 0.09
    upset: float = 0.11
    slip: float = 0.055
    keep: float = 0.6
    access: float = 0.165
    opening: float = 0.185
    manezzi: float = 0.17
    patience: float = 0.67
    daring: float = 1.0
    reserve: int = 0
    roam: float = 0.0


WEIGHTS = Weights()
"""Weights of the bot."""
CAREFUL = Weights(daring=0.0, reserve=3, roam=99.0)
"""Weights of the steward: it moves no figure, relies on no die and keeps some coins."""
