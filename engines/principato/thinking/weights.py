"""Weights of the bot in points at the end of the game; tuned by games against itself."""

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """Weights of a player.

    Cubes: ``food``, ``money`` and ``favour`` are the worth of a stored cube while there is time to use it. With two or one own
    turns left they are multiplied by ``two_turns`` or ``one_turn``, with none left by zero.

    Economy: ``harvest`` and ``rent`` are the worth per future turn of the income of one harvest or rent. ``returns`` makes each
    further cube worth less. ``slack`` is the share that counts for fields and palazzi beyond the stores, or for stores beyond
    those. ``purse`` is the worth of each place for money up to the highest price.

    Goals: ``set_progress`` is the share of a set's points that an incomplete set is worth.

    Cards: ``second`` is the share that counts for the lesser of the two cards in hand. ``within_reach`` is the share for the
    best display card that should still be there next turn. ``cube_card`` is the worth of each cube that a card will bring in,
    ``overflow`` the share for those without room now. ``culture_card`` is the share of a culture card's profit, ``patience``
    the factor for each missing cube, ``repeat`` the share for each further use. ``flow`` is the number of cubes that come in
    each turn for each cube of a harvest or rent. ``build_card`` and ``recruit_card`` are the shares of what such a card could
    do now, ``unpaid`` the factor if cubes are missing.

    Military: ``spread`` is the deviation of strengths from the expected ones right before a scoring. ``spread_per_turn`` is its
    increase with the root of the turns until then. ``growth`` is the strength gained with a turn before the next scoring.
    ``inflow`` are the cubes for units gained with it, ``kept`` is the strength of a unit in later scorings. ``resolve`` is the
    chance that a seat still to decide supplies as many units as it can.
    """

    food: float = 0.705
    money: float = 0.624
    favour: float = 0.95
    two_turns: float = 0.859
    one_turn: float = 0.501
    harvest: float = 0.272
    rent: float = 0.845
    returns: float = 0.439
    slack: float = 0.314
    purse: float = 0.701
    set_progress: float = 0.036
    second: float = 0.8
    within_reach: float = 0.202
    cube_card: float = 0.6
    overflow: float = 0.463
    culture_card: float = 0.185
    patience: float = 0.75
    repeat: float = 0.118
    flow: float = 1.13
    build_card: float = 0.51
    recruit_card: float = 0.609
    unpaid: float = 0.929
    spread: float = 0.528
    spread_per_turn: float = 0.519
    growth: float = 0.751
    inflow: float = 0.3
    kept: float = 0.096
    resolve: float = 0.888


WEIGHTS = Weights()
"""Default weights."""
