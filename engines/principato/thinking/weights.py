"""What the bot thinks things are worth, in points at the end; tuned by games against itself."""

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """The opinions of a player.

    Cubes: ``food``, ``money`` and ``favour`` is what a stored cube is worth while there is time to use it; times ``two_turns``
    or ``one_turn`` with so many own turns to come, nothing with none.

    Economy: ``harvest`` and ``rent`` is what a turn to come adds for what one harvest or rent can bring in. ``returns`` bends
    that: each further cube is worth less. ``slack`` is the share that counts of fields and palazzi beyond the stores, or of
    stores beyond those. ``purse`` is the worth of each place for money up to the dearest price.

    Goals: ``set_progress`` is the share of a set's points that a beginning of it is worth.

    Cards: ``second`` is the share that the lesser of the two in the hand counts for, ``within_reach`` that of the best card of
    the display that should still lie there next turn. ``cube_card`` is what each cube is worth that a card will bring in,
    ``overflow`` the share for those without room now. ``culture_card`` is the share of a culture card's profit, ``patience``
    what is left of it for each missing cube, ``repeat`` the share for each further use, ``flow`` how many cubes come in each
    turn for each that a harvest or rent yields. ``build_card`` and ``recruit_card`` are the shares of what such a card could
    do now, ``unpaid`` what is left of that where cubes are missing.

    Military: ``spread`` is how far strengths are from what is expected right before a scoring, ``spread_per_turn`` how much
    farther for the root of the turns until then. ``growth`` is the strength somebody gains with a turn before the next scoring,
    ``inflow`` the cubes for feeding that come in with it, ``kept`` the strength of a unit in later scorings. ``resolve`` is the
    chance that somebody who is still to decide feeds all.
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
"""The bot's own."""
