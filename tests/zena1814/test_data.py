"""Data of the game, row by row: values from the rulebook and reconstructed values.

Tests of broken files are in test_validate.
"""

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from engines.zena1814 import loader
from engines.zena1814.content import DICE_AREAS, Area, Gain, Offerable, Special

CONTENT = loader.content("1")
PACKAGE = Path(loader.__file__).parent
COIN, CARD, POINT = Gain(coin=1), Gain(card=1), Gain(vp=1)

ACTIONS = {
    "ot_manezzi": ("one_shot", 2, (2,), "", ""),
    "ot_sollevacoin": ("permanent", 2, (4, 2, 1), "card coin", "2 coin"),
    "ot_gossip": ("one_shot", 2, (1, 1, 1), "coin coin", "2 card"),
    "ot_workshop": ("permanent", 3, (2, 1, 1), "coin card", "1 card"),
    "ot_tavern": ("permanent", 1, (4, 2, 1), "vp coin", "1 coin 1 card"),
    "ot_assembly": ("one_shot", 2, (3, 2, 1), "vp coin", "1 vp 2 card"),
    "ca_alms": ("one_shot", 3, (3, 2, 1), "vp coin", "1 card 2 coin"),
    "ca_confraternity": ("permanent", 2, (4, 2, 1), "vp coin", "1 card 1 coin"),
    "ca_chapel": ("permanent", 3, (2, 1, 1), "card coin", "1 coin"),
    "ca_procession": ("one_shot", 2, (4, 3, 2), "vp card", "2 vp 1 coin"),
    "ca_sermon": ("one_shot", 2, (1, 1, 1), "coin coin", "2 card"),
    "pa_festa": ("one_shot", 2, (1,), "", ""),
    "pa_relacoin": ("one_shot", 2, (3, 2, 1), "coin card", ""),
    "pa_senate": ("permanent", 4, (6, 4, 2), "vp coin", "1 vp"),
    "pa_decree": ("one_shot", 2, (4, 3, 2), "coin coin", "2 vp"),
    "pa_embassy": ("one_shot", 2, (6, 5, 4), "vp card", "3 vp"),
    "bk_shares": ("permanent", 2, (4, 2, 1), "vp card", "2 coin"),
    "bk_savings": ("permanent", 3, (2, 1, 1), "coin card", "1 coin"),
    "bk_loan": ("one_shot", 3, (3, 2, 1), "coin coin", "4 coin"),
    "bk_investment": ("dice", 2, (2, 2, 1), "", "5 coin"),
    "bk_great_investment": ("dice", 2, (4, 3, 2), "", "7 coin"),
    "po_coastal_trade": ("permanent", 2, (4, 2, 1), "vp coin", "1 coin 1 card"),
    "po_consulate": ("permanent", 2, (6, 4, 2), "coin card", "1 vp"),
    "po_cargo": ("one_shot", 2, (3, 2, 1), "vp coin", "1 vp 1 coin"),
    "po_packet_boat": ("one_shot", 2, (2, 1, 1), "card coin", "1 vp"),
    "po_trade_route": ("dice", 2, (2, 2, 1), "", "3 vp"),
    "po_ocean_route": ("dice", 2, (3, 2, 2), "", "2 vp 2 coin"),
}
AREA_OF = {"ot": "old_town", "ca": "cathedral", "pa": "palace", "bk": "bank", "po": "port"}

EVENTS = {
    "ev_liberation": (3, 0, 0, False),
    "ev_good_season": (2, 0, 1, False),
    "ev_easy_credit": (1, 1, 0, False),
    "ev_blockade": (3, 0, -1, True),
    "ev_bank_run": (3, -1, 0, True),
    "ev_border_raid": (2, 0, 0, True),
    "ev_free_port": (1, 0, 1, True),
    "ev_silver_fleet": (1, 1, 0, True),
    "ev_siege_alarm": (2, 0, 0, True),
}

FORTS = {
    "fo_1": ((2, 2, 1), "2 vp", ("palace", "cathedral")),
    "fo_2": ((2, 2, 1), "2 vp", ("bank", "port")),
    "fo_3": ((2, 2, 1), "2 vp", ("old_town", "cathedral")),
    "fo_4": ((2, 2, 1), "2 vp", ("palace", "port")),
    "fo_5": ((2, 2, 1), "2 vp", ("old_town", "bank")),
    "fo_6": ((3, 2, 2), "3 vp", ("cathedral", "palace", "bank")),
    "fo_7": ((1, 1, 1), "1 vp 1 coin", ("port",)),
    "fo_8": ((1, 1, 1), "1 vp 1 card", ("old_town",)),
}

GOALS = {
    "go_dagghe": (5, "square_of_copies", None, 0),
    **{f"go_maj_{area}": (2, "majority", area, 5) for area in get_args(Area)},
    **{f"go_perm_{area}": (1, "permanents", area, 1) for area in get_args(Area)[:-1]},
    "go_accontentarse": (1, "no_majority_anywhere", None, 5),
    "go_invexendarse": (2, "any_majority", None, 3),
    "go_sensa_poia": (2, "won_battles", None, 1),
}


def _gain(words: str) -> Gain:
    """Return the gain that a text such as "1 card 2 coin" describes."""
    count, kind = words.split()[::2], words.split()[1::2]
    return Gain(**{each: int(number) for number, each in zip(count, kind, strict=True)})


@pytest.mark.parametrize("name", ACTIONS)
def test_action_cards(name: str) -> None:
    """Ledger 6.3: kind, copies, prices, bonuses and reward of each action card."""
    kind, copies, cost, bonus, reward = ACTIONS[name]
    found = CONTENT.action(name)
    assert (found.area, found.kind, found.copies, found.cost) == (AREA_OF[name[:2]], kind, copies, cost)
    assert found.bonus == tuple(_gain(f"1 {each}") for each in bonus.split())
    assert found.reward == _gain(reward)


@pytest.mark.parametrize("name", EVENTS)
def test_events(name: str) -> None:
    """Z-5.2, Z-5.3, Z-5.4, ledger 6.3: income, changes of Bank and Port, and Fort card of each event."""
    found = CONTENT.event(name)
    assert (found.income, found.bank, found.port, found.fort) == EVENTS[name]


@pytest.mark.parametrize("name", FORTS)
def test_fort_cards(name: str) -> None:
    """Z-16.18, ledger 6.3: prices, reward and areas hit by a failure. The first card is the rulebook's example."""
    found = CONTENT.fort(name)
    cost, reward, destroys = FORTS[name]
    assert (found.cost, found.reward, found.destroys) == (cost, _gain(reward), destroys)


@pytest.mark.parametrize("name", GOALS)
def test_goals(name: str) -> None:
    """Z-19.2 to Z-19.7, ledger 6.3: copies, rule, area and points of each goal."""
    found = CONTENT.goal(name)
    assert (found.copies, found.rule, found.area, found.vp) == GOALS[name]


def test_numbers_of_cards() -> None:
    """R-1, ledger 1.1: the files have exactly 60 action cards, 27 goals, 9 events and 8 Fort cards."""
    assert {total.cards: total.count for total in CONTENT.totals} == {"action": 60, "goal": 27, "event": 9, "fort": 8}
    assert [card.id for card in CONTENT.actions] == list(ACTIONS)
    assert [event.id for event in CONTENT.events] == list(EVENTS)
    assert [card.id for card in CONTENT.forts] == list(FORTS)
    assert {goal.id for goal in CONTENT.goals} == set(GOALS)
    assert len(CONTENT.action_deck("expert")) == 60
    assert len(CONTENT.goal_deck()) == 27


def test_twelve_cards_for_each_area() -> None:
    """Ledger 6.3: each area but the Fort has 12 action cards: 28 one-shot, 24 permanent and 8 dice cards in all."""
    areas, kinds = Counter[str](), Counter[str]()
    for card in CONTENT.actions:
        areas[card.area] += card.copies
        kinds[card.kind] += card.copies
    assert areas == {"old_town": 12, "cathedral": 12, "palace": 12, "bank": 12, "port": 12}
    assert kinds == {"one_shot": 28, "permanent": 24, "dice": 8}


def test_given_card() -> None:
    """V-2, ledger 6.1: the data has the values of the only card that the rulebook prints in full."""
    shares = CONTENT.action("bk_shares")
    assert (shares.area, shares.kind, shares.cost, shares.source) == ("bank", "permanent", (4, 2, 1), "rulebook")
    assert (shares.bonus, shares.reward) == ((POINT, CARD), Gain(coin=2))


def test_web_card() -> None:
    """V-8: the data has the bonuses and reward of the card that the publisher shows."""
    alms = CONTENT.action("ca_alms")
    assert (len(alms.cost), alms.bonus, alms.reward) == (3, (POINT, COIN), Gain(card=1, coin=2))


def test_prices() -> None:
    """R-9, ledger 6.2: every price is at least 1, so every turn ends. No slot costs more than the slot above."""
    for card in (*CONTENT.actions, *CONTENT.forts):
        assert min(card.cost) >= 1
        assert list(card.cost) == sorted(card.cost, reverse=True)


def test_slots_and_bonuses() -> None:
    """Z-8.4, Z-8.5, Z-8.6: a card has at most three slots. Every slot after the first has a bonus, except on dice cards."""
    assert CONTENT.limits.slots == 3
    for card in CONTENT.actions:
        assert 1 <= len(card.cost) <= 3
        assert len(card.bonus) == (0 if card.kind == "dice" else len(card.cost) - 1)
    assert {len(card.cost) for card in CONTENT.forts} == {3}


def test_dice_cards_at_bank_and_port() -> None:
    """Z-16.3: dice action cards exist only at the Bank and the Port."""
    assert DICE_AREAS == ("bank", "port")
    assert {card.area for card in CONTENT.actions if card.kind == "dice"} == {"bank", "port"}


def test_special_cards() -> None:
    """Z-18: four cards have their own text.

    Manezzi and the trick card belong to the Old Town, so they are only in expert games. The trick card is permanent.
    """
    special = {card.special: card for card in CONTENT.actions if card.special}
    assert set(special) == set(get_args(Special))
    assert {name: card.area for name, card in special.items()} == {
        "manezzi": "old_town",
        "sollevacoin": "old_town",
        "relacoin": "palace",
        "festa": "palace",
    }
    assert special["sollevacoin"].kind == "permanent"
    assert {len(special[name].cost) for name in ("manezzi", "festa")} == {1}


def test_limits() -> None:
    """Z-1.5, Z-2.5, Z-2.6, Z-2.9, Z-10.1, Z-13.2, Z-15.1, Z-20.2: limits and starting numbers match the rulebook."""
    limits = CONTENT.limits
    assert (limits.rounds, limits.start_coins, limits.markers, limits.hand_limit) == (8, 2, 10, 6)
    assert (limits.deal_beginner, limits.deal_expert, limits.area_cards, limits.coins_per_point) == (6, 10, 3, 5)
    assert limits.source == "rulebook"


def test_figures() -> None:
    """Z-14.1, Z-2.1: strengths are Lord 5, Lady 3, two Heirs 2 each, and a marker under a figure 1."""
    figures = CONTENT.figures
    assert (figures.lord, figures.lady, figures.heir_1, figures.heir_2, figures.under_marker) == (5, 3, 2, 2, 1)


def test_board() -> None:
    """Z-1.2, Z-1.3, Z-11.2, Z-11.3: beginners have four areas and experts six, listed in the order of resolution."""
    assert CONTENT.areas("expert") == ("old_town", "cathedral", "palace", "bank", "port", "fort")
    assert CONTENT.areas("beginner") == ("cathedral", "palace", "bank", "port")


def test_incomes() -> None:
    """Z-14.8 to Z-14.13: majorities have these incomes, and the Palace sells points at this price."""
    assert {area: CONTENT.majority(area) for area in get_args(Area)} == {
        "old_town": Gain(card=2, coin=1),
        "cathedral": Gain(card=1, coin=2),
        "palace": Gain(),
        "bank": Gain(coin=3),
        "port": Gain(vp=1, coin=1),
        "fort": Gain(vp=1, card=1),
    }
    assert (CONTENT.palace.price, CONTENT.palace.points) == (1, 2)


def test_die() -> None:
    """Z-16.7 to Z-16.9: a result of 3 fails and 6 succeeds. Ledger 1.1: there is one die with six faces."""
    assert (CONTENT.dice.faces, CONTENT.dice.fail_at_most, CONTENT.dice.succeed_at_least) == (6, 3, 6)


def test_two_markers() -> None:
    """Z-17.1: two or three experts may have two markers."""
    assert CONTENT.pairs.seats == (2, 3)


def test_where_values_come_from() -> None:
    """Ledger 6.3: the source is "rulebook" even if we have added the card's name or number of copies."""
    assert [card.id for card in CONTENT.actions if card.source == "rulebook"] == ["bk_shares"]
    assert {event.source for event in CONTENT.events} == {"reconstructed"}
    assert {card.source for card in CONTENT.forts} == {"reconstructed"}
    assert {goal.source for goal in CONTENT.goals} == {"rulebook"}
    assert all(each.src.startswith(("given", "recon")) for each in (*CONTENT.actions, *CONTENT.events, *CONTENT.forts))


def test_majorities_are_worth_three() -> None:
    """Ledger 6.2: if a card or a coin is worth 1 and a point 2, every majority income is worth 3."""
    for area in get_args(Area):
        gain = CONTENT.majority(area)
        bought = Gain(coin=-CONTENT.palace.price, vp=CONTENT.palace.points) if area == "palace" else gain
        assert _worth(bought) == 3


def test_bonuses_fall() -> None:
    """Ledger 6.2: the bonuses of a card are worth two or three units in all. Slot 2 is never worth less than slot 3."""
    for card in CONTENT.actions:
        if card.bonus:
            worths = [_worth(gain) for gain in card.bonus]
            assert worths == sorted(worths, reverse=True)
            assert sum(worths) in (2, 3)


def test_permanent_cards_pay_by_price() -> None:
    """Ledger 6.2: a permanent pays 2 units a round for prices 4/2/1, 1 unit for 2/1/1, and a point for 6/4/2."""
    worth = {(4, 2, 1): 2, (2, 1, 1): 1, (6, 4, 2): 2}
    for card in CONTENT.actions:
        if card.kind == "permanent":
            assert _worth(card.reward) == worth[card.cost]


def test_one_shot_cards_pay_by_price() -> None:
    """Ledger 6.2: the reward is worth the promoter's price or one unit more, except on special cards."""
    for card in _plain("one_shot"):
        assert _worth(card.reward) - card.cost[0] in (0, 1)


def test_incomes_of_events() -> None:
    """Ledger 6.2: incomes are 1 to 3 coins, 2 on average. Six events are raids.

    Favourable changes come with low incomes, unfavourable changes with high incomes.
    """
    incomes = [event.income for event in CONTENT.events]
    assert (min(incomes), max(incomes), sum(incomes)) == (1, 3, 2 * len(incomes))
    assert all(event.income <= 2 for event in CONTENT.events if event.bank + event.port > 0)
    assert all(event.income == 3 for event in CONTENT.events if event.bank + event.port < 0)
    assert sum(event.fort for event in CONTENT.events) == 6


def test_fewer_raids_than_fort_cards() -> None:
    """R-29: the data has fewer raids than Fort cards, so the Fort deck cannot run out."""
    assert sum(event.fort for event in CONTENT.events) <= len(CONTENT.forts)


def test_code_knows_no_card_by_name() -> None:
    """The engine's code names no card, goal or event.

    A guide may name them, since it is written for one deal.
    """
    every = (*CONTENT.actions, *CONTENT.events, *CONTENT.forts, *CONTENT.goals)
    code = "\n".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py") if "guide" not in (path.stem, path.parent.name))
    assert [each.id for each in every if re.search(rf"[\"']{each.id}[\"']", code)] == []


def _plain(kind: str) -> list[Offerable]:
    """Return the cards of a kind that have no text of their own."""
    return [card for card in CONTENT.actions if card.kind == kind and not card.special]


def _worth(gain: Gain) -> int:
    """Return the value of a gain: coins and cards count 1, points 2 [ledger 6.2]."""
    return gain.coin + gain.card + 2 * gain.vp
