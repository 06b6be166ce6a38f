"""Section P-8, step 5: giving back units."""

from itertools import product

import msgspec
import pytest

from engines.contract import NotPending, When, decode, encode, view
from engines.principato import ENGINE
from engines.principato.actions import RecruitUnits, ReleaseUnits
from engines.principato.events import ReleaseSealed, UnitsReleased
from engines.principato.state import State
from tests.principato.positions import after, bare, legal, now, own, play, refusal, replace, told, units
from tests.principato.scorings import asked, before_extra, before_year_end, ended, scoring, seats_asked, settled, when

ARMY = bare(catapults=1, condottieri=2, militia=3)
GUARD = bare(militia=1)


def _releasing(*realms, **facts) -> State:
    """Return a game in which strength has been scored. No seat had cubes to supply units."""
    state = ended(before_extra(*(realms or (ARMY, GUARD, bare(catapults=2))), **facts)).state
    assert asked(state, "release")
    return state


def test_any_number_of_both_kinds() -> None:
    """P-8.12: any number of units of both kinds can be given back, including none and all. Each answer is listed once."""
    listed = legal(_releasing(), 0, "release")
    expected = {ReleaseUnits(condottieri, militia) for condottieri, militia in product(range(3), range(4))}
    assert set(listed) == expected
    assert len(listed) == len(expected)


@pytest.mark.parametrize("action", [ReleaseUnits(3, 0), ReleaseUnits(0, 4), ReleaseUnits(3, 4)])
def test_more_than_owned_is_refused(action: ReleaseUnits) -> None:
    """E-39, P-8.12: giving back more units than owned is refused."""
    assert refusal(_releasing(), 0, action).rule == "P-8.12"


def test_catapults_cannot_be_given_back() -> None:
    """P-8.12, E-39, P-1.5: catapults cannot be given back, and a player with only catapults has no decision."""
    with pytest.raises(msgspec.ValidationError):
        decode(ENGINE.Action, b'{"type":"ReleaseUnits","catapults":1}')
    state = _releasing()
    assert seats_asked(state, "release") == [0, 1]
    done = after(state, 0, ReleaseUnits(2, 3))
    assert own(after(done, 1, ReleaseUnits())).catapults == 1


def test_units_return_to_the_common_pool() -> None:
    """T-1, P-8.12, E-39: after one of three militia is given back, the supply has one unit more."""
    state = _releasing(bare(catapults=2, militia=units(3, 2)), bare())
    step = play(state, 0, ReleaseUnits(militia=1))
    assert own(step.state).militia == units(2)
    assert step.state.public.supply.units == state.public.supply.units + 1
    assert told(step, UnitsReleased) == [UnitsReleased(0, ReleaseUnits(militia=1))]


def test_a_unit_given_back_may_return_as_the_other_kind() -> None:
    """E-39, P-1.4: 37 militia go back, and 37 condottieri are hired."""
    state = _releasing(bare(militia=37), bare("hire_condottieri", "build_bank"))
    assert state.public.supply.units == 0
    state = after(state, 0, ReleaseUnits(militia=37))
    assert now(state) == [(1, "turn")]
    hired = after(state, 1, RecruitUnits(0, 37, 0))
    assert own(hired, 1).condottieri == units(37)


def test_all_owners_decide_at_the_same_time() -> None:
    """P-8.13, section 7.2: all decisions are sealed and simultaneous. Each can be changed until the last answer is sealed."""
    state = _releasing()
    number = state.public.scorings[-1].number
    assert when(state, "release") == {0: When.NOW, 1: When.NOW}
    assert all((each.key, each.sealed, each.reply) == (f"release/{number}", True, True) for each in asked(state, "release"))
    state = after(state, 1, ReleaseUnits(militia=1))
    assert when(state, "release") == {0: When.NOW, 1: When.MAY}
    assert all(each.sealed for each in asked(state, "release"))
    changed = after(after(state, 1, ReleaseUnits()), 0, ReleaseUnits(1, 1))
    assert own(changed, 1).militia.count == 1
    assert (own(changed).condottieri.count, own(changed).militia.count) == (1, 2)
    assert not asked(changed, "release")


def test_nobody_sees_an_answer_before_all_are_in() -> None:
    """P-8.13, section 7.4: others learn that an answer was sealed, but not its content."""
    state = _releasing()
    answers = legal(state, 0, "release")
    for viewer in (1, 2, None):
        assert len({encode(view(after(state, 0, each), viewer)) for each in answers}) == 1
    assert len({encode(view(after(state, 0, each), 0)) for each in answers}) == len(answers)
    for each in answers:
        step = play(state, 0, each)
        assert [one.event for one in step.events] == [ReleaseSealed(0)]
        assert own(step.state) == own(state)
        assert step.state.public.supply == state.public.supply


def test_all_answers_are_opened_together() -> None:
    """P-8.13: the last answer reveals all, and each event names the sealed decision that it reveals."""
    state = after(_releasing(), 0, ReleaseUnits(2, 0))
    step = play(state, 1, ReleaseUnits(0, 1))
    opened = [each for each in step.events if isinstance(each.event, UnitsReleased)]
    assert {(each.event.seat, each.event.released) for each in opened} == {
        (0, ReleaseUnits(2, 0)),
        (1, ReleaseUnits(0, 1)),
    }
    assert all(each.to is None and each.reveals for each in opened)
    assert {key for each in opened for key in each.opens} == {asked(state, "release")[0].key}
    assert all(hand.release is None and hand.feeding is None for hand in step.state.hands)


def test_who_owns_no_units_is_not_asked() -> None:
    """P-8.12, section 7.2: only seats with units have a decision. If no player has units, the next turn begins."""
    state = ended(before_extra(bare(catapults=3), bare(food=2), bare())).state
    assert now(state) == [(1, "turn")]
    state = _releasing(bare(), bare(condottieri=1), bare())
    assert seats_asked(state, "release") == [1]
    with pytest.raises(NotPending):
        ENGINE.apply(state, 0, ReleaseUnits())


def test_units_given_back_do_not_change_the_scoring() -> None:
    """P-8.6, P-8.12: strength and points are counted before units are given back."""
    state = _releasing()
    scoring_before, points = state.public.scorings[-1], [realm.points for realm in state.public.realms]
    done = settled(after(state, 0, ReleaseUnits(2, 3))).state
    assert done.public.scorings[-1] == scoring_before
    assert [realm.points for realm in done.public.realms] == points


def test_no_giving_back_after_the_last_scoring() -> None:
    """P-8.14, E-41, T-11: after the last scoring the game is over. No units are given back."""
    done = ended(before_year_end(ARMY, GUARD, year=3)).state
    assert not ENGINE.pending(done.public)
    assert ENGINE.outcome(done.public) is not None
    assert own(done).militia.count == 3


@pytest.mark.parametrize("year", [1, 2])
def test_giving_back_after_the_other_years(year: int) -> None:
    """P-8.14: only the very last scoring skips giving back units. The extra scoring of year 3 does not."""
    assert seats_asked(ended(before_year_end(ARMY, bare(), year=year)).state, "release") == [0]
    assert seats_asked(ended(before_extra(ARMY, bare(), year=3)).state, "release") == [0]


def test_an_imagined_answer_is_a_legal_one() -> None:
    """P-8.13, section 7.4: an imagined sealed answer can be any legal one."""
    state = after(_releasing(), 0, ReleaseUnits(2, 3))
    worlds = [ENGINE.imagine(view(state, 1), bytes([number])) for number in range(200)]
    assert {world.hands[0].release for world in worlds} == set(legal(_releasing(), 0, "release"))
    for world in worlds:
        ENGINE.check(world)
        assert replace(world, hands=state.hands, vault=state.vault) == state


def test_an_own_answer_is_known() -> None:
    """P-8.13, section 7.4: a preview for a player uses that player's own sealed answer."""
    state = after(_releasing(), 0, ReleaseUnits(2, 3))
    assert ENGINE.imagine(view(state, 0), bytes(1)).hands[0] == state.hands[0]
    assert ENGINE.imagine(view(state, 0), bytes(1)).hands[0].release == ReleaseUnits(2, 3)


def test_scoring_waits_for_feeding_first() -> None:
    """P-8.1, P-8.12: units are given back only after all players have supplied theirs."""
    state = scoring(bare(militia=1, food=1), GUARD)
    assert not asked(state, "release")
    with pytest.raises(NotPending):
        ENGINE.apply(state, 1, ReleaseUnits())
