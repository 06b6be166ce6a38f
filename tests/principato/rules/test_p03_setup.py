"""Section P-3: setting up a game."""

from collections import Counter

import pytest

from engines.contract import BadOptions
from engines.principato import ENGINE
from engines.principato.events import DisplayLaid, GameBegan, GoalsDealt, GoalsSeen, StartCardsDealt, TurnBegan
from engines.principato.state import SCORING, AskTurn, State
from tests.principato.positions import CONTENT, KEY, now, started, told
from tests.principato.scorings import random_game

SEATS = (2, 3, 4)
DISPLAY = {2: 5, 3: 6, 4: 7}
DECKS = {2: (18, 14, 14), 3: (26, 21, 21), 4: (34, 28, 28)}
KEYS = [bytes([number]) * 32 for number in range(40)]


def _start(seats: int, key: bytes = KEY):
    return ENGINE.start(ENGINE.Options(), seats, key)


@pytest.mark.parametrize("seats", SEATS)
def test_cards_taken_out(seats: int) -> None:
    """P-3.1: a card is in play if its mark is not above the number of players."""
    state = started(seats)
    first = Counter(state.public.display) + Counter(state.vault.pile)
    assert first == Counter({card.id: sum(card.copies[0][: seats - 1]) for card in CONTENT.cards if card.copies[0][0]})
    assert [len(deck) - 1 for deck in state.vault.decks] == list(DECKS[seats][1:])


@pytest.mark.parametrize("seats", SEATS)
def test_stacks(seats: int) -> None:
    """P-3.2, P-9.3: decks 2 and 3 contain one scoring card each. Every deck is shuffled separately."""
    state = started(seats)
    assert SCORING not in (*state.vault.pile, *state.public.display)
    for number, deck in enumerate(state.vault.decks, 2):
        assert Counter(deck) == Counter((*CONTENT.deck(number, seats), SCORING))
    places = {(deck.index(SCORING)) for key in KEYS for deck in started(seats, key).vault.decks}
    assert len(places) > 8
    assert len({started(seats, key).vault.pile for key in KEYS}) == len(KEYS)


def test_scoring_card_may_be_first_or_last() -> None:
    """P-3.2, P-9.4, P-9.5: the scoring card is shuffled like any other card, so it may be first or last."""
    ends = {(deck[0] == SCORING, deck[-1] == SCORING) for n in range(200) for deck in started(2, bytes([n]) * 32).vault.decks}
    assert {(True, False), (False, True), (False, False)} == ends


@pytest.mark.parametrize("seats", SEATS)
def test_start_cards(seats: int) -> None:
    """P-3.3: each player gets an S1 and a different S2, face up. The S2 is chosen at random."""
    seen = set()
    for key in KEYS:
        step = _start(seats, key)
        hands = [realm.cards for realm in step.state.public.realms]
        (dealt,) = told(step, StartCardsDealt)
        assert list(dealt.cards) == hands
        assert {first for first, _ in hands} == {"tax_collector"}
        seconds = tuple(second for _, second in hands)
        assert len(set(seconds)) == seats
        assert set(seconds) <= set(CONTENT.start_stack("S2"))
        seen.add(seconds)
    assert len(seen) > 6
    assert {second for seconds in seen for second in seconds} == set(CONTENT.start_stack("S2"))


@pytest.mark.parametrize("seats", SEATS)
def test_display(seats: int) -> None:
    """P-3.4: the display gets 5, 6 or 7 cards from the top of deck 1. The remaining cards are the refill pile."""
    step = _start(seats)
    public = step.state.public
    assert len(public.display) == DISPLAY[seats]
    assert public.pile == len(step.state.vault.pile) == DECKS[seats][0] - DISPLAY[seats]
    assert [event.cards for event in told(step, DisplayLaid)] == [public.display]
    assert Counter(public.turned) == Counter(public.display)
    assert not public.scoring_due


@pytest.mark.parametrize("seats", SEATS)
def test_goals(seats: int) -> None:
    """P-3.5, P-14.1, P-14.2: each player gets one goal of each stack, visible to that player only.

    The remaining goals stay hidden.
    """
    for key in KEYS[:10]:
        step = _start(seats, key)
        state: State = step.state
        for stack in (0, 1):
            dealt = {hand.goals[stack] for hand in state.hands}
            assert len(dealt) == seats
            assert dealt <= set(CONTENT.stack(stack + 1))
        seen = {each.to: each.event.goals for each in step.events if isinstance(each.event, GoalsSeen)}
        assert seen == {(seat,): hand.goals for seat, hand in enumerate(state.hands)}
        assert len(told(step, GoalsDealt)) == 1
        assert state.public.goals == ()
    assert len({started(seats, key).hands for key in KEYS}) > 20


@pytest.mark.parametrize(("seats", "economy", "cubes", "favour"), [(2, 38, 37, 10), (3, 36, 36, 9), (4, 34, 35, 8)])
def test_supply(seats: int, economy: int, cubes: int, favour: int) -> None:
    """P-3.6, T-3, ledger 1.2: the supply contains all pieces not used by the start principalities, and all culture tiles."""
    supply = started(seats).public.supply
    assert (supply.fields_farms, supply.palazzi_banks) == (economy, economy)
    assert (supply.food, supply.money, supply.favour) == (cubes, cubes, favour)
    assert (supply.catapults, supply.units) == (19, 37)
    stocks = {"monuments": (4, 3, 2), "books": (5, 4, 3), "paintings": (7, 6, 5)}
    for name, values in stocks.items():
        assert [(stock.points, stock.tiles) for stock in getattr(supply, name)] == [(points, 5) for points in values]


def test_principalities() -> None:
    """P-3.7: each player has a field, a farm, a palazzo, a bank, a food, a money and a favour, and nothing else."""
    for realm in started(4).public.realms:
        assert (realm.fields, realm.farms, realm.palazzi, realm.banks) == (1, 1, 1, 1)
        assert (realm.food, realm.money, realm.favour, realm.points) == (1, 1, 1, 0)
        assert (realm.military_tiles, realm.monuments, realm.books, realm.paintings) == (0, (), (), ())


@pytest.mark.parametrize("seats", SEATS)
def test_start_player(seats: int) -> None:
    """P-3.8: the start player is chosen at random and has the first turn."""
    drawn = Counter()
    for key in KEYS:
        step = _start(seats, key)
        start = step.state.public.start
        assert [event.start for event in told(step, GameBegan)] == [start]
        assert [(event.seat, event.turn) for event in told(step, TurnBegan)] == [(start, 1)]
        assert now(step.state) == [(start, "turn")]
        assert step.state.public.task == AskTurn(start)
        drawn[start] += 1
    assert set(drawn) == set(range(seats))
    assert min(drawn.values()) > 3


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_players(seats: int) -> None:
    """P-3: two to four players are accepted, no other number."""
    with pytest.raises(BadOptions) as refused:
        _start(seats)
    assert (refused.value.code, refused.value.params) == ("number_of_seats", {"seats": seats, "least": 2, "most": 4})


def test_start_player_card_stays() -> None:
    """P-3.8, U-7, P-10.3: the start player stays the same during a game."""
    for number in range(3):
        starts = {step.state.public.start for _, _, _, step in random_game(3, number)}
        assert len(starts) == 1


def test_all_randomness_is_in_the_setup() -> None:
    """P-3.2, P-6.7: nothing random happens after the cards are shuffled. The same key gives the same game."""
    step = _start(3)
    labels = [draw.label for draw in step.draws]
    assert len(labels) == len(set(labels)) >= 6
    assert _start(3) == step
    assert not any(later.draws for _, _, _, later in random_game(3, 0))


def test_setup_for_three() -> None:
    """T-3: the pile has 20 cards and the decks 22. One goal of each stack is not dealt, and all S2 cards differ."""
    state = started(3)
    assert (len(state.public.display), state.public.pile) == (6, 20)
    assert [len(deck) for deck in state.vault.decks] == [22, 22]
    assert [len(set(CONTENT.stack(number + 1)) - {hand.goals[number] for hand in state.hands}) for number in (0, 1)] == [1, 1]
    assert len({realm.cards[1] for realm in state.public.realms}) == 3
    assert state.public.year == 1
