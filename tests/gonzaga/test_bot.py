"""Bot of Gonzaga: its preferences, its fairness, and its results against random play."""

import random

import pytest

from engines.contract import encode, view
from engines.gonzaga import ENGINE
from engines.gonzaga.actions import Donate, SealPlan, Turn
from engines.gonzaga.state import Hand, State
from tests.gonzaga.positions import (
    COLOMBO,
    SITES,
    A,
    B,
    C,
    after,
    at,
    at_turn,
    legal,
    now,
    pending,
    replace,
    ring,
    started,
    wedding,
    with_court,
)


def _turn(state: State, seat: int = 0) -> Turn:
    return ENGINE.bot(view(state, seat), pending(state, seat, "turn"))


def _with_objective(state: State, objective: int) -> State:
    return replace(state, hands=(Hand(objective), *state.hands[1:]))


def test_wins_against_random_play() -> None:
    """The bot wins at least 95 of 100 two-seat games with alternating seats.

    The test is slow because of the number of games.
    """
    wins = 0
    for number in range(100):
        chooser = random.Random(number)
        state, bot = started(2, key=chooser.randbytes(32)), number % 2
        while state.public.agenda:
            seat, kind = now(state)[0]
            asked = pending(state, seat, kind)
            action = ENGINE.bot(view(state, seat), asked) if seat == bot else chooser.choice(legal(state, seat, kind))
            state = after(state, seat, action)
        outcome = ENGINE.outcome(state.public)
        assert outcome is not None
        wins += outcome.ranking[0] == (bot,)
    assert wins >= 95


def test_takes_most_points() -> None:
    """The bot prefers three cities of a flourishing region to fewer."""
    assert set(_turn(at_turn(30, B, "francia")).cells) == {at("Paris"), at("Dijon"), at("Lyon")}


def test_founds_a_league() -> None:
    """The bot prefers the third harbour of a sea to the second harbour of another sea."""
    state = at_turn(20, C, "italia", pieces=[ring(0, "Barcelona"), ring(0, "Marseille")])
    done = after(state, 0, _turn(state))
    assert done.public.courts[0].leagues == ("mare-mediterraneum",)


@pytest.mark.parametrize(("objective", "city"), [(9, "Granada"), (5, "Toledo"), (1, "Salamanca"), (13, "Zaragoza")])
def test_pursues_its_objective(objective: int, city: str) -> None:
    """Among the cities of a region the bot prefers one of its own objective."""
    state = _with_objective(at_turn(40, B, "hispania"), objective)
    assert SITES[city] in _turn(state).cells


def test_grows_its_largest_group() -> None:
    """Among cities or harbours of equal value the bot prefers one next to its group."""
    pieces = [ring(0, (14, 9)), ring(0, (14, 10)), ring(1, "Wilno")]
    state = at_turn(30, C, "europa-orientalis", pieces=pieces, rings=1, scenario="mattia-corvino")
    assert _turn(_with_objective(state, 9)) == wedding("Buda")


@pytest.mark.parametrize(
    ("theirs", "wanted"),
    [(("Hamburg", "Amsterdam"), {"London", "Newcastle"}), (("Brest", "Calais"), {"Plymouth", "Dublin"})],
)
def test_denies_a_league(theirs: tuple[str, str], wanted: set[str]) -> None:
    """Among harbours of equal value the bot prefers one that would complete the opponent's league."""
    state = at_turn(40, A, "britannia", pieces=[ring(1, name) for name in theirs], scenario="enrico-viii")
    assert {SITES[name] for name in wanted} & set(_turn(state).cells)


def test_donates_what_is_worth_less() -> None:
    """The bot prefers a donation to two inactive sites late in the game, if the bonus is out of reach."""
    rivals = [ring(1, spot) for spot in ((6, 9), (7, 9), (8, 9), (8, 8), (7, 8), (9, 8))]
    state = at_turn(40, C, "inactive", rings=0, round=9, pieces=rivals)
    assert len(legal(state, 0)) > 1
    assert _turn(state) == Donate()


def test_plan_uses_free_cards_and_knows_no_secret() -> None:
    """The bot's plan is legal, and the same in imagined states that the bot cannot distinguish from the true one."""
    state = with_court(started(3, COLOMBO), 0, locked=SealPlan("francia", B))
    state = after(state, 1, SealPlan("francia", A, True))
    seen = view(state, 0)
    asked = pending(state, 0, "plan")
    answers = {encode(ENGINE.bot(view(ENGINE.imagine(seen, bytes([number])), 0), asked)) for number in range(4)}
    assert answers == {encode(ENGINE.bot(seen, asked))}
    assert ENGINE.bot(seen, asked) in legal(state, 0, "plan")
    assert C in {plan.action for plan in legal(state, 0, "plan")}
