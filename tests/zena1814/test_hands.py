"""Hand limit at the end of a round, coins without a limit, and decks that refill."""

import pytest

from engines.zena1814.actions import Discard, TakeBonus
from engines.zena1814.events import CardDrawn, CardsDiscarded
from engines.zena1814.state import AskDiscards, EndRound
from tests.zena1814.games import random_game
from tests.zena1814.positions import (
    CONTENT,
    advance,
    after,
    card,
    family,
    legal,
    now,
    own,
    play,
    position,
    run,
    told,
    with_public,
)

ACTIONS = ["bk_loan", "bk_savings", "ca_alms", "ca_chapel", "pa_decree"]
GOALS = ["go_dagghe", "go_dagghe", "go_invexendarse", "go_maj_bank"]


def _end(state):
    """Return the same position at the end of its round."""
    return advance(with_public(state, phase="end", agenda=(AskDiscards(()), EndRound()))).state


def test_five_and_four() -> None:
    """E-64, Z-15.1, Z-15.2: three of 5 action cards and 4 goals are discarded, each under its own deck."""
    state = _end(position(family(hand=ACTIONS + GOALS)))
    assert now(state) == [(0, "discard")]
    chosen = ["go_dagghe", "bk_loan", "go_maj_bank"]
    step = play(state, 0, *map(Discard, chosen))
    assert [(event.seat, event.actions, event.goals) for event in told(step, CardsDiscarded)] == [(0, 1, 2)]
    assert step.state.vault.goal[-2:] == ("go_dagghe", "go_maj_bank")
    assert step.state.vault.action[-1] == "bk_loan"
    assert (own(step.state).actions, own(step.state).goals) == (4, 2)
    assert now(step.state) == [(3, "turn")]


@pytest.mark.parametrize("kind", ["action", "goal"])
def test_all_of_one_kind(kind: str) -> None:
    """E-64: all three discards may be of the same kind."""
    state = _end(position(family(hand=ACTIONS + GOALS)))
    cards = [name for name in ACTIONS + GOALS if CONTENT.deck_of(name) == kind][:3]
    assert {Discard(name) for name in cards} <= set(legal(state, 0, "discard"))
    step = play(state, 0, *map(Discard, cards))
    assert getattr(step.state.vault, kind)[-3:] == tuple(cards)


@pytest.mark.parametrize("count", range(7))
def test_six_are_kept(count: int) -> None:
    """Z-15.1: a seat with at most six cards has no decision."""
    state = _end(position(family(hand=(ACTIONS + GOALS)[:count])))
    assert now(state) == [(3, "turn")]
    assert own(state).cards == count


def test_no_limit_during_the_round() -> None:
    """E-65, Z-15.3, R-33: a hand may have nine cards until the end of the round, and the player may draw more."""
    state = position(family(hand=ACTIONS + GOALS))
    step = play(state, 0, TakeBonus("action"))
    assert own(step.state).cards == 10
    assert now(step.state) == [(1, "turn")]


def test_no_hand_above_six_at_the_start_of_a_round() -> None:
    """Z-15.1: every round begins with at most six cards in hand. During the round a hand may have more."""
    most = 0
    for move in random_game(3, 14):
        public = move.step.state.public
        most = max(most, *(each.cards for each in public.families))
        if public.phase in {"event", "actions"} and move.before.public.round != public.round and public.round > 1:
            assert all(each.cards <= 6 for each in public.families)
    assert most > 6


def test_discard_under_an_empty_deck() -> None:
    """E-69, Z-15.2: if the deck is empty, the discarded card is its only card, and the next draw takes it."""
    state = position(family(hand=[*ACTIONS, "go_dagghe", "go_dagghe"]), action=[], event="ev_liberation")
    state = after(_end(state), 0, Discard("ca_alms"))
    assert (state.public.decks.action, state.vault.action) == (1, ("ca_alms",))
    step = play(state, 3, TakeBonus("action"))
    assert step.state.hands[3].cards == ("ca_alms",)
    assert told(step, CardDrawn) == [CardDrawn(3, "action")]
    assert step.state.public.decks.action == 0


def test_more_money_than_printed() -> None:
    """E-70, R-6: more than 138 soldi may be in play. All income is paid in full."""
    players = [family("palace", coins=137), family("palace", coins=50), family("palace")]
    state = position(*players, rows={"bank": [card("bk_shares", 1)]})
    state = run(state, (0, TakeBonus("coin"))).state
    assert [own(state, seat).coins for seat in (0, 1)] == [138, 50]
    rich = after(state, 1, TakeBonus("coin"))
    assert own(rich, 1).coins == 51
