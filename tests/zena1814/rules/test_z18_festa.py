"""Section Z-18: Festa."""

from typing import Any

from engines.contract import When, encode, view
from engines.zena1814.actions import DrawFrom, PassCard
from engines.zena1814.events import (
    CardDrawn,
    CardLeft,
    CardPassed,
    CardsDiscarded,
    NothingToDraw,
    PassedCardSeen,
    PassSealed,
)
from engines.zena1814.state import State
from tests.zena1814.positions import (
    advance,
    after,
    asked,
    card,
    family,
    legal,
    not_asked,
    now,
    play,
    refusal,
    run,
    told,
)
from tests.zena1814.resolving import asks, cards, points, resolving

HANDS = (("bk_loan", "go_dagghe"), ("ca_alms", "ca_sermon"), ("po_cargo",), ("pa_decree", "go_maj_bank"))


def festa(*hands: tuple[str, ...], **facts: Any) -> State:
    """Return a state in which the Festa is resolved with a marker of seat 1.

    The start player is seat 2, or seat 0 in a two-player game.
    """
    players = [family("port", hand=hand) for hand in hands or HANDS]
    usual = {"areas": ("palace",), "rows": {"palace": [card("pa_festa", 1)]}, "start": 2 if len(players) > 2 else 0}
    return advance(resolving(*players, **(usual | {"seats": len(players)} | facts))).state


def drawn(*hands: tuple[str, ...], **facts: Any) -> State:
    """Return the state of ``festa`` after all seats have drawn action cards."""
    state = festa(*hands, **facts)
    while now(state) and now(state)[0][1] == "draw":
        state = after(state, now(state)[0][0], DrawFrom("action"))
    return state


def test_the_promoter_gains_a_point_first() -> None:
    """Z-18.13: the promoter alone gains a point, before anybody draws."""
    state = festa()
    assert points(state) == [0, 1, 0, 0]
    assert now(state) == [(2, "draw")]


def test_then_all_draw_in_play_order() -> None:
    """Z-18.14, R-23: every seat draws from the deck of its choice, even without a marker on the card."""
    state, order = festa(), []
    for deck in ("goal", "action", "goal", "action"):
        ((seat, kind),) = now(state)
        assert kind == "draw"
        step = play(state, seat, DrawFrom(deck))
        order += [(each.seat, each.deck) for each in told(step, CardDrawn)]
        state = step.state
    assert order == [(2, "goal"), (3, "action"), (0, "goal"), (1, "action")]
    assert not asks(state, "draw")


def test_all_choose_at_the_same_time() -> None:
    """Z-18.15, R-23: each seat seals any card of its hand, and may change the choice until all seats have chosen."""
    state = drawn()
    assert asked(state, When.NOW) == [(2, "festa"), (3, "festa"), (0, "festa"), (1, "festa")]
    assert all((each.key, each.sealed, each.reply) == ("festa/1", True, True) for each in asks(state, "festa"))
    for seat in range(4):
        assert set(legal(state, seat, "festa")) == {PassCard(name) for name in state.hands[seat].cards}
    changed = run(state, (0, PassCard("bk_loan")), (0, PassCard("go_dagghe"))).state
    assert [each.when for each in asks(changed, "festa") if each.seat == 0] == [When.MAY]
    done = run(changed, (1, PassCard("ca_alms")), (2, PassCard("po_cargo")), (3, PassCard("pa_decree"))).state
    assert "go_dagghe" in done.hands[3].cards
    assert "bk_loan" in done.hands[0].cards


def test_cards_go_to_the_right() -> None:
    """Z-18.15: each card goes to the seat before its giver in play order."""
    moves = ((0, PassCard("bk_loan")), (1, PassCard("ca_alms")), (2, PassCard("po_cargo")), (3, PassCard("go_maj_bank")))
    step = run(drawn(), *moves)
    assert [(each.seat, each.to, each.deck) for each in told(step, CardPassed)] == [
        (2, 1, "action"),
        (3, 2, "goal"),
        (0, 3, "action"),
        (1, 0, "action"),
    ]
    hands = step.state.hands
    assert ("ca_alms" in hands[0].cards, "po_cargo" in hands[1].cards) == (True, True)
    assert ("go_maj_bank" in hands[2].cards, "bk_loan" in hands[3].cards) == (True, True)
    assert cards(step.state) == [3, 3, 2, 3]


def test_nobody_receives_before_all_have_chosen() -> None:
    """Z-18.15, E-73, R-23: a seat cannot pass on a card that it has not yet received."""
    state = run(drawn(), (1, PassCard("ca_alms"))).state
    assert "ca_alms" not in state.hands[0].cards
    assert "ca_alms" in state.hands[1].cards
    assert refusal(state, 0, PassCard("ca_alms")).rule == "Z-18.15"


def test_the_card_just_drawn_may_be_passed_on() -> None:
    """E-72, Z-18.15: a seat may pass on the card that it has just drawn."""
    state = drawn(on_top=["bk_shares", "bk_savings", "pa_senate", "po_consulate"])
    assert state.hands[1].cards[-1] == "po_consulate"
    step = run(
        state,
        (1, PassCard("po_consulate")),
        (0, PassCard("bk_loan")),
        (2, PassCard("po_cargo")),
        (3, PassCard("pa_decree")),
    )
    assert step.state.hands[0].cards[-1] == "po_consulate"


def test_two_players_give_to_each_other() -> None:
    """E-74, Z-18.15: in a two-player game each seat gives a card to the other."""
    step = run(drawn(*HANDS[:2]), (0, PassCard("go_dagghe")), (1, PassCard("ca_alms")))
    assert [(each.seat, each.to) for each in told(step, CardPassed)] == [(0, 1), (1, 0)]
    assert ("ca_alms" in step.state.hands[0].cards, "go_dagghe" in step.state.hands[1].cards) == (True, True)


def test_a_full_hand_discards_in_phase_four_only() -> None:
    """E-75, Z-15.3: the Festa may fill a hand beyond the limit. Discards are made at the end of the round."""
    full = ("bk_loan", "bk_loan", "ca_alms", "ca_alms", "po_cargo", "po_cargo")
    state = drawn(full, ("pa_decree", "pa_decree"))
    assert cards(state) == [7, 3]
    assert not asks(state, "discard")
    step = run(state, (0, PassCard("bk_loan")), (1, PassCard("pa_decree")))
    assert not told(step, CardsDiscarded)


def test_who_has_no_card_gives_none() -> None:
    """Z-18.16, R-23: a seat with no cards in hand and none to draw gives no card. The other seats still give theirs."""
    state = festa(("bk_loan", "go_dagghe"), (), ("po_cargo", "po_cargo"), ("pa_decree", "pa_decree"), action=(), goal=())
    assert asked(state, When.NOW) == [(2, "festa"), (3, "festa"), (0, "festa")]
    not_asked(state, 1, PassCard("bk_loan"))
    step = run(state, (0, PassCard("bk_loan")), (2, PassCard("po_cargo")), (3, PassCard("pa_decree")))
    assert [(each.seat, each.to) for each in told(step, CardPassed)] == [(2, 1), (3, 2), (0, 3)]
    assert cards(step.state)[:3] == [1, 1, 2]


def test_a_single_card_is_given_without_a_question() -> None:
    """Z-18.15: if everybody can see that a seat has a single card, that card is passed automatically."""
    state = festa(("bk_loan", "go_dagghe"), ("ca_alms",), (), action=(), goal=())
    assert now(state) == [(2, "festa"), (0, "festa")]
    not_asked(state, 1, PassCard("ca_alms"))
    step = run(state, (0, PassCard("bk_loan")), (2, PassCard("go_maj_bank")))
    assert "ca_alms" in step.state.hands[0].cards
    assert step.state.hands[1].cards == ("go_maj_bank",)


def test_nobody_draws_from_empty_decks_at_the_festa() -> None:
    """Z-18.14, Z-1.10: if both decks are empty, an event for each seat says that no card was drawn."""
    step = advance(
        resolving(
            *[family("port", hand=("bk_loan",))] * 2,
            seats=2,
            areas=("palace",),
            rows={"palace": [card("pa_festa", 1)]},
            action=(),
            goal=(),
        )
    )
    assert [each.seat for each in told(step, NothingToDraw)] == [0, 1]


def test_the_festa_leaves_as_a_one_shot() -> None:
    """R-23, Z-13.1: the Festa leaves the game after all seats have given a card."""
    step = run(drawn(*HANDS[:2]), (0, PassCard("go_dagghe")), (1, PassCard("ca_alms")))
    assert told(step, CardPassed, CardLeft)[-1] == CardLeft("pa_festa", 1, "palace", "one_shot")


def test_what_is_passed_is_seen_by_giver_and_receiver() -> None:
    """Section 7.7, Z-18.15: giver and receiver see the card, other players only its back."""
    step = run(drawn(), *((seat, PassCard(HANDS[seat][0])) for seat in range(4)))
    seen = [each for each in step.events if isinstance(each.event, PassedCardSeen)]
    assert {each.to for each in seen} == {(0, 1), (1, 2), (2, 3), (0, 3)}
    assert all(each.to == tuple(sorted((each.event.seat, each.event.to))) for each in seen)


def test_a_sealed_card_tells_others_nothing() -> None:
    """Section 7.7, Z-18.15: every sealed choice looks the same to other players."""
    state = drawn()
    answers = legal(state, 0, "festa")
    assert len(answers) == 3
    for viewer in (1, 2, 3, None):
        assert len({encode(view(after(state, 0, each), viewer)) for each in answers}) == 1
    assert {each.event for answer in answers for each in play(state, 0, answer).events} == {PassSealed(0)}
