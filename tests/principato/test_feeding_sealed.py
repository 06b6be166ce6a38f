"""Table option of sealed supply: all players decide secretly, and all answers are revealed together [7.2]."""

import pytest

from engines.contract import When, encode, view
from engines.principato import ENGINE
from engines.principato.actions import FeedUnits
from engines.principato.events import FeedingSealed, StrengthCompared, UnitsFed
from engines.principato.state import State
from tests.principato.positions import after, bare, legal, now, own, play, refusal, replace, told, units
from tests.principato.scorings import asked, random_game, scoring, seats_asked, when

ONE = bare(militia=2, food=2)
OTHER = bare(condottieri=1, money=1, favour=1)


def _sealed(*realms, **facts) -> State:
    return scoring(*(realms or (OTHER, ONE, bare(catapults=4, food=2))), feeding="sealed", **facts)


def test_all_are_asked_now_and_sealed() -> None:
    """Section 7.2, P-8.3: the seats decide in any order. The option does not change which seats have a decision."""
    state = _sealed()
    assert when(state, "feed") == {0: When.NOW, 1: When.NOW}
    number = state.public.scorings[-1].number
    assert all((each.key, each.sealed, each.reply) == (f"feed/{number}", True, True) for each in asked(state, "feed"))


@pytest.mark.parametrize("seat", [0, 1])
def test_an_answer_may_be_changed_until_all_are_in(seat: int) -> None:
    """Section 7.2: any seat may answer first, and each seat's last answer counts."""
    proper = FeedUnits(food=1) if seat else FeedUnits(money=1)
    state = after(_sealed(), seat, proper)
    assert when(state, "feed") == {seat: When.MAY, 1 - seat: When.NOW}
    assert set(legal(state, seat, "feed")) == set(legal(_sealed(), seat, "feed"))
    done = after(after(state, seat, FeedUnits()), 1 - seat, FeedUnits())
    assert done.public.scorings[-1].strengths == (-1, -2, 4)


def test_nothing_of_an_answer_shows() -> None:
    """Section 7.4: cubes and units stay in place until the reveal. Other players' views are the same for every answer."""
    state = _sealed()
    answers = legal(state, 1, "feed")
    for viewer in (0, 2, None):
        assert len({encode(view(after(state, 1, each), viewer)) for each in answers}) == 1
    assert len({encode(view(after(state, 1, each), 1)) for each in answers}) == len(answers)
    step = play(state, 1, FeedUnits(food=2))
    assert [each.event for each in step.events] == [FeedingSealed(1)]
    assert own(step.state, 1) == own(state, 1)


def test_all_are_opened_together() -> None:
    """Section 7.2: answers are revealed in supply order, before strength is compared. The events name the sealed answers."""
    state = after(_sealed(), 1, FeedUnits(food=2))
    key = asked(state, "feed")[0].key
    step = play(state, 0, FeedUnits(favour_condottieri=1))
    assert told(step, UnitsFed) == [UnitsFed(1, FeedUnits(food=2)), UnitsFed(0, FeedUnits(favour_condottieri=1))]
    opened = [each for each in step.events if isinstance(each.event, UnitsFed)]
    assert all(each.to is None and each.reveals for each in opened)
    assert {name for each in opened for name in each.opens} == {key}
    assert told(step, StrengthCompared)[0].strengths == (1, 2, 4)
    assert own(step.state).favour == 0
    assert all(hand.feeding is None for hand in step.state.hands)


def test_one_alone_opens_at_once() -> None:
    """Section 7.2: if only one seat decides, its answer is revealed straight away."""
    state = _sealed(ONE, bare())
    assert seats_asked(state, "feed") == [0]
    done = after(state, 0, FeedUnits(food=2))
    assert done.public.scorings[-1].strengths == (2, 0)


def test_more_than_fits_is_refused_sealed_too() -> None:
    """P-8.1: a sealed answer with more cubes than are stored or fit is refused, and so is such a change of an answer."""
    state = _sealed()
    assert refusal(state, 1, FeedUnits(food=3)).rule.startswith("P-")
    assert refusal(after(state, 1, FeedUnits(food=1)), 1, FeedUnits(food=3)).rule.startswith("P-")


def test_an_imagined_feeding_is_a_legal_one() -> None:
    """Section 7.4: imagined worlds contain different sealed answers, and each answer is legal."""
    state = after(_sealed(bare(militia=units(3, 1), food=2, favour=1), ONE), 0, FeedUnits(food=1))
    worlds = [ENGINE.imagine(view(state, 1), bytes([number])) for number in range(16)]
    answers = {world.hands[0].feeding for world in worlds}
    assert len(answers) > 1
    assert answers <= set(legal(state, 0, "feed"))
    for world in worlds:
        ENGINE.check(world)
        assert replace(world, hands=state.hands, vault=state.vault) == state


def test_sealed_games_end() -> None:
    """Section 7.2: whole games with the option end, and no decision in them is open ahead of its turn."""
    for number in range(2):
        for state, _, _, step in random_game(3, number, feeding="sealed"):
            ENGINE.check(step.state)
            assert all(each.when is not When.AHEAD for each in ENGINE.pending(state.public))
        assert not now(step.state)
        assert len(step.state.public.scorings) == 5
