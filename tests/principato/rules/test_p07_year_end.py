"""Section P-7: the end of a year."""

import pytest

from engines.principato import ENGINE
from engines.principato.actions import EndTurn, ExchangeCard
from engines.principato.events import CardDropped, CardTurnedUp, ScoringBegan, TurnEnded, YearBegan, YearEnded
from engines.principato.state import SCORING
from tests.principato.positions import after, bare, legal, now, own, play, position, told
from tests.principato.scorings import before_extra, before_year_end, ended, through


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_year_ends_when_the_display_stays_short(seats: int) -> None:
    """P-7.1, P-6.5: the year ends with the turn after which the pile has no card for the display, not earlier."""
    state = position(seats=seats, year=1, pile=("harvest",))
    step = ended(state)
    assert told(step, YearEnded) == []
    assert step.state.public.pile == 0
    last = ended(step.state)
    assert told(last, YearEnded) == [YearEnded(1)]


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("year", [1, 2, 3])
def test_any_player_may_end_the_year(seat: int, year: int) -> None:
    """P-7.1, E-30: the year can end in any player's turn."""
    step = ended(before_year_end(bare(), bare(), bare(), seat=seat, year=year))
    assert told(step, TurnEnded) == [TurnEnded(seat, 0)]
    assert told(step, YearEnded) == [YearEnded(year)]


def test_the_leftmost_card_goes_in_the_last_turn_too() -> None:
    """P-7.2, U-9: in the last turn the leftmost card leaves too.

    The other cards stay, and a card of the next deck fills the gap.
    """
    state = before_year_end(bare(), bare())
    leftmost, *others = state.public.display
    step = ended(state)
    assert told(step, CardDropped) == [CardDropped(leftmost)]
    assert step.state.public.box[-1] == leftmost
    assert step.state.public.display == (*others, state.vault.decks[0][0])


def test_the_display_is_short_during_the_scoring() -> None:
    """P-7.2: while players decide in the scoring at the end of the year, the display is one card short."""
    state = before_year_end(bare(militia=1, food=1), bare())
    waiting = ended(state).state
    assert waiting.public.display == state.public.display[1:]
    assert now(waiting) == [(0, "feed")]


def test_everything_in_front_of_players_carries_over() -> None:
    """P-7.3, E-28: hand cards, tiles, stored cubes and the remaining cards of the display stay for the next year."""
    realms = (
        bare("buy_field", "harvest", fields=3, food=2, money=1, favour=2, catapults=1),
        bare("build_farm", "collect_rent", palazzi=2, money=2, militia=2),
    )
    state = before_year_end(*realms)
    done = through(state).state
    assert done.public.year == 2
    for before, realm in zip(realms, done.public.realms, strict=True):
        assert realm.cards == before.cards
        assert (realm.fields, realm.palazzi, realm.militia.count) == (before.fields, before.palazzi, before.militia.count)
        assert (realm.food, realm.money, realm.favour) == (before.food, before.money, before.favour)
    taken = after(done, 1, ExchangeCard(0, 0))
    assert own(taken, 1).cards[0] == state.public.display[1]


@pytest.mark.parametrize("year", [1, 2, 3])
def test_a_scoring_follows(year: int) -> None:
    """P-7.4: exactly one scoring follows the end of the year."""
    step = ended(before_year_end(bare(), bare(), year=year))
    assert [each.reason for each in told(step, ScoringBegan)] == ["year_end"]
    assert (step.state.public.scorings[-1].year, step.state.public.scorings[-1].reason) == (year, "year_end")


def test_what_comes_after_it() -> None:
    """P-7.5: a new year follows the first and second year, the end of the game the third."""
    for year in (1, 2):
        step = through(before_year_end(bare(militia=1), bare(), year=year))
        assert told(step, YearBegan) == [YearBegan(year + 1)]
        assert step.state.public.year == year + 1
        assert now(step.state) == [(1, "turn")]
    done = ended(before_year_end(bare(militia=1), bare(), year=3))
    assert told(done, YearBegan) == []
    assert ENGINE.outcome(done.state.public) is not None


@pytest.mark.parametrize(("year", "pile"), [(1, ()), (2, ()), (2, (SCORING,)), (3, (SCORING,))])
def test_a_pile_without_action_cards_is_not_the_end(year: int, pile: tuple[str, ...]) -> None:
    """E-29, P-14.4: the current player still has two actions. Then the year ends."""
    state = position(bare(), bare(), year=year, pile=pile)
    assert state.public.turns_left == 1
    for action in (ExchangeCard(0, 1), ExchangeCard(1, 2)):
        assert action in legal(state, 0)
        state = after(state, 0, action)
    assert [each.year for each in told(play(state, 0, EndTurn()), YearEnded)] == [year]


def test_a_scoring_card_is_no_end_of_the_year() -> None:
    """P-7.1, P-9.2: if a card is below the scoring card, the year goes on."""
    step = ended(before_extra(bare(), bare()))
    assert told(step, YearEnded) == []
    assert told(step, CardTurnedUp) == [CardTurnedUp("harvest")]
