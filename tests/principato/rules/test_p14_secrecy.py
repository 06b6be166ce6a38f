"""Section P-14: hidden and public information [7.4]."""

from itertools import pairwise

import pytest

from engines.contract import encode, view
from engines.principato import ENGINE
from engines.principato.events import GoalsDealt, GoalsOpened, GoalsSeen
from engines.principato.state import SCORING, AskTurn, Hand, State
from tests.principato.positions import CONTENT, KEY, bare, position, replace, started
from tests.principato.scorings import before_extra, before_year_end, random_game, through

VIEWERS = (0, 1, 2, None)


def _views(state: State, *besides: int) -> list[bytes]:
    return [encode(view(state, viewer)) for viewer in VIEWERS if viewer not in besides]


def test_goals_are_their_owners() -> None:
    """P-14.1, E-49, section 7.4: goals are visible only to their owner. Other goals in the hand change no other view."""
    state = started(3)
    other = next(goal for goal in CONTENT.stack(1) if goal != state.hands[1].goals[0])
    changed = replace(state, hands=(state.hands[0], Hand((other, state.hands[1].goals[1])), state.hands[2]))
    assert _views(changed, 1) == _views(state, 1)
    assert encode(view(changed, 1)) != encode(view(state, 1))
    assert view(state, None).hand is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_goals_are_told_to_their_owner_only(seats: int) -> None:
    """P-14.1, section 7.4: everybody learns that goals were dealt, and each player learns only their own goals."""
    step = ENGINE.start(ENGINE.Options(), seats, KEY)
    assert [each.to for each in step.events if isinstance(each.event, GoalsDealt)] == [None]
    for seat in range(seats):
        heard = [each.event for each in step.events if isinstance(each.event, GoalsSeen) and each.visible_to(seat)]
        assert heard == [GoalsSeen(step.state.hands[seat].goals)]
    assert not [each for each in step.events if isinstance(each.event, GoalsSeen) and each.visible_to(None)]


def test_no_event_names_a_goal_before_the_end() -> None:
    """P-14.1, E-49: in whole games no event names a goal before the goals are revealed."""
    names = [goal.id.encode() for goal in CONTENT.goals]
    for _, _, _, step in random_game(3, 1):
        for told in step.events:
            if not isinstance(told.event, GoalsOpened):
                assert not [name for name in names if b'"' + name + b'"' in encode(told.event)]
        if step.state.public.agenda:
            assert step.state.public.goals == ()


def test_goals_in_the_box_stay_unknown() -> None:
    """P-14.2, section 7.4: goals in the box are in no view at the end of the game."""
    *_, (_, _, _, step) = random_game(2, 5)
    shown = b"".join(encode(view(step.state, viewer)) for viewer in (0, 1, None))
    dealt = {goal for hand in step.state.hands for goal in hand.goals}
    boxed = {goal.id for goal in CONTENT.goals} - dealt
    assert len(boxed) == 4
    assert all(f'"{goal}"'.encode() not in shown for goal in boxed)


def test_the_order_of_piles_is_in_nobodys_view() -> None:
    """P-14.3, section 7.4: another order of the pile and the decks changes no view."""
    state = started(3)
    turned = replace(state.vault, pile=state.vault.pile[::-1], decks=tuple(deck[::-1] for deck in state.vault.decks))
    assert _views(replace(state, vault=turned)) == _views(state)


def test_pile_sizes_and_the_scoring_card_are_public() -> None:
    """P-14.3: everybody sees the size of the pile, and whether the pile contains this year's scoring card."""
    state = before_extra(bare(), bare(), rest=("harvest", "tithe_food"))
    assert (state.public.pile, state.public.scoring_due) == (3, True)
    after = through(state).state.public
    assert (after.pile, after.scoring_due) == (1, False)


@pytest.mark.parametrize(
    ("year", "pile", "left"),
    [
        (1, (), 1),
        (1, ("harvest",), 2),
        (1, ("harvest", "tithe_food", "collect_rent"), 4),
        (2, (), 1),
        (2, (SCORING,), 1),
        (2, ("harvest", SCORING), 2),
        (2, (SCORING, "harvest", "tithe_food"), 3),
        (2, ("harvest", "tithe_food"), 3),
        (3, ("harvest", SCORING, "tithe_food"), 3),
    ],
)
def test_turns_left(year: int, pile: tuple[str, ...], left: int) -> None:
    """P-14.4: the number of turns left is the number of action cards in the pile plus one for the current turn."""
    state = position(year=year, pile=pile)
    assert state.public.turns_left == left
    played = 0
    while state.public.year == year and state.public.agenda:
        state, played = through(state).state, played + 1
    assert played == left


def test_turns_left_count_down() -> None:
    """P-14.4: in a whole game the number of turns left falls by one each turn, wherever the scoring card is."""
    for seats in (2, 3, 4):
        states = [state for state, *_ in random_game(seats, 2) if isinstance(state.public.task, AskTurn)]
        counts = {state.public.turn: (state.public.year, state.public.turns_left) for state in states}
        assert list(counts) == list(range(1, 21 * seats + 1))
        for (year, before), (later, now) in pairwise(counts.values()):
            assert (later, now) == (year, before - 1) or (later, before) == (year + 1, 1)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_is_imagined_cannot_be_told_from_the_truth(viewer: int | None) -> None:
    """P-14.1, P-14.2, P-14.3: an imagined state gives its viewer the same view.

    Other players' goals, goals in the box and the order of all piles vary.
    """
    state = through(before_year_end(bare(), bare(), bare())).state
    worlds = [ENGINE.imagine(view(state, viewer), bytes([number])) for number in range(12)]
    for world in worlds:
        ENGINE.check(world)
        assert encode(view(world, viewer)) == encode(view(state, viewer))
        for pile, true in zip((world.vault.pile, *world.vault.decks), (state.vault.pile, *state.vault.decks), strict=True):
            assert sorted(pile) == sorted(true)
    for other in {0, 1, 2} - {viewer}:
        assert len({world.hands[other].goals for world in worlds}) > 2
    assert len({world.vault.pile for world in worlds}) == len(worlds)
    assert len({world.vault.decks for world in worlds}) == len(worlds)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_opened_goals_are_imagined_as_they_are(viewer: int | None) -> None:
    """P-14.1: after the end imagined states contain the true goals of all players."""
    *_, (_, _, _, step) = random_game(2, 5)
    for number in range(4):
        world = ENGINE.imagine(view(step.state, viewer), bytes([number]))
        ENGINE.check(world)
        assert world.hands == step.state.hands


def test_the_scoring_card_may_lie_anywhere_in_an_imagined_pile() -> None:
    """P-14.3: in imagined states the scoring card may be anywhere in the pile until it has been turned up."""
    state = position(year=2, pile=(SCORING, "harvest", "tithe_food", "collect_rent"))
    worlds = [ENGINE.imagine(view(state, 0), bytes([number])) for number in range(40)]
    assert {world.vault.pile.index(SCORING) for world in worlds} == {0, 1, 2, 3}


def test_what_is_hidden_is_not_printed() -> None:
    """Section 7.4: the printed form of a hand or the vault names no card and no goal."""
    state = started(4)
    shown = repr(state) + repr(state.hands) + repr(state.vault)
    hidden = {*state.vault.pile, *(goal.id for goal in CONTENT.goals), SCORING}
    assert not [name for name in hidden if name in shown]
