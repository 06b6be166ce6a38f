"""Section Z-14: the majority and its income."""

import pytest

from engines.contract import When
from engines.zena1814 import majority
from engines.zena1814.actions import BuyPoints, KeepCoins, PutUnder
from engines.zena1814.content import AREAS, Gain
from engines.zena1814.events import (
    CardDrawn,
    MajorityCounted,
    MajorityEarned,
    MarkerPutUnder,
    PointsBought,
    PurchaseDeclined,
)
from tests.zena1814.positions import card, family, legal, now, own, pending, position, told
from tests.zena1814.resolving import asks, cards, coins, counted, draws, onward, points, resolved, resolving

HOUSE = ("cathedral", "palace", "bank", "port", "fort")
"""The areas where a lone Lady cannot have the majority."""


def at(area: str, *figures: str, **facts):
    """Return a family with these figures in this area and all its other figures in another area."""
    elsewhere = "port" if area != "port" else "bank"
    return family(elsewhere, **dict.fromkeys(figures, area), **facts)


@pytest.mark.parametrize(
    ("figure", "worth"),
    [(("lord",), 5), (("lady",), 3), (("heir_1",), 2), (("heir_2",), 2), (("lord", "lady", "heir_1", "heir_2"), 12), ((), 0)],
)
def test_what_figures_are_worth(figure: tuple[str, ...], worth: int) -> None:
    """Z-14.1: the strength of a Lord is 5, of a Lady 3, of each Heir 2."""
    strengths, _ = counted(at("bank", *figure), area="bank")
    assert strengths == (worth, 0, 0, 0)


@pytest.mark.parametrize(("figure", "worth"), [("lord", 6), ("lady", 4), ("heir_1", 3), ("heir_2", 3)])
def test_a_marker_under_a_figure_counts_one(figure: str, worth: int) -> None:
    """Z-14.1, Z-18.2: the marker counts in the figure's area and nowhere else."""
    player = at("bank", figure, under={figure: 1})
    assert counted(player, area="bank")[0][0] == worth
    assert counted(player, area="cathedral")[0][0] == 0


def test_the_highest_total_has_the_majority() -> None:
    """Z-14.2: all figures of a family count together. The second-highest family gets nothing."""
    players = (at("bank", "lady", "heir_1"), at("bank", "heir_1", "heir_2"), at("bank", "lord", "heir_2"))
    assert counted(*players, area="bank") == ((5, 4, 7, 0), 2)


def test_a_tie_for_the_highest_total() -> None:
    """Z-14.3: in a tie for the highest total no family has the majority, not even the family below."""
    players = (at("bank", "lord"), at("bank", "lady", "heir_1"), at("bank", "heir_1", "heir_2"))
    assert counted(*players, area="bank") == ((5, 5, 4, 0), None)


def test_a_tie_below_the_highest_total_does_not_matter() -> None:
    """Z-14.2, Z-14.3: two families tied at five points lose to one with seven."""
    players = (at("bank", "lord"), at("bank", "lord", "heir_1"), at("bank", "lord"))
    assert counted(*players, area="bank")[1] == 1


@pytest.mark.parametrize("area", HOUSE)
def test_a_lone_lady_cannot_have_the_majority(area: str) -> None:
    """Z-14.4, E-47: a lone Lady has no majority in five areas, even if no other family is there."""
    assert counted(at(area, "lady"), area=area) == ((3, 0, 0, 0), None)
    assert counted(at(area, "lady"), area=area, mode="expert")[1] is None


@pytest.mark.parametrize("area", ["cathedral", "palace", "bank", "port"])
def test_a_lone_lady_of_beginners(area: str) -> None:
    """Z-14.4: the rule applies in both modes."""
    elsewhere = "port" if area != "port" else "bank"
    player = family(elsewhere, lady=area)
    others = [family(elsewhere)] * 3
    assert counted(player, *others, area=area, mode="beginner")[1] is None


def test_a_lone_lady_has_the_old_town() -> None:
    """E-46, Z-14.5, Z-14.8: in the Old Town a lone Lady wins against an Heir and earns two cards and a coin."""
    players = (at("old_town", "lady"), at("old_town", "heir_1"), at("old_town"), at("old_town"))
    assert counted(*players, area="old_town") == ((3, 2, 0, 0), 0)
    step = resolved(*players, areas=("old_town",), moves=draws(0, "action", "goal"))
    assert told(step, MajorityEarned) == [MajorityEarned(0, "old_town", Gain(card=2, coin=1))]
    assert (coins(step.state)[0], cards(step.state)[0]) == (11, 2)


def test_the_port_of_the_rulebook() -> None:
    """V-4, E-42, Z-14.4, Z-14.6, R-19: Paul's lone Lady is highest but cannot win, and John's Heir does not win either."""
    paul, john = at("port", "lady"), at("port", "heir_1")
    assert counted(paul, john, area="port") == ((3, 2, 0, 0), None)
    assert not told(resolved(paul, john, areas=("port",)), MajorityEarned)


def test_two_heirs_before_a_lone_lady() -> None:
    """E-43, Z-14.2: two Heirs win against a lone Lady."""
    assert counted(at("bank", "lady"), at("bank", "heir_1", "heir_2"), area="bank") == ((3, 4, 0, 0), 1)


def test_lady_and_heir_against_a_lord() -> None:
    """E-44, Z-14.3: a Lady with an Heir ties with a Lord, so no family has the majority."""
    assert counted(at("bank", "lady", "heir_1"), at("bank", "lord"), area="bank") == ((5, 5, 0, 0), None)


@pytest.mark.parametrize("heir", ["heir_1", "heir_2"])
def test_a_lady_with_an_heir_is_not_alone(heir: str) -> None:
    """E-45, Z-14.4: a Lady with an Heir wins against two Heirs."""
    assert counted(at("bank", "lady", heir), at("bank", "heir_1", "heir_2"), area="bank") == ((5, 4, 0, 0), 0)


def test_a_lady_with_her_lord_is_not_alone() -> None:
    """Z-14.4: with any other figure of her family, a Lady is not alone."""
    assert counted(at("bank", "lady", "lord"), at("bank", "lord", "heir_1"), area="bank") == ((8, 7, 0, 0), 0)


@pytest.mark.parametrize("area", ["old_town", "bank"])
def test_two_lone_ladies(area: str) -> None:
    """E-48, Z-14.3, Z-14.5: two lone Ladies tie, in the Old Town too."""
    others = (at(area), at(area))
    assert counted(at(area, "lady"), at(area, "lady"), *others, area=area) == ((3, 3, 0, 0), None)


def test_an_area_without_figures() -> None:
    """Z-14.7: an area without figures has no majority."""
    assert counted(area="fort") == ((0, 0, 0, 0), None)
    assert counted(area="bank") == ((0, 0, 0, 0), None)


def test_a_lady_on_a_marker_alone_at_the_port() -> None:
    """E-38, Z-18.5, Z-14.6: a lone Lady of strength 4 has no majority, and weaker rivals have none either. A Lord wins."""
    lady = at("port", "lady", under={"lady": 1})
    for rival in ((), ("heir_1",)):
        assert counted(lady, at("port", *rival), area="port")[1] is None
    with_marker = at("port", "heir_1", under={"heir_1": 1})
    assert counted(lady, with_marker, area="port") == ((4, 3, 0, 0), None)
    assert counted(lady, at("port", "lord"), area="port") == ((4, 5, 0, 0), 1)


def test_a_marker_under_the_lord_counts_this_very_round() -> None:
    """E-37, Z-18.3: in the area of the Manezzi card, a Lord of strength 6 beats a Lord of strength 5."""
    players = (at("old_town", "lord"), at("old_town", "lord"), at("old_town"), at("old_town"))
    rows = {"old_town": [card("ot_manezzi", 0)]}
    step = resolved(*players, areas=("old_town",), rows=rows, moves=[(0, PutUnder("lord"))])
    assert told(step, MarkerPutUnder) == [MarkerPutUnder(0, 1, "lord")]
    assert told(step, MajorityCounted) == [MajorityCounted("old_town", (6, 5, 0, 0), 0)]


def test_both_markers_under_one_heir() -> None:
    """E-40, Z-18.4: an Heir with both markers has strength 4."""
    heir = at("bank", "heir_2", under={"heir_2": 2})
    assert counted(heir, at("bank", "lady", under={"lady": 0}), area="bank") == ((4, 3, 0, 0), 0)


def test_the_majority_of_any_area_can_be_asked_for() -> None:
    """Z-14.1, Z-14.2: ``strengths`` and ``holder`` return the strengths and the majority in any area, at any time."""
    state = position(at("bank", "lord", "lady"), at("bank", "heir_1"))
    assert majority.strengths(state.public, "bank") == (8, 2, 0, 0)
    assert majority.holder(state.public, "bank") == 0
    assert [majority.holder(state.public, area) for area in AREAS if area not in ("bank", "port")] == [None] * 4


# Income


@pytest.mark.parametrize(
    ("area", "gain"),
    [
        pytest.param("cathedral", Gain(card=1, coin=2), id="Z-14.9"),
        pytest.param("bank", Gain(coin=3), id="Z-14.11"),
        pytest.param("port", Gain(vp=1, coin=1), id="Z-14.12"),
        pytest.param("fort", Gain(vp=1, card=1), id="Z-14.13"),
        pytest.param("old_town", Gain(card=2, coin=1), id="Z-14.8"),
    ],
)
def test_what_a_majority_earns(area: str, gain: Gain) -> None:
    """Z-14.8, Z-14.9, Z-14.11, Z-14.12, Z-14.13: the majority in an area earns its income."""
    others = [at(area, coins=0)] * 3
    step = resolved(at(area, "lord", coins=0), *others, areas=(area,), goal=())
    assert told(step, MajorityEarned) == [MajorityEarned(0, area, gain)]
    assert told(step, CardDrawn) == [CardDrawn(0, "action")] * gain.card
    assert (coins(step.state)[0], own(step.state).tally.majorities, cards(step.state)[0]) == (gain.coin, gain.vp, gain.card)
    assert coins(step.state)[1:] == [0, 0, 0]


def test_cards_of_a_majority_are_deck_choices() -> None:
    """Z-14.9, Z-1.7: the family with the majority chooses the deck."""
    state = resolved(at("cathedral", "lord"), areas=("cathedral",)).state
    assert now(state) == [(0, "draw")]


def test_the_palace_sells_two_points_for_a_coin() -> None:
    """Z-14.10: the family with the majority may buy two points for a coin."""
    players = (at("palace", "heir_1"), at("palace", "lord", coins=4))
    state = resolved(*players, areas=("palace",)).state
    assert now(state) == [(1, "palace")]
    assert set(legal(state, 1, "palace")) == {BuyPoints(), KeepCoins()}
    assert (pending(state, 1, "palace").key, pending(state, 1, "palace").when) == ("palace/8", When.NOW)
    step = resolved(*players, areas=("palace",), moves=[(1, BuyPoints())])
    assert told(step, PointsBought) == [PointsBought(1, 1, 2)]
    assert (coins(step.state)[1], points(step.state)[1], own(step.state, 1).tally.palace) == (3, 2, 2)
    assert not told(step, MajorityEarned)


def test_the_palace_sells_once_in_a_round() -> None:
    """Z-14.10, R-24: the Palace sells once, however many coins are left."""
    step = resolved(at("palace", "lord", coins=9), areas=("palace",), moves=[(0, BuyPoints())])
    assert not asks(step.state, "palace")
    assert points(step.state)[0] == 2


def test_the_holder_of_the_palace_may_keep_the_coin() -> None:
    """Z-14.10: the family with the majority may keep its coins."""
    step = resolved(at("palace", "lord", coins=4), areas=("palace",), moves=[(0, KeepCoins())])
    assert told(step, PurchaseDeclined, PointsBought) == [PurchaseDeclined(0)]
    assert (coins(step.state)[0], points(step.state)[0]) == (4, 0)


def test_the_palace_without_a_coin() -> None:
    """E-49, Z-14.10: without a coin there is no purchase and no decision."""
    step = resolved(at("palace", "lord", coins=0), areas=("palace",))
    assert not now(step.state)
    assert told(step, MajorityCounted)[0].seat == 0
    assert not told(step, PurchaseDeclined, PointsBought)


def test_the_last_coin_buys_points() -> None:
    """Z-14.10: one coin is enough."""
    step = resolved(at("palace", "lord", coins=1), areas=("palace",), moves=[(0, BuyPoints())])
    assert (coins(step.state)[0], points(step.state)[0]) == (0, 2)


def test_the_palace_with_a_coin_just_earned() -> None:
    """E-50, Z-11.4: a coin just earned from a trick card at the Palace can be spent there."""
    holder = at("palace", "lord", coins=0)
    rows = {"palace": [card("ot_sollevacoin", 0, moved=True)]}
    state = resolving(holder, areas=("palace",), rows=rows)
    step = onward(state, (0, BuyPoints()))
    assert (coins(step.state)[0], points(step.state)[0]) == (1, 2)
