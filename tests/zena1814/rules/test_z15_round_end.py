"""Section Z-15: end of a round."""

import pytest

from engines.contract import When, encode, view
from engines.zena1814.actions import Discard
from engines.zena1814.events import CardsDiscarded, DiscardSealed, DiscardsSeen, EventTurnedUp, GameEnded, TurnBegan
from tests.zena1814.positions import (
    END,
    advance,
    after,
    asked,
    family,
    legal,
    not_asked,
    now,
    own,
    pending,
    play,
    position,
    refusal,
    run,
    told,
)
from tests.zena1814.resolving import asks, cards, discarding

NINE = ("bk_loan", "bk_loan", "ca_alms", "po_cargo", "pa_decree", "go_dagghe", "go_dagghe", "go_sensa_poia", "go_maj_bank")
SEVEN = ("pa_senate", "pa_senate", "pa_senate", "bk_savings", "bk_savings", "ca_chapel", "go_maj_port")


def _puts(seat: int, *names: str) -> list[tuple[int, Discard]]:
    return [(seat, Discard(name)) for name in names]


def test_who_holds_more_than_six_discards_down_to_six() -> None:
    """Z-15.1: action cards and goals count together for the hand limit."""
    state = discarding(family(hand=NINE), family(hand=SEVEN[:6]), family(hand=SEVEN[6:]))
    assert now(state) == [(0, "discard")]
    step = run(state, *_puts(0, "bk_loan", "go_dagghe", "po_cargo"))
    assert cards(step.state) == [6, 6, 1, 0]
    assert told(step, CardsDiscarded) == [CardsDiscarded(0, actions=2, goals=1)]


def test_six_cards_are_kept() -> None:
    """Z-15.1: a seat with six cards has no decision."""
    state = discarding(family(hand=NINE[:6]), family(hand=SEVEN[:6]))
    assert not asks(state, "discard")


def test_any_card_may_be_put_away() -> None:
    """Z-15.2, Z-1.7: action cards and goals can be discarded, and each answer is listed once."""
    state = discarding(family(hand=NINE))
    assert len(legal(state, 0, "discard")) == len(set(NINE))
    assert set(legal(state, 0, "discard")) == {Discard(name) for name in NINE}
    assert refusal(state, 0, Discard("pa_festa")).rule == "Z-15.2"


def test_what_was_put_away_cannot_be_put_away_again() -> None:
    """Z-15.2: a discarded card cannot be discarded again, but a second copy of it can."""
    state = discarding(family(hand=NINE))
    state = after(state, 0, Discard("ca_alms"))
    assert Discard("ca_alms") not in legal(state, 0, "discard")
    assert refusal(state, 0, Discard("ca_alms")).rule == "Z-15.2"
    state = after(state, 0, Discard("go_dagghe"))
    assert Discard("go_dagghe") in legal(state, 0, "discard")


def test_one_question_for_each_card() -> None:
    """Z-15.1, W-13: each card to discard has its own decision, which continues the previous one."""
    state = discarding(family(hand=NINE))
    keys = []
    for name in ("bk_loan", "bk_loan", "ca_alms"):
        one = pending(state, 0, "discard")
        assert one.sealed
        assert one.reply
        keys.append((one.key, one.continues))
        state = after(state, 0, Discard(name))
    assert keys == [("discard/8/1", ""), ("discard/8/2", "discard/8/1"), ("discard/8/3", "discard/8/2")]


def test_discards_go_under_their_own_decks() -> None:
    """Z-15.2: discards go face down under their own deck."""
    state = discarding(family(hand=NINE))
    before = state.vault
    done = run(state, *_puts(0, "ca_alms", "go_sensa_poia", "bk_loan")).state
    assert done.vault.action == (*before.action, "ca_alms", "bk_loan")
    assert done.vault.goal == (*before.goal, "go_sensa_poia")
    assert (done.public.decks.action, done.public.decks.goal) == (len(before.action) + 2, len(before.goal) + 1)


def test_all_discard_at_the_same_time() -> None:
    """Z-15.1, W-13: discards are secret and simultaneous. They take effect after all seats have chosen."""
    state = discarding(family(hand=NINE), family(hand=SEVEN))
    assert asked(state, When.NOW) == [(0, "discard"), (1, "discard")]
    step = run(state, *_puts(1, "ca_chapel"))
    assert told(step, DiscardSealed) == [DiscardSealed(1)]
    assert not told(step, CardsDiscarded, DiscardsSeen)
    assert cards(step.state) == [9, 7, 0, 0]
    assert asked(step.state, When.NOW) == [(0, "discard")]
    not_asked(step.state, 1, Discard("pa_senate"))


@pytest.mark.parametrize("first", [0, 1])
def test_discards_lie_in_play_order(first: int) -> None:
    """R-25, Z-15.2: the start player's discards come first, and each seat's discards in the chosen order.

    The order of the answers does not matter.
    """
    moves = {0: _puts(0, "bk_loan", "ca_alms", "po_cargo"), 1: _puts(1, "pa_senate")}
    state = discarding(family(hand=NINE), family(hand=SEVEN), start=1)
    step = run(state, *moves[first], *moves[1 - first])
    assert step.state.vault.action[-4:] == ("pa_senate", "bk_loan", "ca_alms", "po_cargo")
    assert [each.seat for each in told(step, CardsDiscarded)] == [1, 0]


def test_the_same_discards_in_another_order() -> None:
    """R-25: a seat's discards keep the order it chose."""
    done = run(discarding(family(hand=NINE)), *_puts(0, "po_cargo", "bk_loan", "ca_alms")).state
    assert done.vault.action[-3:] == ("po_cargo", "bk_loan", "ca_alms")


def test_what_was_put_away_is_seen_by_its_owner_alone() -> None:
    """Z-15.2, section 7.7: other players see only how many action cards and goals were discarded."""
    step = run(discarding(family(hand=NINE), family()), *_puts(0, "ca_alms", "go_sensa_poia", "bk_loan"))
    (seen,) = [each for each in step.events if isinstance(each.event, DiscardsSeen)]
    assert (seen.to, seen.event.cards) == ((0,), ("ca_alms", "go_sensa_poia", "bk_loan"))


def test_a_sealed_discard_tells_others_nothing() -> None:
    """Section 7.7, Z-15.2: every sealed choice looks the same to others, whether it is a goal or an action card."""
    state = discarding(family(hand=NINE), family(hand=SEVEN))
    answers = legal(state, 0, "discard")
    for viewer in (1, 2, None):
        assert len({encode(view(after(state, 0, each), viewer)) for each in answers}) == 1
    assert len({encode(view(after(state, 0, each), 0)) for each in answers}) == len(answers)
    for each in answers:
        assert all(one.visible_to(1) <= (one.event == DiscardSealed(0)) for one in play(state, 0, each).events)


def test_no_event_is_turned_up_before_all_discards_are_in() -> None:
    """Z-15.1, section 7.6: the next event would influence the discards, so it is turned up only after them."""
    state = discarding(family(hand=NINE), family(hand=SEVEN), round=3)
    step = run(state, *_puts(0, "ca_alms", "bk_loan", "bk_loan"))
    assert not told(step, EventTurnedUp)
    assert told(run(step.state, *_puts(1, "pa_senate")), EventTurnedUp)


def test_no_limit_at_any_other_time() -> None:
    """Z-15.3, R-33: a hand of nine is allowed during turns and resolution."""
    state = position(family(hand=NINE), seats=2)
    assert now(after(state, 0, END)) == [(1, "turn")]
    state = run(state, (0, END), (1, END)).state
    assert now(state) == [(0, "discard")]
    assert state.public.phase == "end"


@pytest.mark.parametrize(("seats", "start", "following"), [(4, 0, 3), (4, 2, 1), (2, 0, 1), (5, 3, 2), (3, 0, 2)])
def test_the_start_player_card_passes_to_the_right(seats: int, start: int, following: int) -> None:
    """Z-15.4: the start-player card passes to the right, and play remains clockwise."""
    step = advance(discarding(seats=seats, start=start, round=3))
    assert step.state.public.start == following
    assert step.state.public.order()[:2] == (following, (following + 1) % seats)
    assert now(step.state) == [(following, "turn")]


def test_the_next_round_begins_with_the_new_start_player() -> None:
    """Z-15.4, Z-1.4: in the next round seat 3 plays before seats 0, 1 and 2."""
    state = position(start=0, seat=3)
    begun = []
    for seat in (3, 3, 0, 1, 2):
        step = play(state, seat, END)
        begun += [each.seat for each in told(step, TurnBegan)]
        state = step.state
    assert begun[:4] == [3, 0, 1, 2]


def test_the_last_round_ends_with_discards_too() -> None:
    """Z-15.5: the last round has discards, which come before the final scoring."""
    state = discarding(family(hand=NINE), round=8)
    assert now(state) == [(0, "discard")]
    step = run(state, *_puts(0, "ca_alms", "bk_loan", "bk_loan"))
    assert told(step, CardsDiscarded, GameEnded) == [CardsDiscarded(0, actions=3, goals=0), GameEnded()]
    assert own(step.state).cards == 6
