"""Section Z-4 and ruling R-5: the secret placement, and the choice of the start player."""

from collections import Counter
from itertools import permutations

import pytest

from engines.contract import When, view
from engines.zena1814 import ENGINE
from engines.zena1814.actions import NameStarter, SealFigure
from engines.zena1814.content import FIGURES
from engines.zena1814.events import EventTurnedUp, FigureSealed, LotDrawn, PlacementsOpened, StarterNamed
from tests.zena1814.positions import (
    CONTENT,
    after,
    asked,
    legal,
    legal_of,
    not_asked,
    now,
    pending,
    play,
    refusal,
    run,
    seals,
    started,
    told,
)

KEYS = [bytes([number]) * 32 for number in range(40)]


def _all(state, late=(), order=None):
    """Return the placement moves of all seats, one seat after the other. Those of the seats in ``late`` are marked as late."""
    seats = order or range(len(state.hands))
    return [(seat, seal) for seat in seats for seal in seals(state, seat, late=seat in late)]


def test_all_at_the_same_time() -> None:
    """Z-4.1: all players decide together, and may answer in any order."""
    state = started(4)
    assert now(state) == [(seat, "place") for seat in range(4)]
    assert all(each.sealed for each in ENGINE.pending(state.public) if each.kind == "place")
    first = seals(state, 3)[0]
    assert now(after(state, 3, first)) == [(seat, "place") for seat in range(4)]


def test_every_figure_is_asked_for_on_the_clock_of_the_one_before() -> None:
    """Z-4.2: the four placement decisions of a seat share a clock. Each except the first continues the previous one."""
    state, found = started(3), []
    for seal in seals(state, 1):
        found.append((pending(state, 1, "place").key, pending(state, 1, "place").continues))
        state = after(state, 1, seal)
    assert found == [("place/1", ""), ("place/2", "place/1"), ("place/3", "place/2"), ("place/4", "place/3")]


def test_only_your_own_hand() -> None:
    """Z-4.1, Z-4.2: any figure can be placed with any card of the seat's own hand, in time or late."""
    state = started(3)
    actions = legal(state, 1, "place")
    cards = set(state.hands[1].cards)
    assert {(each.figure, each.card, each.late) for each in actions} == {
        (figure, card, late) for figure in FIGURES for card in cards for late in (False, True)
    }
    theirs = next(card for card in state.hands[0].cards if card not in cards)
    refusal(state, 1, SealFigure("lord", theirs))


def test_four_figures_on_four_cards() -> None:
    """Z-4.2: each figure uses a different card. After four figures the seat's placement is complete."""
    state = started(3)
    lord, lady, *rest = seals(state, 0)
    one = after(state, 0, lord)
    refusal(one, 0, lord)
    assert {each.figure for each in legal(one, 0, "place")} == {"lady", "heir_1", "heir_2"}
    if state.hands[0].cards.count(lord.card) == 1:
        refusal(one, 0, SealFigure("lady", lord.card))
    done = after(one, 0, lady, *rest)
    assert now(done) == [(1, "place"), (2, "place")]
    not_asked(done, 0, lord)


def test_two_copies_are_two_cards() -> None:
    """Z-4.2: two copies of a card in hand can each be used for a figure."""
    state = next(each for each in (started(2, key) for key in KEYS) if len(set(each.hands[0].cards)) < 10)
    card, copies = Counter(state.hands[0].cards).most_common(1)[0]
    for figure in FIGURES[:copies]:
        state = after(state, 0, SealFigure(figure, card))
    assert not [each for each in legal(state, 0, "place") if each.card == card]


@pytest.mark.parametrize("order", list(permutations(FIGURES))[::5])
def test_figures_in_any_order(order) -> None:
    """Z-4.2: the order of the figures does not matter."""
    state = started(2)
    by_figure = {seal.figure: seal for seal in seals(state, 0)}
    done = after(state, 0, *(by_figure[figure] for figure in order))
    opened = run(done, *((1, seal) for seal in seals(done, 1))).state
    assert opened.public.dealt[0] == tuple(by_figure[figure].card for figure in FIGURES)


def test_nobody_sees_where() -> None:
    """Z-4.2, ledger 7.7: others see that a figure was placed, but neither the figure nor its card."""
    state = started(3)
    first, second = legal(state, 0, "place")[0], legal(state, 0, "place")[-1]
    one, other = play(state, 0, first), play(state, 0, second)
    assert [(each.event, each.to) for each in one.events] == [(FigureSealed(0), None)]
    assert (one.events, view(one.state, 1)) == (other.events, view(other.state, 1))
    assert one.state.public.families[0].sealed == 1
    assert {each.area for each in one.state.public.families[0].figures} == {None}
    assert one.state.public.families[0].actions == 10


def test_opened_together() -> None:
    """Z-4.3: figures are revealed only after the last one is placed. Then each figure is in the area of its card."""
    state = started(3)
    *moves, last = _all(state)
    before = run(state, *moves)
    assert not told(before, PlacementsOpened)
    chosen = [tuple(seal.card for seal in seals(state, seat)) for seat in range(3)]
    step = run(before.state, last)
    assert told(step, PlacementsOpened) == [PlacementsOpened(tuple(chosen))]
    for family, cards in zip(step.state.public.families, chosen, strict=True):
        assert [each.area for each in family.figures] == [CONTENT.action(card).area for card in cards]
    assert step.state.public.dealt == tuple(chosen)


def test_opening_names_the_sealed_choices() -> None:
    """Z-4.3: the event that reveals the placement names all four sealed choices of every seat."""
    state = started(2)
    step = run(state, *_all(state))
    (opened,) = [each for each in step.events if isinstance(each.event, PlacementsOpened)]
    assert set(opened.opens) == {f"place/{number}" for number in range(1, 5)}
    assert opened.to is None
    assert opened.reveals


def test_same_area_twice() -> None:
    """Z-4.3, ledger 1.4: several figures of a family may be in the same area."""
    for key in KEYS:
        state = started(2, key)
        areas = Counter(CONTENT.action(card).area for card in state.hands[0].cards)
        area, count = areas.most_common(1)[0]
        if count >= 4:
            cards = [card for card in state.hands[0].cards if CONTENT.action(card).area == area][:4]
            moves = [(0, seal) for seal in seals(state, 0, cards)] + [(1, seal) for seal in seals(state, 1)]
            family = run(state, *moves).state.public.families[0]
            assert {each.area for each in family.figures} == {area}
            return
    raise AssertionError("no such hand")


def test_nobody_starts_at_the_fort() -> None:
    """E-61, ledger 1.4: no action card belongs to the Fort."""
    assert "fort" not in {card.area for card in CONTENT.actions}


def test_opening_hands() -> None:
    """Z-4.4: the four cards are shuffled back into the deck. The other six cards form the hand."""
    found = set()
    for key in KEYS[:12]:
        state = started(3, key)
        step = run(state, *_all(state))
        for seat in range(3):
            assert Counter(step.state.hands[seat].cards) == Counter(state.hands[seat].cards[4:])
            assert step.state.hands[seat].placed == ()
        returned = Counter(card for seat in range(3) for card in state.hands[seat].cards[:4])
        assert Counter(step.state.vault.action) == Counter(state.vault.action) + returned
        found.add(step.state.vault.action[: len(state.vault.action)] == state.vault.action)
        assert {(each.actions, each.sealed) for each in step.state.public.families} == {(6, 0)}
    assert found == {False}


def test_lot_among_all_in_time() -> None:
    """R-5: the draw selects one of the seats that were in time, whatever their order. Everybody sees the result."""
    drawn = set()
    for key in KEYS:
        state = started(3, key)
        step = run(state, *_all(state, late=(1,)))
        ((event),) = told(step, LotDrawn)
        assert event.among == (0, 2)
        assert now(step.state) == [(event.seat, "starter")]
        drawn.add(event.seat)
    assert drawn == {0, 2}


def test_lot_among_all_if_nobody_was_in_time() -> None:
    """R-5: if all seats missed the deadline for the placement, all take part in the draw."""
    drawn = set()
    for key in KEYS:
        state = started(3, key)
        ((event),) = told(run(state, *_all(state, late=(0, 1, 2))), LotDrawn)
        assert event.among == (0, 1, 2)
        drawn.add(event.seat)
    assert drawn == {0, 1, 2}


def test_one_late_figure_is_enough() -> None:
    """R-5: a seat is not in time if the site placed even one of its figures at the deadline."""
    state = started(2)
    mixed = [*seals(state, 0)[:3], seals(state, 0, late=True)[3]]
    step = run(state, *((0, seal) for seal in mixed), *((1, seal) for seal in seals(state, 1)))
    ((event),) = told(step, LotDrawn)
    assert (event.seat, event.among) == (1, (1,))


def test_order_of_arrival_does_not_matter() -> None:
    """R-5: the order of answers does not affect the draw, so time zones do not matter."""
    state = started(3, KEYS[4])
    ends = {run(state, *_all(state, order=order)).state.public.task for order in permutations(range(3))}
    assert len(ends) == 1


@pytest.mark.parametrize("named", [0, 1, 2])
def test_starter_is_named(named: int) -> None:
    """Z-4.5, R-5: after the placement is revealed, the seat drawn names any seat as start player, including itself."""
    state = started(3)
    state = run(state, *_all(state)).state
    ((drawn, kind),) = now(state)
    assert kind == "starter"
    assert legal(state, drawn, "starter") == [NameStarter(seat) for seat in range(3)]
    step = play(state, drawn, NameStarter(named))
    assert told(step, StarterNamed) == [StarterNamed(named, by=drawn)]
    assert step.state.public.start == named
    assert len(told(step, EventTurnedUp)) == 1
    for other in {0, 1, 2} - {drawn}:
        not_asked(state, other, NameStarter(0))


def test_no_such_seat() -> None:
    """Z-4.5: only a seat at the table can be named as start player."""
    state = started(3)
    state = run(state, *_all(state)).state
    ((drawn, _),) = now(state)
    refusal(state, drawn, NameStarter(3))


def test_choice_can_be_left_ahead() -> None:
    """R-5: "if drawn, I start" can be queued with the placement."""
    state = started(3)
    before = asked(state, When.MAY)
    assert before == [(seat, "starter") for seat in range(3)]
    one = pending(state, 1, "starter")
    assert not one.sealed
    opened = run(state, *_all(state)).state
    ((drawn, _),) = now(opened)
    assert pending(opened, drawn, "starter").key == one.key
    assert legal(state, 1, "starter") == legal(opened, drawn, "starter")


def test_first_in() -> None:
    """R-5, option first_in: the seat that completes its placement first names the start player.

    The seat that began first has no advantage.
    """
    state = started(3, starter="first_in")
    begun = [(0, seals(state, 0)[0])]
    rest = [(2, seal) for seal in seals(state, 2)] + [(1, seal) for seal in seals(state, 1)]
    step = run(state, *begun, *rest, *((0, seal) for seal in seals(state, 0)[1:]))
    assert step.state.public.complete == (2, 1, 0)
    assert now(step.state) == [(2, "starter")]
    assert not told(step, LotDrawn)
    assert legal(step.state, 2, "starter") == [NameStarter(seat) for seat in range(3)]


def test_random_starter() -> None:
    """R-5, option random: the seat drawn is the start player, without a decision. Late seats take part."""
    starters = set()
    for key in KEYS:
        state = started(3, key, starter="random")
        assert not asked(state, When.MAY)
        step = run(state, *_all(state, late=(0,)))
        start = step.state.public.start
        assert told(step, StarterNamed) == [StarterNamed(start)]
        assert [event.seat for event in told(step, LotDrawn)] == [start]
        assert "starter" not in {kind for _, kind in now(step.state)}
        assert len(told(step, EventTurnedUp)) == 1
        starters.add(start)
    assert starters == {0, 1, 2}


def test_default_is_the_sealed_lot() -> None:
    """R-5: the default option is the sealed draw."""
    assert started(2).public.starter == "sealed_lot"
    assert legal_of(started(2), SealFigure, 0, "place")[0].late is False
