"""Section Z-19: goal cards."""

import pytest

from engines.zena1814 import ENGINE
from engines.zena1814.actions import Discard
from engines.zena1814.content import AREAS
from engines.zena1814.events import GoalsOpened
from engines.zena1814.state import EndRound, Tally
from tests.zena1814.positions import CONTENT, advance, card, family, play, position, told
from tests.zena1814.resolving import discarding, ended, lines

FILLING = ("bk_loan", "bk_loan", "bk_loan", "ca_alms", "ca_alms", "ca_alms")
BARE = (family(), family(), family())
"""Three rivals who tie in the Old Town, and are nowhere else."""


def holding(*goals: str, rivals=BARE, **figures) -> dict[str, int]:
    """Return the score lines of a seat with these goals in hand and no coins.

    Figures that are not named are in the Old Town.
    """
    facts = {name: figures.pop(name) for name in ("rows", "won") if name in figures}
    return lines(ended(family(coins=0, hand=goals, **figures), *rivals, **facts))


@pytest.mark.parametrize(("copies", "points"), [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16), (5, 25)])
def test_squares_of_dagghe_abbretio(copies: int, points: int) -> None:
    """V-10, Z-19.2, Z-19.1: the number of copies squared is scored."""
    assert holding(*["go_dagghe"] * copies) == ({"goal_squares": points} if points else {})


@pytest.mark.parametrize("area", AREAS)
def test_a_majority_goal(area: str) -> None:
    """V-10, Z-19.3, Z-19.9, R-30: a majority in the printed area scores 5 points, or 10 with both copies."""
    rest = "port" if area == "bank" else "bank"
    rivals = [family(rest)] * 3
    for copies in (1, 2):
        goals = [f"go_maj_{area}"] * copies
        assert holding(*goals, lord=area, rest=rest, rivals=rivals) == {"goal_majority": 5 * copies}
        assert holding(*goals, rest=rest, rivals=rivals) == {}


def test_majority_goals_count_their_own_area_only() -> None:
    """Z-19.3: the majority at the Bank does not count for the Port."""
    assert holding("go_maj_port", "go_maj_fort", lord="bank") == {}
    assert holding("go_maj_port", "go_maj_bank", lord="bank", lady="port", heir_1="port") == {"goal_majority": 10}


def test_the_majority_of_another_seat() -> None:
    """Z-19.3: another seat's majority does not fulfil the goal."""
    assert holding("go_maj_bank", heir_1="bank", rivals=(family(lord="bank"), family(), family())) == {}


def test_accontentarse_without_a_majority() -> None:
    """V-10, Z-19.4: a seat with this goal and no majority scores 5 points."""
    assert holding("go_accontentarse") == {"goal_no_majority": 5}
    assert holding("go_accontentarse", heir_1="bank") == {}


def test_invexendarse_with_any_majority() -> None:
    """V-10, Z-19.5: any number of majorities, here one or three, scores 3 points."""
    assert holding("go_invexendarse", heir_1="bank") == {"goal_any_majority": 3}
    assert holding("go_invexendarse", lord="bank", heir_1="port", heir_2="palace") == {"goal_any_majority": 3}
    assert holding("go_invexendarse") == {}


@pytest.mark.parametrize(("area", "line"), [("bank", {"goal_any_majority": 3}), ("old_town", {"goal_no_majority": 5})])
def test_one_of_two_contrary_goals_scores(area: str, line: dict[str, int]) -> None:
    """E-83, Z-19.4, Z-19.5: a seat that holds both goals scores exactly one of them."""
    assert holding("go_accontentarse", "go_invexendarse", heir_1=area) == line


@pytest.mark.parametrize("area", AREAS)
def test_a_majority_anywhere_counts(area: str) -> None:
    """Z-19.4, Z-19.5: a majority in any of the six areas counts."""
    rest = "port" if area != "port" else "bank"
    rivals = [family(rest)] * 3
    goals = ("go_accontentarse", "go_invexendarse")
    assert holding(*goals, lord=area, rest=rest, rivals=rivals) == {"goal_any_majority": 3}


def test_sensa_poia_counts_won_battles() -> None:
    """V-10, Z-19.6: the goal counts all four won battles, though the holder had no marker there."""
    assert holding("go_sensa_poia", won=["fo_1", "fo_2", "fo_3", "fo_4"]) == {"goal_battles": 4}
    assert holding("go_sensa_poia") == {}


def test_permanents_at_the_printed_area() -> None:
    """Z-19.7: permanents in the printed area count even without a marker of the seat.

    One-shots and cards in other areas do not count.
    """
    rows = {
        "cathedral": [card("ca_chapel", 1), card("ca_confraternity", 2), card("ca_chapel", 3)],
        "palace": [card("pa_senate", 1)],
    }
    assert holding("go_perm_cathedral", rows=rows) == {"goal_permanents": 3}
    assert holding("go_perm_palace", rows=rows) == {"goal_permanents": 1}
    assert holding("go_perm_palace", "go_perm_cathedral", rows=rows) == {"goal_permanents": 4}
    assert holding("go_perm_port", rows=rows) == {}


@pytest.mark.parametrize("area", AREAS[:5])
def test_every_area_has_its_permanents_goal(area: str) -> None:
    """Z-19.7: each goal counts only its own area."""
    name = next(each.id for each in CONTENT.actions if each.area == area and each.kind == "permanent" and not each.special)
    for goal in AREAS[:5]:
        assert holding(f"go_perm_{goal}", rows={area: [card(name, 1)]}) == ({"goal_permanents": 1} if goal == area else {})


def test_permanents_with_a_trick_and_a_dice_card() -> None:
    """E-85, R-17, Z-19.7: a trick card counts as a permanent. A dice card that stayed does not."""
    rows = {"bank": [card("bk_shares", 1), card("ot_sollevacoin", 2, moved=True), card("bk_investment", 3)]}
    assert holding("go_perm_bank", rows=rows) == {"goal_permanents": 2}


def test_a_trick_moved_away_counts_no_longer() -> None:
    """E-86, Z-18.9: a trick card that has moved away no longer counts in the Old Town."""
    rows = {"old_town": [card("ot_tavern", 1)], "palace": [card("ot_sollevacoin", 1, moved=True)]}
    assert holding("go_perm_old_town", rows=rows) == {"goal_permanents": 1}


def test_goals_use_the_rules_of_majorities() -> None:
    """Z-19.8: goals use the same majorities: a tie gives none, and markers of Manezzi count."""
    rival = family(lady="bank", heir_1="bank")
    assert holding("go_maj_bank", lord="bank", rivals=(rival, family(), family())) == {}
    assert holding("go_maj_bank", lord="bank", under={"lord": 1}, rivals=(rival, family(), family())) == {"goal_majority": 5}


def test_a_lone_lady_and_accontentarse() -> None:
    """E-84, Z-19.8: a lone Lady at the Bank is highest but has no majority."""
    assert holding("go_accontentarse", "go_maj_bank", lady="bank") == {"goal_no_majority": 5}


def test_a_lone_lady_has_the_old_town_goal() -> None:
    """Z-19.8: the exception for the Old Town applies to goals too."""
    rivals = [family("port")] * 3
    assert holding("go_maj_old_town", lady="old_town", rest="port", rivals=rivals) == {"goal_majority": 5}


@pytest.mark.parametrize(
    ("goal", "line", "each", "facts"),
    [
        ("go_invexendarse", "goal_any_majority", 3, {"lord": "bank"}),
        ("go_sensa_poia", "goal_battles", 2, {"won": ["fo_1", "fo_2"]}),
        ("go_maj_bank", "goal_majority", 5, {"lord": "bank"}),
    ],
)
def test_every_copy_scores(goal: str, line: str, each: int, facts: dict) -> None:
    """R-30, Z-19.9: every copy of a goal scores its points. Only the squares goal scores the copies together."""
    assert holding(goal, **dict(facts)) == {line: each}
    assert holding(goal, goal, **dict(facts)) == {line: 2 * each}


def test_goals_score_at_the_end_only() -> None:
    """Z-19.1: goals in hand do not score before the end of the game."""
    state = position(family(coins=0, hand=["go_dagghe"] * 5), agenda=(EndRound(),), phase="end", round=7)
    step = advance(state)
    assert ENGINE.outcome(step.state.public) is None
    assert not told(step, GoalsOpened)
    assert step.state.public.goals == ()
    assert step.state.public.families[0].tally == Tally()


def test_a_goal_discarded_in_the_last_round() -> None:
    """E-82, Z-19.1, Z-15.5: a goal discarded in the last round does not score, a goal kept does."""
    state = discarding(family(coins=0, hand=(*FILLING[:5], "go_dagghe", "go_dagghe")))
    step = play(state, 0, Discard("go_dagghe"))
    assert lines(ENGINE.outcome(step.state.public)) == {"goal_squares": 1}
    kept = play(state, 0, Discard("bk_loan"))
    assert lines(ENGINE.outcome(kept.state.public)) == {"goal_squares": 4}


def test_the_goals_are_opened_at_the_end() -> None:
    """Z-19.1, section 7.7: at the end the goals of each hand are revealed, and no action card."""
    hands = (("go_dagghe", "bk_loan"), ("ca_alms",), (), ("go_maj_fort", "go_sensa_poia"))
    step = advance(position(*(family(hand=hand) for hand in hands), agenda=(EndRound(),), phase="end", round=8))
    goals = (("go_dagghe",), (), (), ("go_maj_fort", "go_sensa_poia"))
    (opened,) = [each for each in step.events if isinstance(each.event, GoalsOpened)]
    assert (opened.event.goals, opened.to, opened.reveals) == (goals, None, True)
    assert step.state.public.goals == goals
