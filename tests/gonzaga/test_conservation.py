"""Conservation checks: states with a fault are refused, and the error names the fault. [G-2.10, G-9.16, X-52]

States of a whole game and states at the limits are accepted.
"""

from collections.abc import Callable
from functools import cache

import pytest

from engines import playout
from engines.contract import BrokenState
from engines.gonzaga import ENGINE, scoring
from engines.gonzaga.actions import ActionCard, SealPlan
from engines.gonzaga.state import AskPlans, CloseRound, Court, Piece, State
from tests.gonzaga.positions import BOARD, replace, with_court, with_public

type Change = Callable[[State], State]


@cache
def _states() -> tuple[State, ...]:
    """Return all states of a game between two bots and a seat that always donates."""
    deciders = [ENGINE.bot, ENGINE.bot, ENGINE.fallback]
    record = playout.play_game(ENGINE, ENGINE.Options(), deciders, playout.nth_key(5, 4))
    return tuple(step.state for step in record.steps())


@cache
def _state() -> State:
    """Return the planning phase after a sea league and a fief of seat 0, and a donation of seat 2."""
    return next(
        state
        for state in _states()
        if isinstance(state.public.agenda[0], AskPlans) and state.public.courts[0].leagues and state.public.courts[2].church
    )


def _tally(state: State, **more: int) -> State:
    """Return the state with extra points for seat 0."""
    tally = state.public.courts[0].tally
    return with_court(state, 0, tally=replace(tally, **{line: getattr(tally, line) + points for line, points in more.items()}))


def _ring(state: State, *cells: int, seat: int = 0) -> State:
    """Return the state with one more ring from a seat's supply on these cells."""
    laid = with_public(state, pieces=(*state.public.pieces, Piece(seat, 1, 0, cells)))
    return with_court(laid, seat, rings=laid.public.courts[seat].rings - 1)


def _own_fief(state: State) -> Piece:
    return next(piece for piece in state.public.pieces if piece.seat == 0 and piece.fief)


def _bare_cell(piece: Piece) -> int:
    """Return a hex without a site that is covered by a fief."""
    return next(cell for cell in piece.cells if not (BOARD.cities | BOARD.harbours) >> cell & 1)


def _sunk(state: State) -> State:
    """Return the state with a fief of seat 0 that lacks its castles."""
    fief = _own_fief(state)
    pieces = [replace(piece, castles=()) if piece == fief else piece for piece in state.public.pieces]
    return with_public(state, pieces=tuple(pieces))


def _leagues(state: State, *names: str) -> State:
    """Return the state with these leagues and their points for seat 0."""
    tally = replace(state.public.courts[0].tally, leagues=scoring.LEAGUE * len(names))
    return with_court(state, 0, leagues=names, tally=tally)


def _another_league(state: State) -> State:
    mine = state.public.courts[0].leagues
    other = next(sea.id for sea in BOARD.content.seas if sea.id not in mine)
    return _leagues(state, *mine, other)


def _rings(state: State, rings: int) -> State:
    """Return the state with ``rings`` rings in the supply of seat 0. The rings taken from its supply count as paid."""
    court = state.public.courts[0]
    return with_court(state, 0, rings=rings, privileges=court.privileges + court.rings - rings)


def _a_card_less(state: State) -> State:
    """Return a consistent state in which seat 2 never drew the card of its last donation."""
    court = state.public.courts[2]
    card = next(each for each in court.used if each // 10 * 10 == court.church[-1])
    used, church = tuple(each for each in court.used if each != card), court.church[:-1]
    tally = replace(court.tally, donations=scoring.DONATION * len(church))
    decks = (*state.vault.decks[:2], (*state.vault.decks[2], card))
    return replace(with_court(state, 2, used=used, church=church, tally=tally), vault=replace(state.vault, decks=decks))


def _before_the_first_round(state: State) -> State:
    """Return a consistent state before the first draw. No player ever sees this state."""
    locked = SealPlan("hispania", ActionCard.CITIES)
    courts = tuple(Court(court.colour, 6, locked=locked) for court in state.public.courts)
    decks = tuple((*deck, *court.used) for deck, court in zip(state.vault.decks, state.public.courts, strict=True))
    fresh = with_public(state, courts=courts, pieces=(), round=0, agenda=(CloseRound(),), last_round=None, ending="")
    return replace(fresh, vault=replace(fresh.vault, decks=decks))


BROKEN: dict[str, tuple[str, Change]] = {
    "two seats of one colour": (
        "two seats of one colour",
        lambda state: with_court(state, 0, colour=state.public.courts[1].colour),
    ),
    "a ring on an own fief": ("a fief of its own", lambda state: _ring(state, _bare_cell(_own_fief(state)))),
    "a ring beyond the last hex": ("off the map", lambda state: _ring(state, BOARD.size)),
    "a ring before the first hex": ("off the map", lambda state: _ring(state, -1)),
    "a ring on two hexes": ("off the map", lambda state: _ring(state, 0, 1)),
    "a ring on no hex": ("off the map", _ring),
    "two rings on one hex": ("two rings", lambda state: _ring(_ring(state, 0), 0, seat=1)),
    "two fiefs on one hex": ("two fiefs", lambda state: with_public(state, pieces=(*state.public.pieces, _own_fief(state)))),
    "a fief without castles": ("cannot lie", _sunk),
    "a ring lost": ("rings are missing", lambda state: with_court(state, 0, rings=state.public.courts[0].rings - 1)),
    "a ring doubled": ("rings are missing", lambda state: with_court(state, 0, rings=state.public.courts[0].rings + 1)),
    "more rings paid than there are": ("rings are missing", lambda state: _rings(state, -1)),
    "points for no site": ("points of sites", lambda state: _tally(state, sites=1)),
    "points of a site lost": ("points of sites", lambda state: _tally(state, sites=-1)),
    "a league forgotten": ("leagues do not match", _leagues),
    "a league out of nowhere": ("leagues do not match", _another_league),
    "points for no league": ("points of leagues", lambda state: _tally(state, leagues=scoring.LEAGUE)),
    "points of a league lost": ("points of leagues", lambda state: _tally(state, leagues=-1)),
    "points for no donation": ("points of donations", lambda state: _tally(state, donations=scoring.DONATION)),
    "a bonus before the end": ("bonus", lambda state: _tally(state, bonus=1)),
    "a round too far": ("does not match the cards", lambda state: with_public(state, round=state.public.round + 1)),
    "a round not counted": ("does not match the cards", lambda state: with_public(state, round=state.public.round - 1)),
    "a seat that drew once less": ("does not match the cards", _a_card_less),
    "a game without a round": ("have not begun", _before_the_first_round),
}
ALLOWED: dict[str, Change] = {
    "the state itself": lambda state: state,
    "a ring on the first hex": lambda state: _ring(state, 0),
    "a ring on the last hex": lambda state: _ring(state, BOARD.size - 1),
    "a ring on the fief of another": lambda state: _ring(state, _bare_cell(_own_fief(state)), seat=1),
    "all rings paid": lambda state: _rings(state, 0),
}


def test_every_state_of_the_game_can_be() -> None:
    """X-52: every state of the game is accepted, including its end."""
    for state in _states():
        ENGINE.check(state)
    assert not _states()[-1].public.agenda


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_state_is_refused(name: str) -> None:
    """G-2.10, G-9.16, X-52, G-13.7: broken maps, rings, points and rounds are refused."""
    fault, broken = BROKEN[name]
    with pytest.raises(BrokenState, match=fault):
        ENGINE.check(broken(_state()))


@pytest.mark.parametrize("name", ALLOWED)
def test_what_is_at_a_limit_can_be(name: str) -> None:
    """G-2.10, G-9.16: states exactly at the limits are accepted."""
    ENGINE.check(ALLOWED[name](_state()))


def test_points_of_an_objective_are_counted_again() -> None:
    """G-14, X-52: points of an objective are recounted from the cities held at the end."""
    with pytest.raises(BrokenState, match="points of the objective"):
        ENGINE.check(_tally(_states()[-1], objective=1))


def test_hexes_around_a_group_are_its_neighbours_alone() -> None:
    """G-14.2: the hexes around a group are exactly its neighbours. An empty group has no neighbours."""
    for cell in (0, 40, BOARD.size - 1):
        assert scoring.adjacent_hexes(BOARD, 1 << cell) == BOARD.around[cell]
    assert scoring.adjacent_hexes(BOARD, 1 << 40 | 1 << 100) == BOARD.around[40] | BOARD.around[100]
    assert scoring.adjacent_hexes(BOARD, 0) == 0
