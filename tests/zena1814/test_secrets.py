"""Secrecy of hands, decks and choices [7.7]."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.contract import encode, view
from engines.playout import nth_key
from engines.zena1814 import ENGINE
from engines.zena1814.actions import DrawFrom, EndTurn, TakeBonus
from engines.zena1814.events import CardDrawn, CardSeen, FigureSealed, HandSeen, PlacementsOpened
from engines.zena1814.state import EndRound, Hand
from tests.engines.walks import Setup, few, walk
from tests.zena1814.positions import (
    CONTENT,
    KEY,
    advance,
    after,
    card,
    family,
    own,
    play,
    position,
    run,
    seals,
    started,
)
from tests.zena1814.resolving import resolved

CARDS = {each.id for each in (*CONTENT.actions, *CONTENT.goals, *CONTENT.forts, *CONTENT.events)}
HANDS = (("go_dagghe", "bk_loan"), ("pa_decree", "go_maj_bank"), ("po_cargo",), ())


def test_a_hand_is_its_owners() -> None:
    """Section 7.7: only its owner sees the cards of a hand. Other players see how many action cards and goals it has [R-31]."""
    state = position(*(family(hand=hand) for hand in HANDS))
    for seat, hand in enumerate(HANDS):
        assert view(state, seat).hand == Hand(hand)
    assert view(state, None).hand is None
    assert [(each.actions, each.goals) for each in state.public.families] == [(1, 1), (1, 1), (1, 0), (0, 0)]
    assert not _named(state.public, "go_dagghe", "go_maj_bank", "po_cargo", "pa_decree")


def _named(what, *names: str) -> set[str]:
    raw = encode(what).decode()
    return {name for name in names if f'"{name}"' in raw}


def test_a_drawn_card_is_seen_by_who_drew_it() -> None:
    """Section 7.7, Z-1.7: only the player who drew sees the card. All other players see only the deck."""
    step = play(position(on_top=["go_sensa_poia"]), 0, TakeBonus("goal"))
    drawn = [each for each in step.events if isinstance(each.event, CardDrawn | CardSeen)]
    assert [(each.event, each.to) for each in drawn] == [(CardDrawn(0, "goal"), None), (CardSeen("go_sensa_poia"), (0,))]


def test_a_card_drawn_as_a_reward_is_seen_by_its_owner() -> None:
    """Section 7.7, Z-12.4: a card drawn as a reward, outside of a turn, is seen only by its owner."""
    rows = {"cathedral": [card("ca_sermon", 2)]}
    step = resolved(areas=("cathedral",), rows=rows, moves=[(2, DrawFrom("goal")), (2, DrawFrom("action"))])
    assert {each.to for each in step.events if isinstance(each.event, CardSeen)} == {(2,)}


def test_dealt_cards_are_told_to_each_seat_alone() -> None:
    """Section 7.7, Z-2.6, Z-4.1: each seat alone sees the cards dealt to it."""
    step = ENGINE.start(ENGINE.Options(), 4, KEY)
    seen = [each for each in step.events if isinstance(each.event, HandSeen)]
    assert {each.to: each.event.cards for each in seen} == {(seat,): hand.cards for seat, hand in enumerate(step.state.hands)}


def test_a_placement_is_secret_until_all_are_in() -> None:
    """Section 7.7, Z-4.2, Z-4.3: until the placement is revealed, others see only that a figure was placed."""
    state = started(2)
    for action in seals(state, 0):
        step = play(state, 0, action)
        assert [each.event for each in step.events] == [FigureSealed(0)]
        for viewer in (1, None):
            assert not _named(view(step.state, viewer).public, *state.hands[0].cards)
        state = step.state
    step = run(state, *((1, each) for each in seals(state, 1)))
    (opened,) = [each for each in step.events if isinstance(each.event, PlacementsOpened)]
    assert opened.to is None


def test_failed_fort_cards_are_known_at_the_bottom() -> None:
    """Section 7.7, Z-16.15: everybody knows the cards at the bottom of the deck, and their order."""
    step = resolved(areas=("fort",), rows={"fort": [card("fo_3"), card("fo_7")]})
    assert step.state.public.under == ("fo_3", "fo_7")
    for key in range(5):
        world = ENGINE.imagine(view(step.state, None), nth_key(3, key))
        ENGINE.check(world)
        assert world.vault.fort[-2:] == ("fo_3", "fo_7")


def test_coins_points_markers_and_figures_are_open() -> None:
    """Section 7.7, R-6: coins, points, markers, figures and rows are public."""
    state = position(family("bank", coins=7, under={"lord": 1}), rows={"bank": [card("bk_shares", 0)]})
    seen = view(state, None).public
    assert (own(state).coins, own(state).supply) == (7, 8)
    assert seen.families == state.public.families
    assert seen.rows == state.public.rows


def test_action_cards_stay_hidden_at_the_end() -> None:
    """Section 7.7: at the end goals are revealed, but action cards stay hidden."""
    state = advance(position(*(family(hand=hand) for hand in HANDS), agenda=(EndRound(),), phase="end", round=8)).state
    assert _named(state.public, "go_dagghe", "go_maj_bank") == {"go_dagghe", "go_maj_bank"}
    assert not _named(state.public, "bk_loan", "pa_decree", "po_cargo")
    worlds = [ENGINE.imagine(view(state, 2), nth_key(4, key)) for key in range(6)]
    assert len({world.hands[0].cards for world in worlds}) > 1
    assert all("go_dagghe" in world.hands[0].cards for world in worlds)


def test_the_event_in_the_box_is_known_to_nobody() -> None:
    """Section 7.7, Z-2.2, E-89: the boxed event stays unknown, even after the game.

    It may be any event that was not turned up.
    """
    state = position(round=3)
    hidden = {*state.vault.event, state.vault.boxed_event}
    assert not _named(state.public, *hidden)
    worlds = {ENGINE.imagine(view(state, 0), nth_key(5, key)).vault.boxed_event for key in range(60)}
    assert worlds == hidden


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_is_hidden_could_be_otherwise(viewer: int | None) -> None:
    """Section 7.7: hands, decks, Fort cards, events and the key differ between imagined states with the same view."""
    state = position(*(family(hand=hand) for hand in HANDS), seats=4, event="ev_liberation")
    worlds = [ENGINE.imagine(view(state, viewer), nth_key(6, key)) for key in range(8)]
    for world in worlds:
        ENGINE.check(world)
        assert view(world, viewer) == view(state, viewer)
    for part in ("key", "action", "goal", "fort", "event"):
        assert len({getattr(world.vault, part) for world in worlds}) > 1, part
    for seat in range(3):
        assert (len({world.hands[seat] for world in worlds}) > 1) == (seat != viewer), seat


def test_the_order_of_the_decks_does_not_show() -> None:
    """Section 7.7: the same turn with other decks gives all other players the same view."""
    states = [position(on_top=[name]) for name in ("go_sensa_poia", "go_dagghe")]
    for viewer in (1, None):
        assert len({encode(view(after(state, 0, TakeBonus("goal")), viewer)) for state in states}) == 1
    assert len({encode(view(after(state, 0, EndTurn()), 0)) for state in states}) == 1


@given(data=st.data())
@few
def test_nobody_is_told_of_cards_that_are_not_his(data: st.DataObject) -> None:
    """Section 7.7: cards named in an event are on the board or in a recipient's hand, before or after the event."""
    options = data.draw(st.sampled_from((b"{}", b'{"mode":"beginner"}')))
    setup = Setup("zena1814", options, data.draw(st.sampled_from(range(2, 6))), data.draw(st.integers(0, 10**6)))
    for ply in walk(setup):
        before, state = ply.before, ply.step.state
        board = _named((before.public, state.public), *CARDS)
        for told in ply.step.events:
            hands = [hand.cards for each in (before, state) for hand in _of(each.hands, told.to)]
            assert _named(told.event, *CARDS) <= board.union(*hands)


def _of(hands: tuple[Hand, ...], seats: tuple[int, ...] | None) -> list[Hand]:
    return [hands[seat] for seat in seats or ()]
