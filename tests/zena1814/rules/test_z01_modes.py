"""Section Z-1: modes, areas, play order, and how cards are drawn and leave play."""

from collections import Counter

import msgspec
import pytest

from engines.contract import decode
from engines.zena1814 import ENGINE
from engines.zena1814.actions import DrawFrom, MoveFigure, OfferCard, TakeBonus
from engines.zena1814.events import (
    CardDrawn,
    CardsDiscarded,
    CardSeen,
    EventTurnedUp,
    GameEnded,
    NothingToDraw,
    ResolutionBegan,
    RoundBegan,
    TurnBegan,
)
from tests.zena1814.games import random_game, story
from tests.zena1814.positions import (
    CONTENT,
    advance,
    after,
    at_area,
    card,
    family,
    legal,
    legal_of,
    names,
    not_asked,
    now,
    own,
    pending,
    play,
    position,
    run,
    started,
    told,
)

MODES = ("beginner", "expert")


def test_two_modes() -> None:
    """Z-1.1: the mode is beginner or expert, chosen with the table. No third mode exists."""
    assert decode(ENGINE.Options, b"{}").mode == "expert"
    assert [started(2, mode=mode).public.mode for mode in MODES] == list(MODES)
    with pytest.raises(msgspec.ValidationError):
        decode(ENGINE.Options, b'{"mode":"medium"}')


@pytest.mark.parametrize("mode", MODES)
def test_mode_is_fixed(mode: str) -> None:
    """Z-1.1: the mode stays the same during a game."""
    assert {move.step.state.public.mode for move in random_game(3, 1, mode)} == {mode}


@pytest.mark.parametrize(("mode", "rule"), [("beginner", "Z-1.2"), ("expert", "Z-1.3")])
def test_areas(mode: str, rule: str) -> None:
    """Z-1.2, Z-1.3: beginners have four areas, experts six. Figures can only be in these areas."""
    expected = {"Z-1.2": ("cathedral", "palace", "bank", "port"), "Z-1.3": CONTENT.board.expert}[rule]
    state = position(mode=mode)
    assert state.public.areas == expected
    assert {move.to for move in legal_of(state, MoveFigure)} | {state.public.areas[0]} == set(expected)
    for move in random_game(4, 1, mode):
        figures = [each.area for seat in move.step.state.public.families for each in seat.figures]
        assert {area for area in figures if area} <= set(expected)


@pytest.mark.parametrize("start", [0, 2, 3])
def test_play_order(start: int) -> None:
    """Z-1.4: the start player goes first, then the others clockwise, by rising seat numbers."""
    state = position(start=start)
    order = []
    for _ in range(4):
        ((seat, kind),) = now(state)
        assert kind == "turn"
        order.append(seat)
        state = after(state, seat, TakeBonus("coin"))
    assert order == [(start + place) % 4 for place in range(4)]


@pytest.mark.parametrize("mode", MODES)
def test_eight_rounds(mode: str) -> None:
    """Z-1.5, E-89: the game has eight rounds with an event each, then ends."""
    events = [*story(2, 1, mode)]
    begun = [each.number for each in events if isinstance(each, RoundBegan)]
    assert begun in (list(range(1, 9)), list(range(2, 9)))  # a beginner's first round begins with the setup
    assert isinstance(events[-1], GameEnded)
    assert random_game(2, 1, mode)[-1].step.state.public.agenda == ()


@pytest.mark.parametrize("mode", MODES)
def test_four_phases(mode: str) -> None:
    """Z-1.6: each round has the event, one turn per seat and the resolution, in this order. The last round ends the game."""
    marks = {RoundBegan: "round", EventTurnedUp: "event", TurnBegan: "turn", ResolutionBegan: "resolution", GameEnded: "end"}
    found = [marks[type(each)] for each in story(3, 1, mode) if type(each) in marks]
    rounds = "".join(f"{mark} " for mark in found[found.index("round", 1) :]).split("round ")[1:]
    assert len(rounds) == 7
    assert set(rounds[:-1]) == {"event turn turn turn resolution "}
    assert rounds[-1] == "event turn turn turn resolution end "


def test_phase_is_shown() -> None:
    """Z-1.6: turns are in the second phase, decisions about cards and majorities in the third, discards in the fourth."""
    phases: dict[str, set[str]] = {}
    for move in random_game(3, 1):
        for _, kind in now(move.before):
            phases.setdefault(kind, set()).add(move.before.public.phase)
    expected = {"place": {"setup"}, "starter": {"setup"}, "turn": {"actions"}, "discard": {"end"}}
    assert {kind: phases[kind] for kind in expected} == expected
    assert {phase for kind in ("dice", "palace", "trick", "manezzi") for phase in phases.get(kind, ())} == {"resolution"}


def test_deck_is_chosen() -> None:
    """Z-1.7: the player who draws chooses the deck, while both decks have cards."""
    state = at_area(
        position(family(), rows={"old_town": [card("ot_gossip", 1)]}, on_top=["pa_decree", "go_dagghe"]), "old_town"
    )
    state = advance(state).state
    assert now(state) == [(1, "draw")]
    assert legal(state, 1, "draw") == [DrawFrom("action"), DrawFrom("goal")]
    state = run(state, (1, DrawFrom("goal")), (1, DrawFrom("action"))).state
    assert state.hands[1].cards == ("go_dagghe", "pa_decree")


def test_only_the_drawing_player_chooses() -> None:
    """Z-1.7: no seat chooses the deck for another."""
    state = advance(at_area(position(rows={"old_town": [card("ot_gossip", 1)]}), "old_town")).state
    not_asked(state, 0, DrawFrom("goal"))


def test_each_card_is_a_choice() -> None:
    """Z-1.7: a draw of two cards has two decisions. The player makes the second after drawing the first card."""
    state = advance(at_area(position(rows={"old_town": [card("ot_gossip", 1)]}), "old_town")).state
    step = play(state, 1, DrawFrom("goal"))
    assert now(step.state) == [(1, "draw")]
    assert [(event.seat, event.deck) for event in told(step, CardDrawn)] == [(1, "goal")]


def test_drawn_card_is_seen_by_its_owner() -> None:
    """Z-1.7, ledger 7.7: everybody sees which deck was used, but only the player who drew sees the card.

    The state keeps the deck of the last draw.
    """
    step = play(position(on_top=["pa_decree", "go_dagghe"]), 0, TakeBonus("goal"))
    seen = [(each.to, each.event.card) for each in step.events if isinstance(each.event, CardSeen)]
    assert seen == [((0,), "go_dagghe")]
    assert [each.to for each in step.events if isinstance(each.event, CardDrawn)] == [None]
    assert own(step.state).last_deck == "goal"
    assert own(step.state, 1).last_deck is None


def test_draws_have_keys() -> None:
    """Z-1.7, Z-12.4: every card drawn has its own decision under a new key.

    Within the same draw a decision continues the previous one.
    """
    state = advance(at_area(position(rows={"old_town": [card("ot_gossip", 1, 2)]}), "old_town")).state
    found = []
    while now(state)[0][1] == "draw":
        ((seat, _),) = now(state)
        one = pending(state, seat, "draw")
        found.append((seat, one.key, one.continues, one.reply))
        state = after(state, seat, DrawFrom("action"))
    assert found[:4] == [
        (1, "draw/1", "", True),
        (1, "draw/2", "draw/1", True),
        (2, "draw/3", "", True),
        (2, "draw/4", "draw/3", True),
    ]
    assert state.public.drawn >= 4


def test_beginners_draw_actions() -> None:
    """Z-1.8: beginners have no goals, so a draw needs no decision."""
    state = position(family(coins=0), mode="beginner", on_top=["pa_decree"])
    assert legal_of(state, TakeBonus) == [TakeBonus("coin"), TakeBonus("action")]
    assert not legal_of(state, DrawFrom)
    resolving = at_area(position(mode="beginner", rows={"cathedral": [card("ca_sermon", 2)]}), "cathedral")
    step = advance(resolving)
    assert [(event.seat, event.deck) for event in told(step, CardDrawn)][:2] == [(2, "action")] * 2


def test_hands_mix() -> None:
    """Z-1.9, R-31: a hand may have action cards and goals, and everybody sees how many of each."""
    state = position(family(hand=["bk_loan", "go_dagghe", "ca_alms"]), family(hand=["go_invexendarse", "go_sensa_poia"]))
    assert [(seat.actions, seat.goals, seat.cards) for seat in state.public.families[:2]] == [(2, 1, 3), (0, 2, 2)]
    drawn = after(state, 0, TakeBonus("goal"))
    assert (own(drawn).actions, own(drawn).goals) == (2, 2)


def test_goal_deck_is_empty() -> None:
    """Z-1.10, E-66: if the goal deck is empty there is no choice, and the card comes from the action deck."""
    state = position(family(), rows={"old_town": [card("ot_workshop", 0)]}, goal=[], on_top=["pa_decree"])
    assert TakeBonus("goal") not in legal(state)
    step = advance(at_area(state, "old_town"))
    assert [(event.seat, event.deck) for event in told(step, CardDrawn)][:1] == [(0, "action")]
    assert step.state.hands[0].cards[0] == "pa_decree"


def test_action_deck_is_empty() -> None:
    """Z-1.10: if the action deck is empty, the card comes from the goal deck."""
    state = position(family(), rows={"old_town": [card("ot_workshop", 0)]}, action=[], on_top=["go_dagghe"])
    assert TakeBonus("action") not in legal(state)
    step = advance(at_area(state, "old_town"))
    assert step.state.hands[0].cards[0] == "go_dagghe"


def test_both_decks_are_empty() -> None:
    """Z-1.10, E-67: if both decks are empty no card is drawn. Coins and points of the reward are still paid."""
    rows = {"old_town": [card("ot_assembly", 0)], "cathedral": [card("ca_alms", 0)]}
    state = position(family("palace", coins=0), rows=rows, action=[], goal=[])
    assert [action for action in legal(state) if isinstance(action, TakeBonus)] == [TakeBonus("coin")]
    step = advance(at_area(state, "old_town"))
    nothing = [(event.seat, event.count) for event in told(step, NothingToDraw)]
    assert nothing[0] == (0, 2)
    assert (0, 1) in nothing
    assert (own(step.state).tally.cards, own(step.state).coins) == (1, 2)
    assert step.state.hands[0].cards == ()


def test_last_card() -> None:
    """Z-1.10, Z-12.3, E-68: the top marker draws the last card, the lower marker none."""
    state = position(rows={"old_town": [card("ot_workshop", 2, 1)]}, action=["pa_decree"], goal=[])
    step = advance(at_area(state, "old_town"))
    assert step.state.hands[2].cards == ("pa_decree",)
    assert [(event.seat, event.count) for event in told(step, NothingToDraw)][:1] == [(1, 1)]


def test_deck_runs_out_on_the_way() -> None:
    """Z-1.10: if the deck has only the first of two cards, the second comes from the other deck without a choice."""
    state = position(rows={"old_town": [card("ot_gossip", 2)]}, action=["pa_decree"], on_top=["go_dagghe"])
    state = after(advance(at_area(state, "old_town")).state, 2, DrawFrom("action"))
    assert state.hands[2].cards == ("pa_decree", "go_dagghe")


def test_cards_out_of_play() -> None:
    """Z-1.11, R-7: cards that left play stay in the box. Decks are never refilled from the box."""
    for seats, mode in ((4, "beginner"), (3, "expert")):
        before: Counter[str] = Counter()
        for move in random_game(seats, 2, mode):
            box = Counter(move.step.state.public.box)
            assert before <= box
            before = box
        assert before


def test_discards_go_under_their_deck() -> None:
    """Z-1.11, Z-15.2: cards discarded from a hand stay in play, under their deck."""
    move = next(move for move in random_game(3, 2) if any(isinstance(each.event, CardsDiscarded) for each in move.step.events))
    assert Counter(move.step.state.public.box) == Counter(move.before.public.box)


def test_used_one_shot_is_out() -> None:
    """Z-1.11: a used one-shot card is in the box."""
    state = position(rows={"bank": [card("bk_loan", 1)]})
    step = advance(at_area(state, "bank"))
    assert step.state.public.box == ("bk_loan",)
    assert names(step.state, "bank") == []


def test_goals_stay_in_the_hand() -> None:
    """Z-1.9, Z-7.6: a goal cannot be offered."""
    state = position(family(hand=["go_dagghe", "ot_tavern"]))
    assert [action.card for action in legal_of(state, OfferCard)] == ["ot_tavern"]
