"""Rules of Night Post. Each test cites the rule it checks."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.contract import NotPending, Pending, When
from engines.specimen import ENGINE
from engines.specimen.actions import Decline, DrawFrom, Hire, Join, Offer, OfferNothing, Pack, Rest, SealRoad
from engines.specimen.content import content
from engines.specimen.events import DieRolled, LetterDrawn, LetterSeen, PacksOpened, RoadRidden, RoadsOpened
from engines.specimen.state import Backs, State
from tests.engines.night_post import (
    asked,
    at_stable,
    legal,
    night_passed,
    play,
    refused,
    saddled,
    start,
    told,
    with_courier,
    with_letters,
)

# S-1 Setup, S-2 Dawn


def test_letters_start_in_two_bags_and_four_with_each_courier() -> None:
    """S-1.1, S-1.3"""
    state = start(seats=2)
    assert state.public.bags == Backs(24 - 2 * 4, 12)
    assert [courier.letters for courier in state.public.couriers] == [Backs(4, 0)] * 2
    assert all(courier.coins == 3 + 2 for courier in state.public.couriers)


def test_a_lot_decides_who_is_first_and_the_next_to_the_left_follows() -> None:
    """S-1.2"""
    assert {start(number=number).public.first for number in range(20)} == {0, 1, 2}
    public = replace(start().public, first=2)
    assert [replace(public, night=night).order() for night in (1, 2, 3)] == [(2, 0, 1), (0, 1, 2), (1, 2, 0)]


def second_night(**game: Any) -> State:
    """Return the dawn of the second night. The moves of the first night after saddling are default moves."""
    return night_passed(saddled(**game)).state


def test_dawn_brings_letters_coins_and_fresh_horses() -> None:
    """S-2.1, S-2.2"""
    state = second_night()
    assert [courier.letters.total() for courier in state.public.couriers] == [4 - 2 + 2] * 3
    assert [courier.coins for courier in state.public.couriers] == [3 + 2 + 2] * 3
    assert state.public.stable == 4
    assert all(courier.road is None and courier.horses == 0 for courier in state.public.couriers)


def test_an_empty_town_bag_is_followed_by_the_court_bag() -> None:
    """S-2.1"""
    state = saddled(seats=2)
    state = replace(state, vault=replace(state.vault, town=state.vault.town[:1]))
    state = replace(state, public=replace(state.public, bags=Backs(1, 12)))
    state = night_passed(state).state
    assert state.public.bags == Backs(0, 12 - 3)


# S-3 Saddling


def test_all_choose_at_the_same_time_and_may_change_until_the_last() -> None:
    """S-3.1"""
    state = start()
    assert asked(state) == {(seat, "saddle") for seat in range(3)}
    state = play(state, (2, SealRoad("ridge")), (2, SealRoad("river"))).state
    assert state.hands[2].road == "river"
    assert asked(state, When.MAY) == {(2, "saddle")}
    assert refused(state, 0, SealRoad("heaven")) == "S-3.1"


def test_roads_are_opened_together_when_all_have_chosen() -> None:
    """S-3.2"""
    state = play(start(), (2, SealRoad("ridge")), (0, SealRoad("valley"))).state
    assert all(courier.road is None for courier in state.public.couriers)
    step = play(state, (1, SealRoad("river")))
    assert told(step, RoadsOpened) == [RoadsOpened(("valley", "river", "ridge"))]
    assert next(each for each in step.events if isinstance(each.event, RoadsOpened)).opens == ("saddle/1",)
    with pytest.raises(NotPending):
        ENGINE.apply(step.state, 2, SealRoad("valley"))


# S-4 Turns


def test_turns_go_from_the_first_to_the_left() -> None:
    """S-4.1"""
    state = saddled()
    first, second, third = state.public.order()
    assert asked(state) == {(first, "offer")}
    for seat, following in ((first, second), (second, third)):
        state = play(state, (seat, OfferNothing()), (seat, Rest())).state
        assert asked(state) == {(following, "offer")}


def test_an_offered_letter_scores_at_once_and_opens_a_window_in_order() -> None:
    """S-4.2"""
    state = saddled()
    first, second, third = state.public.order()
    letter = state.hands[first].letters[0]
    state = play(state, (first, Offer(letter))).state
    assert state.public.couriers[first].tally.relays == content("1").letters[letter].worth
    assert state.public.gone == (letter,)
    assert asked(state) == {(second, "relay")}
    assert asked(state, When.AHEAD) == {(third, "relay")}
    with pytest.raises(NotPending):
        ENGINE.apply(state, third, Decline())
    assert refused(saddled(), first, Offer("treaty")) == "S-4.2"


def test_places_are_taken_in_order_and_cost_their_number() -> None:
    """S-4.3"""
    state = saddled()
    first, second, third = state.public.order()
    state = play(state, (first, Offer(state.hands[first].letters[0]))).state
    assert legal(state, second, "relay") == [Decline(), Join(1)]
    assert legal(state, third, "relay") == [Decline(), Join(1), Join(2)]
    assert refused(state, second, Join(2)) == "S-4.3"
    last_horse = replace(state, public=replace(state.public, stable=1))
    assert legal(last_horse, third, "relay") == [Decline(), Join(1)]
    state = play(state, (second, Join(1)), (first, DrawFrom("town")), (third, Join(2))).state
    assert [state.public.couriers[seat].coins for seat in (second, third)] == [5 - 1, 5 - 2]
    assert [state.public.couriers[seat].tally.joined for seat in (second, third)] == [2, 2]
    assert state.public.stable == 4 - 2


def test_the_first_place_earns_a_draw_before_anybody_else_is_asked() -> None:
    """S-4.4"""
    state = saddled()
    first, second, third = state.public.order()
    state = play(state, (first, Offer(state.hands[first].letters[0])), (second, Join(1))).state
    assert asked(state) == {(first, "draw")}
    assert asked(state, When.AHEAD) == {(third, "relay")}, "an answer may still come in meanwhile"
    top = state.vault.court[0]
    step = play(state, (first, DrawFrom("court")))
    assert top in step.state.hands[first].letters
    assert told(step, LetterDrawn) == [LetterDrawn(first, "court")]
    assert [each.to for each in step.events if each.event == LetterSeen(top)] == [(first,)]
    assert asked(step.state) == {(third, "relay")}


@pytest.mark.parametrize(("bags", "drawn"), [(Backs(0, 12), [LetterDrawn]), (Backs(16, 0), [LetterDrawn]), (Backs(0, 0), [])])
def test_a_forced_draw_is_carried_out_and_an_impossible_one_left_out(bags: Backs, drawn: list[type]) -> None:
    """S-4.4"""
    state = saddled(seats=2)
    first, second = state.public.order()
    vault = replace(state.vault, town=state.vault.town[: bags.town], court=state.vault.court[: bags.court])
    state = replace(state, vault=vault, public=replace(state.public, bags=bags))
    state = ENGINE.apply(state, first, Offer(state.hands[first].letters[0])).state
    step = ENGINE.apply(state, second, Join(1))
    assert [type(event) for event in told(step, LetterDrawn)] == drawn
    assert asked(step.state) == {(first, "stable")}


def test_who_cannot_pay_is_not_asked_nor_anybody_without_horses() -> None:
    """S-4.5"""
    state = saddled()
    first, second, third = state.public.order()
    letter = state.hands[first].letters[0]
    poor = ENGINE.apply(with_courier(state, second, coins=0), first, Offer(letter)).state
    assert asked(poor) == {(third, "relay")}
    frugal = ENGINE.apply(with_courier(state, third, coins=1), first, Offer(letter)).state
    assert legal(frugal, third, "relay") == [Decline(), Join(1)]
    joined = play(frugal, (second, Join(1)), (first, DrawFrom("town"))).state
    assert asked(joined) == {(first, "stable")}, "the second place costs two"
    empty = ENGINE.apply(replace(state, public=replace(state.public, stable=0)), first, Offer(letter)).state
    assert asked(empty) == {(second, "offer")}


def test_horses_get_dearer_with_every_one_taken() -> None:
    """S-4.6"""
    state = at_stable(saddled())
    first, second, _ = state.public.order()
    assert legal(state, first, "stable") == [Rest(), Hire(1), Hire(2), Hire(3), Hire(4)]
    state = play(state, (first, Hire(4)), (first, Hire(2))).state
    assert state.public.couriers[first].horses == 2
    assert state.public.couriers[first].coins == 5 - 1 - 2
    assert asked(state) == {(second, "offer")}, "two coins do not buy a horse for three"
    state = play(state, (second, OfferNothing())).state
    assert legal(state, second, "stable") == [Rest(), Hire(3), Hire(4)]


def test_a_filed_turn_runs_past_the_window_and_stops_where_its_limit_is_passed() -> None:
    """S-4.6: the turn is queued under the key of its later decision.

    A courier who joins takes a horse, so the next is dearer.
    """
    state = saddled()
    first, second, third = state.public.order()
    state = play(state, (first, Offer(state.hands[first].letters[0]))).state
    filed = next(one for one in ENGINE.pending(state.public) if one.kind == "stable")
    assert filed == Pending(first, "stable", "stable/1/0", When.MAY, continues="offer/1")
    with pytest.raises(NotPending):
        ENGINE.apply(state, first, Hire(1))
    state = play(state, (second, Join(1)), (first, DrawFrom("town")), (third, Decline())).state
    assert replace(filed, when=When.NOW) in ENGINE.pending(state.public)
    assert refused(state, first, Hire(1)) == "S-4.6"
    assert refused(state, first, Hire(5)) == "S-4.6"
    assert play(state, (first, Hire(2))).state.public.couriers[first].horses == 1


# S-5 Riding out


def packing(*letters: str, **game: Any) -> State:
    """Return the state in which letters are packed, with ``letters`` in the first courier's hand.

    The bags are not adjusted.
    """
    state = saddled(**game)
    for seat in state.public.order():
        state = play(state, (seat, OfferNothing()), (seat, Rest())).state
    return with_letters(state, state.public.order()[0], *letters) if letters else state


def test_two_letters_are_packed_one_after_the_other_and_stay_hidden() -> None:
    """S-5.1"""
    state = packing()
    letters = state.hands[0].letters
    assert asked(state) == {(seat, "packing") for seat in range(3)}
    after = play(state, (0, Pack(letters[0]))).state
    assert (0, "packing") in asked(after)
    assert after.public.couriers[0].letters == state.public.couriers[0].letters
    after = play(after, (0, Pack(letters[1]))).state
    assert asked(after) == {(1, "packing"), (2, "packing")}
    assert refused(state, 0, Pack("treaty")) == "S-5.1"


def test_the_same_letter_is_not_packed_twice() -> None:
    """S-5.1"""
    state = packing("bill", "contract", "treaty", seats=2)
    first = state.public.order()[0]
    state = ENGINE.apply(state, first, Pack("bill")).state
    assert refused(state, first, Pack("bill")) == "S-5.1"
    assert legal(state, first, "packing") == [Pack("contract"), Pack("treaty")]


def test_with_two_letters_or_fewer_all_are_packed_without_asking() -> None:
    """S-5.1"""
    state = saddled(seats=2)
    first, second = state.public.order()
    state = with_letters(state, first, "bill", "treaty")
    for seat in (first, second):
        state = ENGINE.apply(ENGINE.apply(state, seat, OfferNothing()).state, seat, Rest()).state
    assert asked(state) == {(second, "packing")}
    assert state.hands[first].packed == ("bill", "treaty")
    assert state.public.couriers[first].sealed == 2


def ride(road: str, horses: int, number: int) -> tuple[int, RoadRidden]:
    """Play a night, and return the pips of the road and the event that scores a contract and a treaty there.

    ``number`` selects the game key, and so the roll of the die.
    """
    state = packing("contract", "treaty", "bill", seats=2, road=road, number=number)
    first, second = state.public.order()
    state = with_courier(state, first, horses=horses)
    for letter in ("contract", "treaty"):
        state = ENGINE.apply(state, first, Pack(letter)).state
    letters = state.hands[second].letters
    step = ENGINE.apply(ENGINE.apply(state, second, Pack(letters[0])).state, second, Pack(letters[1]))
    assert len(told(step, PacksOpened)) == 1
    (die,) = told(step, DieRolled)
    return die.pips, next(event for event in told(step, RoadRidden) if event.seat == first)


@pytest.mark.parametrize(("road", "climb", "reward"), [("valley", 2, 0), ("river", 4, 1), ("ridge", 6, 3)])
@pytest.mark.parametrize("horses", [0, 1])
def test_letters_score_their_worth_and_the_reward_of_the_road_when_it_is_passed(
    road: str, climb: int, reward: int, horses: int
) -> None:
    """S-5.2, S-5.3"""
    rides = [ride(road, horses, number) for number in range(25)]
    assert {pips for pips, _ in rides} == set(range(1, 7))
    for pips, ridden in rides:
        passed = pips + horses >= climb
        assert ridden.passed == passed
        assert ridden.points == (3 + 6 + 2 * reward if passed else 2)


def test_one_die_is_rolled_for_each_road_that_is_ridden() -> None:
    """S-5.2"""
    state = play(start(), (0, SealRoad("ridge")), (1, SealRoad("valley")), (2, SealRoad("ridge"))).state
    step = night_passed(state)
    assert [die.road for die in told(step, DieRolled)] == ["valley", "ridge"]
    assert [draw.label for draw in step.draws] == ["die/night1/valley", "die/night1/ridge"]


def test_packed_letters_leave_the_game_and_horses_go_home() -> None:
    """S-5.4"""
    state = second_night()
    assert len(state.public.gone) == 3 * 2
    assert all(hand.packed == () for hand in state.hands)


# S-6 End


def finish(state: State) -> State:
    """Play default moves until the game ends, and return the last state."""
    while state.public.ended is None:
        state = night_passed(state).state
    return state


def test_the_game_ends_after_the_last_night() -> None:
    """S-6.1"""
    over = finish(saddled(nights=2)).public
    assert (over.night, over.ended) == (2, "nights")


def test_the_game_ends_after_a_night_on_which_somebody_reached_thirty_points() -> None:
    """S-6.1"""
    state = saddled()
    ridden = [courier.tally.total() for courier in night_passed(state).state.public.couriers]
    best = ridden.index(max(ridden))
    for missing, ended in ((0, "renown"), (1, None)):
        tally = replace(state.public.couriers[best].tally, joined=30 - missing - ridden[best])
        after = night_passed(with_courier(state, best, tally=tally)).state.public
        assert (after.couriers[best].tally.total(), after.ended) == (30 - missing, ended)


def test_court_letters_left_in_hand_cost_three_points_each() -> None:
    """S-6.2"""
    state = with_letters(saddled(nights=1), 0, "bill", "bill", "greeting", "summons", "treaty")
    over = finish(state)
    assert over.public.opened[0] == ("greeting", "summons", "treaty")
    assert over.public.couriers[0].tally.undelivered == -6
    assert over.public.couriers[1].tally.undelivered == 0


@pytest.mark.parametrize(
    ("points", "coins", "ranking"),
    [
        ((9, 5, 7), (0, 9, 0), ((0,), (2,), (1,))),
        ((7, 7, 7), (1, 3, 2), ((1,), (2,), (0,))),
        ((7, 5, 7), (2, 9, 2), ((0, 2), (1,))),
    ],
)
def test_points_win_then_coins_then_the_place_is_shared(
    points: tuple[int, ...], coins: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    """S-6.3"""
    state = start()
    for seat in range(3):
        tally = replace(state.public.couriers[seat].tally, ridden=points[seat])
        state = with_courier(state, seat, coins=coins[seat], tally=tally)
    assert ENGINE.outcome(state.public) is None
    outcome = ENGINE.outcome(replace(state.public, agenda=(), ended="nights"))
    assert outcome is not None
    assert outcome.ranking == ranking
    assert outcome.scores == points
