"""Section G-1: setup before the first round."""

import pytest

from engines.contract import BadOptions, view
from engines.gonzaga import ENGINE
from engines.gonzaga.actions import INACTIVE, SealPlan
from engines.gonzaga.events import GameStarted, ObjectiveDealt
from engines.gonzaga.options import scenarios_for
from tests.gonzaga.positions import CONTENT, A, legal, refusal, started, world

KEYS = [bytes([number]) * 32 for number in range(40)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_colours(seats: int) -> None:
    """G-1.1: two to four players each get a different colour at random."""
    dealt = {tuple(court.colour for court in started(seats, key=key).public.courts) for key in KEYS}
    assert all(len(set(colours)) == seats for colours in dealt)
    assert {colour for colours in dealt for colour in colours} == {"red", "yellow", "green", "blue"}


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    """G-1.1: games for one or for five players are refused."""
    with pytest.raises(BadOptions, match="seats"):
        ENGINE.start(ENGINE.Options(), seats, KEYS[0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_scenario_is_drawn_for_the_number_of_players(seats: int) -> None:
    """G-1.2: every scenario for this number of players comes up, and no other."""
    drawn = {started(seats, key=key).public.scenario for key in KEYS}
    assert drawn == {scenario.id for scenario in scenarios_for(CONTENT, seats)}


def test_chosen_scenario_must_fit() -> None:
    """G-1.2: a scenario for another number of players, or an unknown scenario, is refused with a reason."""
    with pytest.raises(BadOptions) as other:
        ENGINE.start(ENGINE.Options(scenario="colombo"), 2, KEYS[0])
    with pytest.raises(BadOptions) as unknown:
        ENGINE.start(ENGINE.Options(scenario="atlantis"), 2, KEYS[0])
    with pytest.raises(BadOptions) as version:
        ENGINE.start(ENGINE.Options(version="../1"), 2, KEYS[0])
    assert [error.value.code for error in (other, unknown, version)] == [
        "scenario_for_other_seats",
        "unknown_scenario",
        "unknown_version",
    ]
    assert started(3, "colombo").public.scenario == "colombo"


def test_flourishing_regions_follow_the_scenario() -> None:
    """G-1.3: listed regions flourish, all others are inactive."""
    colombo = world("colombo")
    assert colombo.flourishing == ("hispania", "francia", "britannia", "italia")
    assert colombo.inactive == ("germania", "europa-orientalis")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_planning_cards(seats: int) -> None:
    """G-1.4, G-1.5: the hand has a card for each flourishing region, one inactive card, three actions and the privilege."""
    state = started(seats)
    plans = legal(state, 0, "plan")
    regions = {plan.region for plan in plans}
    assert regions == {*CONTENT.scenario(state.public.scenario).flourishing, INACTIVE}
    assert len(regions) == {2: 4, 3: 5, 4: 6}[seats]
    assert {(plan.action.value, plan.privilege) for plan in plans} == {
        (action, privilege) for action in ("harbours", "cities", "alliance") for privilege in (False, True)
    }


def test_cards_of_inactive_regions_are_out() -> None:
    """G-1.4: inactive regions and unknown regions cannot be planned."""
    error = refusal(started(3, "colombo"), 0, SealPlan("germania", A))
    assert (error.code, error.rule) == ("region_card_out_of_game", "G-1.4")
    assert refusal(started(3, "colombo"), 0, SealPlan("nowhere", A)).rule == "G-1.4"


def test_points_and_rings() -> None:
    """G-1.6, D-13: players start with no points and six rings."""
    assert [(court.score, court.rings) for court in started(4).public.courts] == [(0, 6)] * 4


def test_decks_are_shuffled() -> None:
    """G-1.7: each deck has the twelve cards of its colour in random order, hidden from all players."""
    state = started(2)
    for court, deck in zip(state.public.courts, state.vault.decks, strict=True):
        assert sorted((*court.used, *deck)) == sorted(CONTENT.deck(court.colour))
        assert len(deck) == 11
    orders = {started(2, key=key).vault.decks for key in KEYS}
    assert len(orders) == len(KEYS)
    assert len({tuple(card // 10 for card in deck) for decks in orders for deck in decks}) == 2 * len(KEYS)
    assert not hasattr(view(state, 0), "vault")


def test_objectives() -> None:
    """G-1.8, G-1.9: each player gets a different objective and sees no other. The remaining objectives stay in the vault."""
    step = ENGINE.start(ENGINE.Options(), 4, KEYS[1])
    dealt = [hand.objective for hand in step.state.hands]
    assert len(set(dealt)) == 4
    assert sorted((*dealt, *step.state.vault.objectives)) == [each.id for each in CONTENT.objectives]
    told = [each for each in step.events if isinstance(each.event, ObjectiveDealt)]
    assert [(each.to, each.event.objective) for each in told] == [((seat,), dealt[seat]) for seat in range(4)]
    assert len({started(2, key=key).hands[0].objective for key in KEYS}) > 8


def test_objectives_left_over() -> None:
    """G-1.9: 14, 13 or 12 objectives stay unseen."""
    assert [len(started(seats).vault.objectives) for seats in (2, 3, 4)] == [14, 13, 12]


def test_map_starts_empty_and_nothing_is_locked() -> None:
    """G-1.10: the map starts without pieces, and no planning card is locked."""
    public = started(3).public
    assert public.pieces == ()
    assert [court.locked for court in public.courts] == [None] * 3


def test_nobody_holds_the_last_turn_card() -> None:
    """G-1.11, D-12: all seats start with the same points, rings and locks, and no last round is set."""
    public = started(4).public
    assert len({(court.rings, court.score, court.sealed, court.locked) for court in public.courts}) == 1
    assert public.last_round is None


def test_the_start_is_told_and_drawn_under_labels() -> None:
    """G-1.2, G-1.7: every draw has its own label, and the same key deals the same game."""
    step = ENGINE.start(ENGINE.Options(), 2, KEYS[2])
    assert isinstance(step.events[0].event, GameStarted)
    labels = ["scenario", "colours", "deck/0", "deck/1", "objectives"]
    assert [draw.label for draw in step.draws] == labels
    assert [draw.label for draw in ENGINE.start(ENGINE.Options(scenario="enrico-viii"), 2, KEYS[2]).draws] == labels[1:]
    assert ENGINE.start(ENGINE.Options(), 2, KEYS[2]) == step
