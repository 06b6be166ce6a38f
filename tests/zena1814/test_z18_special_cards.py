"""Section Z-18: Manezzi, the trick card, Relaçoin and Festa."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from engines.contract import When, decode, encode, view
from engines.zena1814 import ENGINE, majority
from engines.zena1814.actions import DrawFrom, EndTurn, Influence, MoveFigure, MoveTrick, PassCard, PutUnder, Reclaimed
from engines.zena1814.content import FIGURES, Gain
from engines.zena1814.events import (
    CardDrawn,
    CardLeft,
    CardPassed,
    CardsDiscarded,
    MajorityCounted,
    MarkerEarned,
    MarkerPutUnder,
    NothingToDraw,
    PassedCardSeen,
    PassSealed,
    TrickMoved,
)
from engines.zena1814.state import State
from tests.zena1814.positions import (
    CONTENT,
    Card,
    advance,
    after,
    asked,
    at_area,
    busy,
    card,
    family,
    laid,
    legal,
    names,
    not_asked,
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
    """The card comes up in the Old Town for seat 0."""
    rows = {"old_town": [card("ot_manezzi", 0)] * count}
    return resolving(*(players or ALL_ABSENT), areas=("old_town",), rows=rows, **facts)


def test_the_marker_goes_under_a_figure() -> None:
    """Z-18.1: any of the promoter's own, wherever it stands; nobody else is asked."""
    state = advance(manezzi(family("port", lord="bank", heir_2="fort"))).state
    assert now(state) == [(0, "manezzi")]
    assert pending(state, 0, "manezzi").key == "manezzi/1"
    assert legal(state, 0, "manezzi") == [PutUnder(figure) for figure in FIGURES]
    for figure in FIGURES:
        done = after(state, 0, PutUnder(figure))
        assert [standing.markers for standing in own(done).figures] == [int(each == figure) for each in FIGURES]
        assert [standing.area for standing in own(done).figures] == [standing.area for standing in own(state).figures]


def test_the_empty_card_leaves_at_once() -> None:
    """Z-18.1, R-20: before the next card of the area, not as a one-shot in step 2; its marker does not return."""
    rows = {"old_town": [card("ot_manezzi", 0), card("ot_workshop", 1)]}
    step = resolved(*ALL_ABSENT, areas=("old_town",), rows=rows, goal=(), moves=[(0, PutUnder("lord"))])
    found = told(step, MarkerPutUnder, CardLeft, MarkerEarned)
    assert found[:2] == [MarkerPutUnder(0, 1, "lord"), CardLeft("ot_manezzi", 1, "old_town", "emptied")]
    assert isinstance(found[2], MarkerEarned)
    assert step.state.public.box == ("ot_manezzi",)
    assert supplies(step.state) == [9, 9, 10, 10]


def test_manezzi_pays_nothing() -> None:
    """Z-18.1: no coins, cards or points."""
    step = onward(manezzi(), (0, PutUnder("lady")))
    assert not told(step, MarkerEarned)
    assert (coins(step.state), points(step.state), cards(step.state)) == ([10] * 4, [0] * 4, [0] * 4)


def test_the_figure_is_worth_more_from_now_on() -> None:
    """Z-18.2, R-20: wherever it goes, until the end of the game."""
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
    """Z-18.3: and in the Old Town, where the card lay."""
    players = (family("port", lady="old_town", heir_1="bank"), family("port", heir_2="bank"))
    rows = {"old_town": [card("ot_manezzi", 0)]}
    step = resolved(
        *players, seats=2, areas=("old_town", "bank"), rows=rows, moves=[(0, PutUnder("heir_1")), *draws(0, "action", "action")]
    )
    assert _counted(step, "bank") == (3, 2)
    lady = resolved(*players, seats=2, areas=("old_town",), rows=rows, moves=[(0, PutUnder("lady"))])
    assert _counted(lady, "old_town") == (4, 0)


def test_a_figure_may_carry_both_markers() -> None:
    """E-40, Z-18.4, R-20: the cards ask one after the other."""
    state = advance(manezzi(count=2)).state
    state = after(state, 0, PutUnder("heir_1"))
    assert [(each.key, each.when) for each in asks(state, "manezzi")] == [("manezzi/2", When.NOW)]
    state = after(state, 0, PutUnder("heir_1"))
    assert own(state).figure("heir_1").markers == 2
    assert majority.strengths(state.public, "port")[0] == 5 + 3 + 2 + 2 + 2


def test_a_lone_lady_on_a_marker_stays_alone() -> None:
    """Z-18.5: the marker is no company; in the Old Town she wins as before."""
    for area, seat in (("bank", None), ("old_town", 0)):
        state = position(family("port", lady=area, under={"lady": 2}), *[ABSENT] * 3)
        assert majority.strengths(state.public, area)[0] == 5
        assert majority.holder(state.public, area) == seat


def test_the_marker_under_a_figure_cannot_be_taken_back() -> None:
    """E-41, Z-10.9: nine working markers are left."""
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
    """The card comes up in the Old Town for the first time."""
    every = {"old_town": [card("ot_sollevacoin", *markers)], **(rows or {})}
    return resolving(*facts.pop("players", ALL_ABSENT), areas=areas, rows=every, **facts)


def test_the_trick_card_is_permanent() -> None:
    """Z-18.6: it stays where it goes, round after round."""
    assert CONTENT.action("ot_sollevacoin").kind == "permanent"
    step = onward(trick(0), (0, MoveTrick("bank")))
    assert names(step.state, "bank") == ["ot_sollevacoin"]


def test_the_trick_card_must_move() -> None:
    """Z-18.7: to another area, not the Fort; there is no other answer."""
    state = advance(trick(2, 0)).state
    assert now(state) == [(2, "trick")]
    assert pending(state, 2, "trick").key == "trick/1"
    assert legal(state, 2, "trick") == [MoveTrick(area) for area in ("cathedral", "palace", "bank", "port")]
    assert refusal(state, 2, MoveTrick("fort")).rule == "Z-18.7"
    assert refusal(state, 2, MoveTrick("old_town")).rule == "Z-18.7"


def test_the_move_replaces_the_payout() -> None:
    """E-29, Z-18.8, R-21: it pays once, at the Bank, as the newest card."""
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
    """Z-18.10: and none returns."""
    step = onward(trick(2, 0, 1), (2, MoveTrick("port")))
    assert laid(step.state, "ot_sollevacoin").markers == (2, 0, 1)
    assert supplies(step.state) == [9, 9, 9, 10]


def test_two_trick_cards_move_one_after_the_other() -> None:
    """Z-18.7, Z-18.8: the second becomes the newest."""
    state = resolving(
        *ALL_ABSENT, areas=("old_town",), rows={"old_town": [card("ot_sollevacoin", 0), card("ot_sollevacoin", 1)]}
    )
    step = onward(state, (0, MoveTrick("port")), (1, MoveTrick("port")))
    assert [each.markers for each in step.state.public.row("port")] == [(0,), (1,)]


def test_the_trick_card_moves_once_only() -> None:
    """Z-18.9: in later rounds it pays where it lies."""
    rows = {"bank": [card("ot_sollevacoin", 0, moved=True)]}
    step = resolved(*ALL_ABSENT, rows=rows)
    assert not now(step.state)
    assert [each.gain for each in told(step, MarkerEarned)] == [Gain(coin=2)]
    moved = onward(trick(0), (0, MoveTrick("bank"))).state
    assert laid(moved, "ot_sollevacoin").moved


def test_the_trick_card_belongs_to_its_new_area() -> None:
    """Z-18.9, E-31: a figure there is needed, none in the Old Town."""
    rows = {"port": [card("ot_sollevacoin", 1, moved=True)]}
    there = position(family("port"), rows=rows)
    assert any(isinstance(each, Influence) for each in legal(there))
    elsewhere = position(family("old_town"), rows=rows)
    assert not any(isinstance(each, Influence) for each in legal(elsewhere))


def test_the_trick_card_pays_less_in_a_run_on_the_bank() -> None:
    """E-27, Z-12.5: moved there this very round."""
    state = trick(0, event="ev_bank_run", players=(family("port", coins=0), *[ABSENT] * 3))
    assert coins(onward(state, (0, MoveTrick("bank"))).state)[0] == 1


def test_the_trick_card_pushes_out_the_oldest() -> None:
    """E-30, Z-18.8, Z-13.2: it is the newest itself, so it stays."""
    rows = {"bank": [card("bk_shares", 3), card("bk_savings", 3), card("bk_savings", 3)]}
    step = onward(trick(0, rows=rows), (0, MoveTrick("bank")))
    assert [(each.card, each.reason) for each in told(step, CardLeft)] == [("bk_shares", "pushed_out")]
    assert names(step.state, "bank") == ["bk_savings", "bk_savings", "ot_sollevacoin"]


def test_the_trick_card_does_not_count_where_it_was() -> None:
    """Z-18.8, Z-13.2: three permanents beside it in the Old Town all stay."""
    rows = {"old_town": [card("ot_workshop", 3), card("ot_workshop", 3), card("ot_workshop", 3), card("ot_sollevacoin", 0)]}
    state = resolving(*ALL_ABSENT, areas=("old_town",), rows=rows, goal=())
    step = onward(state, (0, MoveTrick("port")))
    assert not told(step, CardLeft)


def test_a_lost_battle_can_destroy_a_trick_card() -> None:
    """Z-18.9, Z-16.17: where it lies now."""
    rows = {"palace": [card("ot_sollevacoin", 3, moved=True)], "fort": [card("fo_1")]}
    step = resolved(*ALL_ABSENT, areas=("fort",), rows=rows)
    assert [(each.card, each.area) for each in told(step, CardLeft)] == [("fo_1", "fort"), ("ot_sollevacoin", "palace")]


def test_who_leads_a_trick_card_after_its_promoter_left() -> None:
    """E-32, R-8: the owner of the new top marker chooses the area."""
    rows = {"old_town": [card("ot_sollevacoin", 0, 2)], "cathedral": busy(0, 9), "port": [card("po_consulate", 1)]}
    state = position(family("port"), rows=rows)
    state = after(state, 0, Influence(number(state, "po_consulate"), 4, Reclaimed(number(state, "ot_sollevacoin"))))
    assert now(advance(at_area(state, "old_town")).state) == [(2, "trick")]


# Relaçoin


def relacoin(*markers: int, bank: tuple[Card, ...] = (), port: tuple[Card, ...] = (), seats: int = 4) -> list[tuple[int, int]]:
    """Who earned how many points with it."""
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
    """E-33, E-34, E-35, E-36, Z-18.11, Z-18.12, R-22: a point for each of the two, whatever the kind and number of cards."""
    assert relacoin(0, bank=bank, port=port) == [(0, worth)]


def test_relacoin_pays_each_by_its_own_markers() -> None:
    """Z-18.11: promoter and participants."""
    assert relacoin(0, 1, 2, bank=(card("bk_shares", 0, 1),), port=(card("po_consulate", 1),)) == [(0, 1), (1, 2), (2, 0)]


def test_relacoin_pays_each_marker() -> None:
    """R-22, Z-17.2: two own markers, twice the points."""
    assert relacoin(0, 1, 0, bank=(card("bk_shares", 0),), seats=3) == [(0, 1), (1, 0), (0, 1)]


def test_relacoin_is_a_one_shot() -> None:
    """R-22."""
    assert CONTENT.action("pa_relacoin").kind == "one_shot"


# Festa

HANDS = (("bk_loan", "go_dagghe"), ("ca_alms", "ca_sermon"), ("po_cargo",), ("pa_decree", "go_maj_bank"))


def festa(*hands: tuple[str, ...], **facts: Any) -> State:
    """The card comes up at the Palace with a marker of seat 1; the start player is seat 2, or 0 of two."""
    players = [family("port", hand=hand) for hand in hands or HANDS]
    usual = {"areas": ("palace",), "rows": {"palace": [card("pa_festa", 1)]}, "start": 2 if len(players) > 2 else 0}
    return advance(resolving(*players, **(usual | {"seats": len(players)} | facts))).state


def drawn(*hands: tuple[str, ...], **facts: Any) -> State:
    """The same after all have drawn action cards."""
    state = festa(*hands, **facts)
    while now(state) and now(state)[0][1] == "draw":
        state = after(state, now(state)[0][0], DrawFrom("action"))
    return state


def test_the_promoter_gains_a_point_first() -> None:
    """Z-18.13: before anybody draws, and nobody else gains one."""
    state = festa()
    assert points(state) == [0, 1, 0, 0]
    assert now(state) == [(2, "draw")]


def test_then_all_draw_in_play_order() -> None:
    """Z-18.14, R-23: also who has no marker there; each by choice of the deck."""
    state, order = festa(), []
    for deck in ("goal", "action", "goal", "action"):
        ((seat, kind),) = now(state)
        assert kind == "draw"
        step = play(state, seat, DrawFrom(deck))
        order += [(each.seat, each.deck) for each in told(step, CardDrawn)]
        state = step.state
    assert order == [(2, "goal"), (3, "action"), (0, "goal"), (1, "action")]
    assert not asks(state, "draw")


def test_all_choose_at_the_same_time() -> None:
    """Z-18.15, R-23: sealed, any card of either kind, and it may be changed while others choose."""
    state = drawn()
    assert asked(state, When.NOW) == [(2, "festa"), (3, "festa"), (0, "festa"), (1, "festa")]
    assert all((each.key, each.sealed, each.reply) == ("festa/1", True, True) for each in asks(state, "festa"))
    for seat in range(4):
        assert set(legal(state, seat, "festa")) == {PassCard(name) for name in state.hands[seat].cards}
    changed = run(state, (0, PassCard("bk_loan")), (0, PassCard("go_dagghe"))).state
    assert [each.when for each in asks(changed, "festa") if each.seat == 0] == [When.MAY]
    done = run(changed, (1, PassCard("ca_alms")), (2, PassCard("po_cargo")), (3, PassCard("pa_decree"))).state
    assert "go_dagghe" in done.hands[3].cards
    assert "bk_loan" in done.hands[0].cards


def test_cards_go_to_the_right() -> None:
    """Z-18.15: from each seat to the one before it."""
    moves = ((0, PassCard("bk_loan")), (1, PassCard("ca_alms")), (2, PassCard("po_cargo")), (3, PassCard("go_maj_bank")))
    step = run(drawn(), *moves)
    assert [(each.seat, each.to, each.deck) for each in told(step, CardPassed)] == [
        (2, 1, "action"),
        (3, 2, "goal"),
        (0, 3, "action"),
        (1, 0, "action"),
    ]
    hands = step.state.hands
    assert ("ca_alms" in hands[0].cards, "po_cargo" in hands[1].cards) == (True, True)
    assert ("go_maj_bank" in hands[2].cards, "bk_loan" in hands[3].cards) == (True, True)
    assert cards(step.state) == [3, 3, 2, 3]


def test_nobody_receives_before_all_have_chosen() -> None:
    """Z-18.15, E-73, R-23: the card that will come cannot be passed on."""
    state = run(drawn(), (1, PassCard("ca_alms"))).state
    assert "ca_alms" not in state.hands[0].cards
    assert "ca_alms" in state.hands[1].cards
    assert refusal(state, 0, PassCard("ca_alms")).rule == "Z-18.15"


def test_the_card_just_drawn_may_be_passed_on() -> None:
    """E-72, Z-18.15."""
    state = drawn(on_top=["bk_shares", "bk_savings", "pa_senate", "po_consulate"])
    assert state.hands[1].cards[-1] == "po_consulate"
    step = run(
        state,
        (1, PassCard("po_consulate")),
        (0, PassCard("bk_loan")),
        (2, PassCard("po_cargo")),
        (3, PassCard("pa_decree")),
    )
    assert step.state.hands[0].cards[-1] == "po_consulate"


def test_two_players_give_to_each_other() -> None:
    """E-74, Z-18.15."""
    step = run(drawn(*HANDS[:2]), (0, PassCard("go_dagghe")), (1, PassCard("ca_alms")))
    assert [(each.seat, each.to) for each in told(step, CardPassed)] == [(0, 1), (1, 0)]
    assert ("ca_alms" in step.state.hands[0].cards, "go_dagghe" in step.state.hands[1].cards) == (True, True)


def test_a_full_hand_discards_in_phase_four_only() -> None:
    """E-75, Z-15.3: seven and eight cards at the Festa, and no question before the end of the round."""
    full = ("bk_loan", "bk_loan", "ca_alms", "ca_alms", "po_cargo", "po_cargo")
    state = drawn(full, ("pa_decree", "pa_decree"))
    assert cards(state) == [7, 3]
    assert not asks(state, "discard")
    step = run(state, (0, PassCard("bk_loan")), (1, PassCard("pa_decree")))
    assert not told(step, CardsDiscarded)


def test_who_has_no_card_gives_none() -> None:
    """Z-18.16, R-23: nothing to draw and an empty hand; the others still give."""
    state = festa(("bk_loan", "go_dagghe"), (), ("po_cargo", "po_cargo"), ("pa_decree", "pa_decree"), action=(), goal=())
    assert asked(state, When.NOW) == [(2, "festa"), (3, "festa"), (0, "festa")]
    not_asked(state, 1, PassCard("bk_loan"))
    step = run(state, (0, PassCard("bk_loan")), (2, PassCard("po_cargo")), (3, PassCard("pa_decree")))
    assert [(each.seat, each.to) for each in told(step, CardPassed)] == [(2, 1), (3, 2), (0, 3)]
    assert cards(step.state)[:3] == [1, 1, 2]


def test_nobody_draws_from_empty_decks_at_the_festa() -> None:
    """Z-18.14, Z-1.10: each is told so in its turn."""
    step = advance(
        resolving(
            *[family("port", hand=("bk_loan",))] * 2,
            seats=2,
            areas=("palace",),
            rows={"palace": [card("pa_festa", 1)]},
            action=(),
            goal=(),
        )
    )
    assert [each.seat for each in told(step, NothingToDraw)] == [0, 1]


def test_the_festa_leaves_as_a_one_shot() -> None:
    """R-23, Z-13.1: after all have given."""
    step = run(drawn(*HANDS[:2]), (0, PassCard("go_dagghe")), (1, PassCard("ca_alms")))
    assert told(step, CardPassed, CardLeft)[-1] == CardLeft("pa_festa", 1, "palace", "one_shot")


def test_what_is_passed_is_seen_by_giver_and_receiver() -> None:
    """Section 7.7, Z-18.15: others see the back."""
    step = run(drawn(), *((seat, PassCard(HANDS[seat][0])) for seat in range(4)))
    seen = [each for each in step.events if isinstance(each.event, PassedCardSeen)]
    assert {each.to for each in seen} == {(0, 1), (1, 2), (2, 3), (0, 3)}
    assert all(each.to == tuple(sorted((each.event.seat, each.event.to))) for each in seen)


def test_a_sealed_card_tells_others_nothing() -> None:
    """Section 7.7, Z-18.15: whatever is chosen looks the same."""
    state = drawn()
    answers = legal(state, 0, "festa")
    assert len(answers) == 3
    for viewer in (1, 2, 3, None):
        assert len({encode(view(after(state, 0, each), viewer)) for each in answers}) == 1
    assert {each.event for answer in answers for each in play(state, 0, answer).events} == {PassSealed(0)}


def test_the_special_answers_have_no_other_form() -> None:
    """Z-18.1, Z-18.7: only own figures and areas of the board."""
    for raw in (b'{"type":"PutUnder","figure":"heir"}', b'{"type":"MoveTrick","to":"harbour"}'):
        with pytest.raises(msgspec.ValidationError):
            decode(ENGINE.Action, raw)
