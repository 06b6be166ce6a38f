"""What the bot thinks things are worth, in points at the end; tuned by games against itself."""

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """The opinions of a player.

    Purse: ``coin`` is what a coin is worth with many turns to come, the less the more coins there are already (``plenty`` for
    each turn halve it). ``action`` and ``goal`` is what another card of a deck is worth to a hand that needs it, ``surplus``
    the share of that for a full hand, ``early`` the share of a goal's worth that is left for each round before the last, for
    goals can be drawn until the end. ``marker`` is what it costs to tie down the last marker of the supply.

    Others: ``rival`` is the share of what the others gain that counts against oneself, spread over all of them. ``join`` is the
    chance that somebody who could join a card does. ``eager`` is what a marker must be worth beyond its price.

    Rows: ``crowding`` are the cards each seat adds to an area in a round that push others out; ``ruin`` is the chance that the
    oldest card of an area is destroyed in a round.

    Areas: ``upset`` is the chance that a mover undoes a majority by one point, ``slip`` that one brings it about; ``keep`` is
    the share of a majority that is left a round later. ``access`` is what a figure in an area is worth for each round to
    come, ``opening`` what it adds for a card in hand that could be offered there.

    Cards: ``manezzi`` is what a marker under a figure is worth for each round, ``patience`` is the share of a hand card's use
    that is left if no figure is where it belongs.

    Steward: ``daring`` is the share of a die's prize that counts, ``reserve`` are the coins it never spends, ``roam`` is what a
    move must be worth beyond anything else.
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
"""The bot's own."""
CAREFUL = Weights(daring=0.0, reserve=3, roam=99.0)
"""The steward's: it leaves figures where they stand, counts on no die and keeps some coins."""
