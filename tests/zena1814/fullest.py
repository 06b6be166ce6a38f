"""Fullest table to expect: five families, nineteen cards in six areas, eight cards in hand."""

from engines.zena1814.state import State, Tally
from tests.zena1814.positions import card, family, position

ACTIONS = ("pa_senate", "ca_procession", "po_consulate", "ot_workshop", "bk_savings")
GOALS = ("go_maj_port", "go_invexendarse", "go_perm_cathedral")
ROWS = {
    "old_town": [card("ot_workshop", 4, 1, 3), card("ot_tavern", 2), card("ot_gossip", 1, 0), card("ot_assembly", 0)],
    "cathedral": [card("ca_chapel", 0, 2, 3), card("ca_confraternity", 3, 1), card("ca_procession", 1, 2, 0)],
    "palace": [card("pa_senate", 3, 4, 1), card("pa_embassy", 4, 3), card("pa_decree", 3)],
    "bank": [card("bk_savings", 4, 3, 2), card("bk_shares", 2, 3, 4), card("bk_great_investment", 4, 3), card("bk_loan", 3)],
    "port": [
        card("po_coastal_trade", 1, 2, 0),
        card("po_cargo", 4),
        card("po_trade_route", 2, 0),
        card("po_packet_boat", 2, 1),
    ],
    "fort": [card("fo_4", 4, 1), card("fo_6")],
}


def fullest(*, coins: int = 9) -> State:
    """Return the fullest position.

    It is the first seat's turn. The seat has figures in four areas, five action cards and three goals.
    """
    return position(
        family(
            coins=coins,
            lord="palace",
            lady="old_town",
            heir_1="port",
            heir_2="bank",
            hand=(*ACTIONS, *GOALS),
            tally=Tally(cards=14),
        ),
        family(coins=1, lord="palace", lady="old_town", heir_1="cathedral", heir_2="port", tally=Tally(cards=19)),
        family(coins=3, lord="port", lady="old_town", heir_1="palace", heir_2="bank", tally=Tally(cards=16)),
        family(coins=11, lord="bank", lady="cathedral", heir_1="cathedral", heir_2="palace", tally=Tally(cards=17)),
        family(coins=6, lord="fort", lady="bank", heir_1="palace", heir_2="port", tally=Tally(cards=12)),
        seats=5,
        rows=ROWS,
        round=6,
        event="ev_silver_fleet",
    )
