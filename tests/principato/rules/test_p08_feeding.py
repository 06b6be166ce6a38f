"""Section P-8, step 1: supplying units. The tests cover the deciding seats, their order, and all legal choices [7.2]."""

from itertools import product

import pytest

from engines.contract import NotPending, When, view
from engines.principato import ENGINE
from engines.principato.actions import FeedUnits, StationCubes
from engines.principato.events import ScoringBegan, UnitsFed
from tests.principato.positions import after, bare, legal, now, own, play, refusal, told, units
from tests.principato.scorings import asked, before_extra, before_year_end, ended, scored, scoring, seats_asked, settled, when

MIXED = bare(farms=2, food=3, money=1, favour=2, militia=units(4, 1), condottieri=2)
"""Three militia and two condottieri without a cube; three food, a money and two favour to put there."""
HUNGRY = bare(food=1, militia=1)
"""One militia to feed with one food."""


def _fits(food: int, money: int, favour_militia: int, favour_condottieri: int) -> bool:
    return (
        money <= 1
        and favour_militia + favour_condottieri <= 2
        and food + favour_militia <= 3
        and money + favour_condottieri <= 2
    )


def test_any_amount_that_fits_may_be_fed() -> None:
    """P-8.1, E-35: food supplies militia, money supplies condottieri, and favour supplies either.

    Each combination of amounts is listed once.
    """
    expected = {FeedUnits(*amounts) for amounts in product(range(4), range(4), range(4), range(4)) if _fits(*amounts)}
    listed = legal(scoring(MIXED, bare()), 0, "feed")
    assert set(listed) == expected
    assert len(listed) == len(expected)
    assert FeedUnits() in listed


@pytest.mark.parametrize(
    "fed",
    [
        pytest.param(FeedUnits(food=4), id="more food than stored"),
        pytest.param(FeedUnits(money=2), id="more money than stored"),
        pytest.param(FeedUnits(favour_militia=3), id="more favour than stored"),
        pytest.param(FeedUnits(favour_militia=2, favour_condottieri=1), id="more favour than stored on both"),
        pytest.param(FeedUnits(food=3, favour_militia=1), id="a second cube on a militia"),
        pytest.param(FeedUnits(money=1, favour_condottieri=2), id="a second cube on a condottiere"),
    ],
)
def test_more_than_is_there_or_fits_is_refused(fed: FeedUnits) -> None:
    """P-8.1, P-2.4, P-2.5: a unit takes one cube, and cubes come from the stores. Larger amounts are refused."""
    assert refusal(scoring(MIXED, bare()), 0, fed).rule in ("P-8.1", "P-2.4", "P-2.5", "P-2.7")


def test_fed_cubes_leave_the_stores() -> None:
    """P-8.1: spent cubes are on the units before the strength is counted, and everybody sees them."""
    state = scoring(MIXED, HUNGRY)
    step = play(state, 0, FeedUnits(food=1, money=1, favour_militia=1, favour_condottieri=1))
    realm = own(step.state)
    assert (realm.food, realm.money, realm.favour) == (2, 0, 0)
    assert (realm.militia, realm.condottieri) == (units(4, 2, 1), units(2, 1, 1))
    assert [each.to for each in step.events if isinstance(each.event, UnitsFed)] == [None]
    assert told(step, UnitsFed) == [UnitsFed(0, FeedUnits(1, 1, 1, 1))]


def test_one_decision_for_each_seat() -> None:
    """P-8.1, P-2.14: each player decides once.

    After supplying, no player, including the current player, can move cubes onto units until the scoring is over.
    """
    state = after(scoring(MIXED, HUNGRY), 0, FeedUnits(food=1))
    for action in (FeedUnits(food=1), FeedUnits(), StationCubes("food", "militia", 1)):
        with pytest.raises(NotPending):
            ENGINE.apply(state, 0, action)
    state = after(state, 1, FeedUnits())
    assert not asked(state, "feed")
    with pytest.raises(NotPending):
        ENGINE.apply(state, 0, StationCubes("food", "militia", 1))


def test_cubes_put_there_during_the_year_count() -> None:
    """P-8.2, E-36: cubes placed on units earlier count in the scoring without a decision."""
    fed = bare(militia=units(2, 1, 1), condottieri=units(2, 2), food=1, money=1, favour=1)
    step = ended(before_extra(fed, bare()))
    assert not asked(step.state, "feed")
    assert step.state.public.scorings[-1].strengths == (4, 0)


@pytest.mark.parametrize(
    ("realm", "has_decision"),
    [
        pytest.param(bare(militia=1, food=1), True, id="militia and food"),
        pytest.param(bare(militia=1, favour=1), True, id="militia and favour"),
        pytest.param(bare(condottieri=1, money=1), True, id="condottiere and money"),
        pytest.param(bare(condottieri=1, favour=1), True, id="condottiere and favour"),
        pytest.param(bare(militia=units(2, 1), food=1), True, id="one of two militia empty"),
        pytest.param(bare(militia=1, money=2), False, id="militia and money"),
        pytest.param(bare(condottieri=1, food=2), False, id="condottiere and food"),
        pytest.param(bare(militia=1, condottieri=1), False, id="no cubes"),
        pytest.param(bare(militia=units(1, 1), food=1, favour=1), False, id="all militia full"),
        pytest.param(bare(condottieri=units(1, 0, 1), money=1, favour=1), False, id="all condottieri full"),
        pytest.param(bare(catapults=2, food=2, money=2, favour=3), False, id="catapults only"),
    ],
)
@pytest.mark.parametrize("feeding", ["in_order", "sealed"])
def test_only_who_has_a_choice_is_asked(realm, has_decision: bool, feeding: str) -> None:
    """Section 7.2, P-8.1: a seat decides if it has an empty unit and a fitting cube. All other seats are skipped."""
    state = scoring(realm, HUNGRY, feeding=feeding)
    assert seats_asked(state, "feed") == ([0, 1] if has_decision else [1])


def test_a_scoring_without_decisions_stops_for_nobody() -> None:
    """Section 7.2: catapults need no supply, so the next turn begins straight away."""
    state = ended(before_extra(bare(catapults=1), bare())).state
    assert now(state) == [(1, "turn")]


# Order of supplying units

T7 = (bare(catapults=3), bare(militia=3, food=1), bare(condottieri=1, money=1))


@pytest.mark.parametrize(("start", "order"), [(2, (0, 1, 2)), (1, (1, 0, 2)), (0, (0, 1, 2))])
@pytest.mark.parametrize("seat", range(3))
def test_most_military_tiles_first(start: int, order: tuple[int, ...], seat: int) -> None:
    """T-7, P-8.3, E-33, U-6: the seat with most military tiles supplies first, and catapults count.

    Ties are resolved from the start player, not from the current player.
    """
    step = ended(before_extra(*T7, start=start, seat=seat))
    assert [each.order for each in told(step, ScoringBegan)] == [order]
    assert step.state.public.scorings[-1].order == order


@pytest.mark.parametrize("start", range(4))
def test_ties_go_clockwise_from_the_start_player(start: int) -> None:
    """P-8.4: among tied players the start player goes first, then the others clockwise from there."""
    state = scoring(*[HUNGRY] * 4, start=start)
    assert state.public.scorings[-1].order == tuple((start + place) % 4 for place in range(4))
    assert [seat for seat, urgency in when(state, "feed").items() if urgency is When.NOW] == [start]


def test_every_kind_of_military_tile_counts_one() -> None:
    """P-8.3: a catapult and a unit with or without a cube count one each. Economy tiles do not count."""
    realms = (
        bare(catapults=1, fields=6, palazzi=6),
        bare(catapults=1, condottieri=1, militia=1),
        bare(militia=units(2, 2)),
        bare(condottieri=4),
    )
    assert scored(*realms).order == (3, 1, 2, 0)


def test_the_first_is_asked_now_and_the_others_ahead() -> None:
    """P-8.3, section 7.2: the first seat decides now and the others in advance, so the game waits only once.

    Seats without a choice are skipped. All decisions are replies, and none is sealed.
    """
    state = scoring(bare(militia=1, food=1), bare(catapults=4), bare(militia=2, food=2), bare(condottieri=3, favour=1))
    assert when(state, "feed") == {0: When.AHEAD, 2: When.AHEAD, 3: When.NOW}
    number = state.public.scorings[-1].number
    assert {each.key for each in asked(state, "feed")} == {f"feed/{number}"}
    assert all(each.reply and not each.sealed for each in asked(state, "feed"))
    state = after(state, 3, FeedUnits())
    assert when(state, "feed") == {0: When.AHEAD, 2: When.NOW}
    state = after(state, 2, FeedUnits())
    assert when(state, "feed") == {0: When.NOW}


def test_nobody_feeds_before_their_place() -> None:
    """P-8.3: an answer given in advance is queued, not played. The same answers are legal in advance and in turn."""
    state = scoring(bare(militia=2, food=1), HUNGRY)
    listed = legal(state, 1, "feed")
    with pytest.raises(NotPending):
        ENGINE.apply(state, 1, FeedUnits(food=1))
    assert legal(after(state, 0, FeedUnits(food=1)), 1, "feed") == listed


def test_later_ones_see_the_earlier_decisions() -> None:
    """E-34, P-8.3: a later player sees the earlier decision, and can withhold food because first place is out of reach."""
    state = after(scoring(bare(militia=3, food=2, farms=1), bare(militia=2, food=2)), 0, FeedUnits(food=2))
    assert view(state, 1).public.realms[0].militia.fed == 2
    done = after(state, 1, FeedUnits())
    assert own(done, 1).food == 2
    assert done.public.scorings[-1].strengths == (1, -2)


def test_the_order_is_fixed_when_the_scoring_begins() -> None:
    """P-8.5: supplying units does not change the order of a scoring."""
    state = scoring(HUNGRY, HUNGRY, bare(militia=2, food=1), start=1)
    order = state.public.scorings[-1].order
    assert order == (2, 1, 0)
    for seat in order:
        assert [each for each, urgency in when(state, "feed").items() if urgency is When.NOW] == [seat]
        state = after(state, seat, FeedUnits(food=1))
        assert state.public.scorings[-1].order == order


def test_some_of_the_units_may_be_fed() -> None:
    """E-35: a player can supply one of three militia, or none."""
    realm = bare(militia=3, food=2)
    assert after(scoring(realm, bare()), 0, FeedUnits(food=1)).public.scorings[-1].strengths == (-1, 0)
    assert settled(scoring(realm, bare())).state.public.scorings[-1].strengths == (-3, 0)


def test_feeding_at_the_end_of_a_year() -> None:
    """P-8.1, P-7.4: units are also supplied in the scoring at the end of a year. Its number is in the decision's key."""
    state = ended(before_year_end(HUNGRY, bare())).state
    assert [each.key for each in asked(state, "feed")] == ["feed/1"]
    assert after(state, 0, FeedUnits(food=1)).public.scorings[0].strengths == (1, 0)
