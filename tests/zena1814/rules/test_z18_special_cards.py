"""Section Z-18: Manezzi, the trick card and Relaçoin."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from engines.contract import When, decode
from engines.zena1814 import ENGINE, majority
from engines.zena1814.actions import EndTurn, Influence, MoveFigure, MoveTrick, PutUnder, Reclaimed
from engines.zena1814.content import FIGURES, Gain
from engines.zena1814.events import (
    CardLeft,
    MajorityCounted,
    MarkerEarned,
    MarkerPutUnder,
    TrickMoved,
)
from engines.zena1814.state import State
from tests.zena1814.positions import (
    CONTENT,
    Card,
    advance,
    after,
    at_area,
    busy,
    card,
    family,
    laid,
    legal,
    names,
    now,
    number,
    own,
    pending,
    play,
    position,
    refusal,
    run,
    told,
)
from tests.zena1814.resolving import ABSENT, asks, cards, coins, draws, onward, points, resolved, resolving, supplies

ALL_ABSENT = (ABSENT,) * 4


# Manezzi


def manezzi(*players, count: int = 1, **facts) -> State:
    """Return a state in which ``count`` Manezzi cards of seat 0 are about to be resolved in the Old Town."""
    rows = {"old_town": [card("ot_manezzi", 0)] * count}
    return resolving(*(players or ALL_ABSENT), areas=("old_town",), rows=rows, **facts)


def test_the_marker_goes_under_a_figure() -> None:
    """Z-18.1: the promoter chooses any figure of the family, in whatever area. No other seat decides."""
    state = advance(manezzi(family("port", lord="bank", heir_2="fort"))).state
    assert now(state) == [(0, "manezzi")]
    assert pending(state, 0, "manezzi").key == "manezzi/1"
    assert legal(state, 0, "manezzi") == [PutUnder(figure) for figure in FIGURES]
    for figure in FIGURES:
        done = after(state, 0, PutUnder(figure))
        assert [standing.markers for standing in own(done).figures] == [int(each == figure) for each in FIGURES]
        assert [standing.area for standing in own(done).figures] == [standing.area for standing in own(state).figures]


def test_the_empty_card_leaves_at_once() -> None:
    """Z-18.1, R-20: Manezzi leaves before the next card resolves, not as a one-shot in step 2.

    Its marker does not return to the supply.
    """
    rows = {"old_town": [card("ot_manezzi", 0), card("ot_workshop", 1)]}
    step = resolved(*ALL_ABSENT, areas=("old_town",), rows=rows, goal=(), moves=[(0, PutUnder("lord"))])
    found = told(step, MarkerPutUnder, CardLeft, MarkerEarned)
    assert found[:2] == [MarkerPutUnder(0, 1, "lord"), CardLeft("ot_manezzi", 1, "old_town", "emptied")]
    assert isinstance(found[2], MarkerEarned)
    assert step.state.public.box == ("ot_manezzi",)
    assert supplies(step.state) == [9, 9, 10, 10]


def test_manezzi_pays_nothing() -> None:
    """Z-18.1: Manezzi pays no coins, cards or points."""
    step = onward(manezzi(), (0, PutUnder("lady")))
    assert not told(step, MarkerEarned)
    assert (coins(step.state), points(step.state), cards(step.state)) == ([10] * 4, [0] * 4, [0] * 4)


def test_the_figure_is_worth_more_from_now_on() -> None:
    """Z-18.2, R-20: the figure is stronger in every area until the end of the game."""
    state = position(family("port", under={"heir_1": 1}), ABSENT, seats=2, round=3, next_event="ev_good_season")
    state = after(state, 0, MoveFigure("heir_1", "bank"))
    step = play(state, 1, EndTurn())
    assert _counted(step, "bank") == (3, 0)
    later = run(step.state, (1, EndTurn()), (0, EndTurn()))
    assert _counted(later, "bank") == (3, 0)
    assert own(later.state).figure("heir_1").markers == 1


def _counted(step: Any, area: str) -> tuple[int, ...]:
    (found,) = [each.strengths for each in told(step, MajorityCounted) if each.area == area]
    return tuple(found)


def test_it_counts_in_later_areas_of_the_same_round() -> None:
    """Z-18.3: the marker counts in later areas, and in the Old Town itself with its card."""
    players = (family("port", lady="old_town", heir_1="bank"), family("port", heir_2="bank"))
    rows = {"old_town": [card("ot_manezzi", 0)]}
    step = resolved(
        *players, seats=2, areas=("old_town", "bank"), rows=rows, moves=[(0, PutUnder("heir_1")), *draws(0, "action", "action")]
    )
    assert _counted(step, "bank") == (3, 2)
    lady = resolved(*players, seats=2, areas=("old_town",), rows=rows, moves=[(0, PutUnder("lady"))])
    assert _counted(lady, "old_town") == (4, 0)


def test_a_figure_may_carry_both_markers() -> None:
    """E-40, Z-18.4, R-20: two Manezzi cards open two decisions, one after the other.

    Both markers may go under the same figure.
    """
    state = advance(manezzi(count=2)).state
    state = after(state, 0, PutUnder("heir_1"))
    assert [(each.key, each.when) for each in asks(state, "manezzi")] == [("manezzi/2", When.NOW)]
    state = after(state, 0, PutUnder("heir_1"))
    assert own(state).figure("heir_1").markers == 2
    assert majority.strengths(state.public, "port")[0] == 5 + 3 + 2 + 2 + 2


def test_a_lone_lady_on_a_marker_stays_alone() -> None:
    """Z-18.5: a marker under a lone Lady does not give her a majority. In the Old Town she wins as before."""
    for area, seat in (("bank", None), ("old_town", 0)):
        state = position(family("port", lady=area, under={"lady": 2}), *[ABSENT] * 3)
        assert majority.strengths(state.public, area)[0] == 5
        assert majority.holder(state.public, area) == seat


def test_the_marker_under_a_figure_cannot_be_taken_back() -> None:
    """E-41, Z-10.9: the marker cannot be reclaimed, so nine markers remain usable."""
    rows = {"cathedral": busy(0, 9), "port": [card("po_consulate", 1)]}
    state = position(family("port", under={"lord": 1}), rows=rows)
    assert own(state).supply == 0
    target = number(state, "po_consulate")
    sources = {
        each.reclaim.laid for each in legal(state) if isinstance(each, Influence) and each.laid == target and each.reclaim
    }
    assert sources == {each.number for each in state.public.row("cathedral")}
    refusal(state, 0, Influence(target, 4))


# The trick card


def trick(*markers: int, areas=("old_town", "bank"), rows: Mapping[str, list[Card]] | None = None, **facts) -> State:
    """Return a state in which the trick card is about to be resolved in the Old Town, before its move."""
    every = {"old_town": [card("ot_sollevacoin", *markers)], **(rows or {})}
    return resolving(*facts.pop("players", ALL_ABSENT), areas=areas, rows=every, **facts)


def test_the_trick_card_is_permanent() -> None:
    """Z-18.6: the card is permanent, and stays in its new area after it has paid."""
    assert CONTENT.action("ot_sollevacoin").kind == "permanent"
    step = onward(trick(0), (0, MoveTrick("bank")))
    assert names(step.state, "bank") == ["ot_sollevacoin"]


def test_the_trick_card_must_move() -> None:
    """Z-18.7: the card must go to another area, but not to the Fort. No other answer is legal."""
    state = advance(trick(2, 0)).state
    assert now(state) == [(2, "trick")]
    assert pending(state, 2, "trick").key == "trick/1"
    assert legal(state, 2, "trick") == [MoveTrick(area) for area in ("cathedral", "palace", "bank", "port")]
    assert refusal(state, 2, MoveTrick("fort")).rule == "Z-18.7"
    assert refusal(state, 2, MoveTrick("old_town")).rule == "Z-18.7"


def test_the_move_replaces_the_payout() -> None:
    """E-29, Z-18.8, R-21: the card pays only once in this round, at the Bank, as the newest card there."""
    rows = {"bank": [card("bk_shares", 3)]}
    step = onward(trick(0, 1, rows=rows), (0, MoveTrick("bank")))
    assert told(step, TrickMoved) == [TrickMoved(0, "ot_sollevacoin", 1, "bank")]
    assert [(each.seat, each.card) for each in told(step, MarkerEarned)] == [
        (3, "bk_shares"),
        (0, "ot_sollevacoin"),
        (1, "ot_sollevacoin"),
    ]
    assert names(step.state, "bank") == ["bk_shares", "ot_sollevacoin"]
    assert names(step.state, "old_town") == []


def test_its_markers_travel_along() -> None:
    """Z-18.10: the card's markers move with it, and none returns to its supply."""
    step = onward(trick(2, 0, 1), (2, MoveTrick("port")))
    assert laid(step.state, "ot_sollevacoin").markers == (2, 0, 1)
    assert supplies(step.state) == [9, 9, 9, 10]


def test_two_trick_cards_move_one_after_the_other() -> None:
    """Z-18.7, Z-18.8: the trick card that moves second becomes the newest card of its new area."""
    state = resolving(
        *ALL_ABSENT, areas=("old_town",), rows={"old_town": [card("ot_sollevacoin", 0), card("ot_sollevacoin", 1)]}
    )
    step = onward(state, (0, MoveTrick("port")), (1, MoveTrick("port")))
    assert [each.markers for each in step.state.public.row("port")] == [(0,), (1,)]


def test_the_trick_card_moves_once_only() -> None:
    """Z-18.9: in later rounds the card pays in its new area and does not move."""
    rows = {"bank": [card("ot_sollevacoin", 0, moved=True)]}
    step = resolved(*ALL_ABSENT, rows=rows)
    assert not now(step.state)
    assert [each.gain for each in told(step, MarkerEarned)] == [Gain(coin=2)]
    moved = onward(trick(0), (0, MoveTrick("bank"))).state
    assert laid(moved, "ot_sollevacoin").moved


def test_the_trick_card_belongs_to_its_new_area() -> None:
    """Z-18.9, E-31: to join the card, a seat needs a figure in its new area, not in the Old Town."""
    rows = {"port": [card("ot_sollevacoin", 1, moved=True)]}
    there = position(family("port"), rows=rows)
    assert any(isinstance(each, Influence) for each in legal(there))
    elsewhere = position(family("old_town"), rows=rows)
    assert not any(isinstance(each, Influence) for each in legal(elsewhere))


def test_the_trick_card_pays_less_in_a_run_on_the_bank() -> None:
    """E-27, Z-12.5: the event also affects a trick card moved to the Bank in this round."""
    state = trick(0, event="ev_bank_run", players=(family("port", coins=0), *[ABSENT] * 3))
    assert coins(onward(state, (0, MoveTrick("bank"))).state)[0] == 1


def test_the_trick_card_pushes_out_the_oldest() -> None:
    """E-30, Z-18.8, Z-13.2: the trick card is the newest card itself, so it stays and the oldest leaves."""
    rows = {"bank": [card("bk_shares", 3), card("bk_savings", 3), card("bk_savings", 3)]}
    step = onward(trick(0, rows=rows), (0, MoveTrick("bank")))
    assert [(each.card, each.reason) for each in told(step, CardLeft)] == [("bk_shares", "pushed_out")]
    assert names(step.state, "bank") == ["bk_savings", "bk_savings", "ot_sollevacoin"]


def test_the_trick_card_does_not_count_where_it_was() -> None:
    """Z-18.8, Z-13.2: after the trick card has moved, the three other permanents in the Old Town all stay."""
    rows = {"old_town": [card("ot_workshop", 3), card("ot_workshop", 3), card("ot_workshop", 3), card("ot_sollevacoin", 0)]}
    state = resolving(*ALL_ABSENT, areas=("old_town",), rows=rows, goal=())
    step = onward(state, (0, MoveTrick("port")))
    assert not told(step, CardLeft)


def test_a_lost_battle_can_destroy_a_trick_card() -> None:
    """Z-18.9, Z-16.17: a lost battle can destroy the card in its new area."""
    rows = {"palace": [card("ot_sollevacoin", 3, moved=True)], "fort": [card("fo_1")]}
    step = resolved(*ALL_ABSENT, areas=("fort",), rows=rows)
    assert [(each.card, each.area) for each in told(step, CardLeft)] == [("fo_1", "fort"), ("ot_sollevacoin", "palace")]


def test_who_leads_a_trick_card_after_its_promoter_left() -> None:
    """E-32, R-8: once the promoter's marker is gone, the owner of the new top marker chooses the area."""
    rows = {"old_town": [card("ot_sollevacoin", 0, 2)], "cathedral": busy(0, 9), "port": [card("po_consulate", 1)]}
    state = position(family("port"), rows=rows)
    state = after(state, 0, Influence(number(state, "po_consulate"), 4, Reclaimed(number(state, "ot_sollevacoin"))))
    assert now(advance(at_area(state, "old_town")).state) == [(2, "trick")]


# Relaçoin


def relacoin(*markers: int, bank: tuple[Card, ...] = (), port: tuple[Card, ...] = (), seats: int = 4) -> list[tuple[int, int]]:
    """Return the victory points that each marker on Relaçoin earned, as (seat, points)."""
    rows = {"palace": [card("pa_relacoin", *markers)], "bank": bank, "port": port}
    step = resolved(*[family(coins=0)] * seats, areas=("palace", "bank", "port"), rows=rows, seats=seats, goal=())
    assert names(step.state, "palace") == []
    earned = [each for each in told(step, MarkerEarned) if each.card == "pa_relacoin"]
    assert all(each.gain == Gain(vp=each.gain.vp) for each in earned)
    return [(each.seat, each.gain.vp) for each in earned]


TRICK = card("ot_sollevacoin", 0, moved=True)


@pytest.mark.parametrize(
    ("bank", "port", "worth"),
    [
        pytest.param((), (), 0, id="nothing"),
        pytest.param((card("bk_shares", 0),), (), 1, id="bank"),
        pytest.param((), (card("po_consulate", 0),), 1, id="port"),
        pytest.param((card("bk_shares", 0),), (card("po_consulate", 0),), 2, id="both"),
        pytest.param((card("bk_shares", 1, 0),), (card("po_consulate", 1),), 1, id="participant"),
        pytest.param((card("bk_shares", 1),), (card("po_consulate", 2),), 0, id="of others"),
        pytest.param((card("bk_investment", 0),), (), 1, id="E-34 dice"),
        pytest.param((TRICK,), (), 1, id="E-33 trick at the bank"),
        pytest.param((), (TRICK,), 1, id="trick at the port"),
        pytest.param((card("bk_loan", 0),), (), 1, id="E-36 one-shot of this round"),
        pytest.param(
            (card("bk_shares", 0), card("bk_loan", 0), card("bk_savings", 0)),
            (card("po_cargo", 0), card("po_consulate", 0)),
            2,
            id="E-35 three and two",
        ),
    ],
)
def test_relacoin_counts_bank_and_port(bank: tuple[Card, ...], port: tuple[Card, ...], worth: int) -> None:
    """E-33, E-34, E-35, E-36, Z-18.11, Z-18.12, R-22: Bank and Port each give a point if a marker of the seat is there.

    The kind and number of the cards there do not matter.
    """
    assert relacoin(0, bank=bank, port=port) == [(0, worth)]


def test_relacoin_pays_each_by_its_own_markers() -> None:
    """Z-18.11: each promoter and participant scores by their own markers."""
    assert relacoin(0, 1, 2, bank=(card("bk_shares", 0, 1),), port=(card("po_consulate", 1),)) == [(0, 1), (1, 2), (2, 0)]


def test_relacoin_pays_each_marker() -> None:
    """R-22, Z-17.2: a seat's two markers score twice."""
    assert relacoin(0, 1, 0, bank=(card("bk_shares", 0),), seats=3) == [(0, 1), (1, 0), (0, 1)]


def test_relacoin_is_a_one_shot() -> None:
    """R-22: Relaçoin is a one-shot card."""
    assert CONTENT.action("pa_relacoin").kind == "one_shot"


def test_the_special_answers_have_no_other_form() -> None:
    """Z-18.1, Z-18.7: a figure or area that does not exist is no valid answer."""
    for raw in (b'{"type":"PutUnder","figure":"heir"}', b'{"type":"MoveTrick","to":"harbour"}'):
        with pytest.raises(msgspec.ValidationError):
            decode(ENGINE.Action, raw)
