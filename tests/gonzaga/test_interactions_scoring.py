"""Interactions in scoring, at the end of the game and in hidden information."""

import shutil
from pathlib import Path

import pytest

from engines.contract import NotPending, encode, view
from engines.gonzaga import ENGINE, Gonzaga, loader, scoring
from engines.gonzaga.actions import INACTIVE, Donate, SealPlan
from engines.gonzaga.board import cells_in
from engines.gonzaga.events import LeagueFounded, PlanSealed, PlansRevealed, PlanWritten, RingPaid
from engines.gonzaga.state import Hand, Piece
from tests.gonzaga.positions import (
    BOARD,
    COLOMBO,
    A,
    B,
    C,
    after,
    at,
    at_turn,
    cover,
    donated_out,
    fief,
    laid,
    legal,
    now,
    play,
    replace,
    ring,
    round_of_donations,
    score_of,
    started,
    told,
    wedding,
    with_court,
    with_public,
    world,
)

KING_C = SealPlan("francia", C, True)
OTHERS = (SealPlan("italia", B), SealPlan(INACTIVE, B))


# Scoring


def test_leagues_by_both_rings() -> None:
    """X-36: each of the two rings of a Wedding can complete a league."""
    pieces = [ring(0, name) for name in ("Hamburg", "Newcastle", "Plymouth", "Brest")]
    step = play(at_turn(20, C, "francia", pieces=pieces), 0, wedding("Calais", "London"))
    assert step.state.public.courts[0].score == 26
    assert {each.sea for each in told(step, LeagueFounded)} == {"mare-germanicum", "mare-britannicum"}


def test_two_rings_in_one_sea(tmp_path: Path) -> None:
    """X-37: an increase from one harbour to three scores ten points once.

    The test board has two adjacent harbours of the same sea.
    """
    shutil.copytree(loader.DATA / "1", tmp_path / "1")
    board = tmp_path / "1" / "board.toml"
    text = board.read_text("utf-8")
    start, end = text.index("[expected]"), text.index("[[site]]")
    text = text[:start] + text[end:]
    calais = text.index('name = "Calais"')
    text = text[:calais] + text[calais:].replace("mare-britannicum", "mare-germanicum", 1)
    # Calais must be adjacent to its new sea, so a hex of the strait must belong to that sea too.
    row = '".bbbBBbFGGGGGGGEE"'
    assert row in text
    board.write_text(text.replace(row, '".bbbBBgFGGGGGGGEE"'), "utf-8")
    engine = Gonzaga(tmp_path)
    state = at_turn(20, C, "francia", pieces=[ring(0, "Hamburg")])
    step = engine.apply(state, 0, wedding("Calais", "London"))
    assert told(step, LeagueFounded) == [LeagueFounded(0, "mare-germanicum", 10)]
    assert step.state.public.courts[0].score == 16


def test_jump_from_two_to_four() -> None:
    """X-38, D-2: an increase from two harbours to four scores ten points once."""
    pieces = [ring(0, "Napoli"), ring(0, "Barcelona")]
    assert score_of(at_turn(10, A, "francia", pieces=pieces), 0, fief("Marseille", (8, 12), "Genova")) == 16


def test_two_leagues_in_one_turn() -> None:
    """X-39: two leagues in one turn score twenty points."""
    pieces = [ring(0, name) for name in ("Napoli", "Genova", "Bilbao", "Lisboa")]
    done = after(at_turn(20, A, "francia", pieces=pieces), 0, fief("Bordeaux", (6, 11), "Marseille"))
    assert done.public.courts[0].tally.leagues == 20


def test_two_players_with_a_league_in_one_sea() -> None:
    """X-40, D-1: a player can complete a league in a sea where another player has one."""
    pieces = [ring(1, name) for name in ("Barcelona", "Genova", "Napoli")]
    pieces += [laid(0, 10, (6, 14), (7, 14), (8, 14)), ring(0, "Marseille")]
    state = with_court(at_turn(20, C, "italia", pieces=pieces), 1, leagues=("mare-mediterraneum",))
    mine = scoring.new_leagues(BOARD, cover(state).held(0), cover(state).held(0) | 1 << at("Napoli"))
    assert mine == ("mare-mediterraneum",)


def test_league_in_an_inactive_sea() -> None:
    """X-41: a league in an inactive sea scores ten points, its harbours 1 each."""
    pieces = [ring(0, "Danzig"), ring(0, "Riga")]
    assert score_of(at_turn(20, C, INACTIVE, pieces=pieces), 0, wedding("København")) == 11


def test_spent_fiefs_never_count() -> None:
    """X-42: a fief that was donated or used up by a Wedding is in no group, league, objective or count."""
    state = at_turn(20, C, "francia", church=(10, 30), dowries=(40,))
    assert cover(state).held(0) == 0
    assert scoring.largest_group(BOARD, state.public.pieces, 0) == 0
    assert scoring.uncovered(world(), cover(state)) == 32


# End


def test_rings_cover_for_the_count() -> None:
    """X-43: rings cover sites for the end count; inactive regions are ignored."""
    pieces = (ring(0, "Paris"), ring(1, "Wien"), ring(2, (6, 7)))
    assert scoring.uncovered(world(), cover(at_turn(10, A, "francia", pieces=pieces))) == 31


def _closed_with(left: int):
    sites = cells_in(world().flourishing_sites)[left:]
    pieces = [Piece(1, 1, 30, (cell,)) for cell in sites]
    return donated_out(at_turn(10, A, "francia", pieces=pieces, round=6)).state.public


def test_three_ends_and_four_goes_on() -> None:
    """X-44: after round six, three uncovered sites make the next round the last, and four do not."""
    assert (_closed_with(3).last_round, _closed_with(4).last_round) == (7, None)


def test_the_trigger_cannot_be_undone() -> None:
    """X-45: pieces stay on the map, so the number of uncovered sites does not grow during a game."""
    state, least = started(3, COLOMBO), 32
    while state.public.agenda:
        for seat, kind in now(state):
            choice = legal(state, seat, kind)[0]
            state = after(state, seat, choice)
            left = scoring.uncovered(world(), cover(state))
            assert left <= least
            least = left
            break


def test_no_thirteenth_round() -> None:
    """X-46: with three or fewer uncovered sites after round 11, round 12 is the last, as it is without them."""
    state = started(3, COLOMBO)
    while state.public.round < 11:
        state = round_of_donations(state).state
    sites = cells_in(world().flourishing_sites)
    state = round_of_donations(with_public(state, pieces=tuple(Piece(1, 1, 30, (cell,)) for cell in sites))).state
    assert (state.public.round, state.public.last_round, state.public.ending) == (12, 12, "covered")
    state = round_of_donations(state).state
    assert (state.public.round, state.public.agenda) == (12, ())


def test_bonus_ties() -> None:
    """X-47: if two, three or four players tie, each gets 15 points."""
    assert scoring.bonus_seats((3, 3)) == (0, 1)
    assert scoring.bonus_seats((2, 3, 3, 3)) == (1, 2, 3)
    assert scoring.bonus_seats((1, 1, 1, 1)) == (0, 1, 2, 3)


def test_lone_pieces() -> None:
    """X-48: a single piece is a group of size 1. A seat without pieces gets no bonus."""
    sizes = tuple(scoring.largest_group(BOARD, (ring(0, "Paris"), ring(2, "Wien")), seat) for seat in range(3))
    assert sizes == (1, 0, 1)
    assert scoring.bonus_seats(sizes) == (0, 2)


def test_five_rings_beat_four_tiles() -> None:
    """X-49: the bonus counts pieces, not hexes."""
    rings = tuple(ring(0, spot) for spot in ((6, 9), (7, 9), (8, 9), (8, 8), (7, 8)))
    assert scoring.largest_group(BOARD, rings, 0) == 5
    assert scoring.bonus_seats((5, 4)) == (0,)


def test_shared_city_counts_for_both() -> None:
    """X-50: a shared city counts for two objectives."""
    state = at_turn(10, A, "francia", pieces=[laid(0, 30, "Paris", "Dijon", "Lyon"), ring(1, "Dijon")])
    assert [scoring.objective_cities(BOARD, 1, cover(state).held(seat)) for seat in (0, 1)] == [1, 1]


def test_tie_break_counts_all_regions() -> None:
    """X-51: the tie-break also counts inactive regions, and counts a shared site for both players."""
    pieces = [laid(0, 30, "Paris", "Dijon", "Lyon"), ring(1, "Dijon"), ring(1, "Wien")]
    state = with_public(at_turn(10, A, "francia", pieces=pieces, round=9), last_round=9, ending="covered")
    public = donated_out(replace(state, hands=tuple(Hand(each) for each in (13, 14, 15)))).state.public
    courts = tuple(replace(court, tally=type(court.tally)(sites=9)) for court in public.courts)
    outcome = ENGINE.outcome(replace(public, courts=courts))
    assert outcome is not None
    assert outcome.tiebreak == (3, 2, 0)
    assert outcome.ranking == ((0,), (1,), (2,))


def test_scores_equal_a_recount_of_the_log() -> None:
    """X-52: in a whole game the points in the events add up to the scores after each step."""
    state = started(4)
    recount = [0] * 4
    while state.public.agenda:
        seat, kind = now(state)[0]
        choices = legal(state, seat, kind)
        step = play(state, seat, choices[len(choices) // 3])
        state = step.state
        for each in step.events:
            if hasattr(each.event, "points") and hasattr(each.event, "seat"):
                recount[each.event.seat] += each.event.points
            elif hasattr(each.event, "seats"):
                for winner in each.event.seats:
                    recount[winner] += each.event.points
        assert [court.score for court in state.public.courts] == recount
        ENGINE.check(state)


def test_only_donations() -> None:
    """X-53: twelve rounds of donations are a valid game with 36 points and objective 0."""
    state = started(2)
    while state.public.agenda:
        state = round_of_donations(state).state
        ENGINE.check(state)
    outcome = ENGINE.outcome(state.public)
    assert outcome is not None
    assert outcome.scores == (36, 36)


# Secrecy


def test_privilege_shows_nowhere_before_the_reveal() -> None:
    """X-54: a privilege leaves no trace before the reveal.

    Other players' views are identical byte for byte, the supply is unchanged and no payment is announced.
    """
    state = started(3, COLOMBO)
    steps = [play(state, 0, SealPlan("francia", C, privilege)) for privilege in (False, True)]
    seen = [encode(view(step.state, seat)) for step in steps for seat in (1, None)]
    assert len({*seen[::2]}) == len({*seen[1::2]}) == 1
    heard = [[encode(each.event) for each in step.events if each.visible_to(1)] for step in steps]
    assert heard[0] == heard[1]
    assert steps[1].state.public.courts[0].rings == 6
    assert told(steps[1], RingPaid) == []
    assert ENGINE.pending(steps[0].state.public) == ENGINE.pending(steps[1].state.public)


def test_vault_reaches_no_view_and_no_repr() -> None:
    """X-55: a view has no vault, and neither the text of a state nor a refusal shows cards of the deck."""
    state = started(3, COLOMBO)
    assert "vault" not in view(state, 0).__struct_fields__
    for shown in (repr(state), repr(state.vault), repr(state.hands), repr(view(state, 0))):
        assert not any(str(card) in shown for card in state.vault.decks[0] if card > 20)
    with pytest.raises(NotPending) as error:
        play(state, 0, Donate())
    assert str(error.value) == "it is not this seat's turn"


def test_that_a_plan_lies_there_is_public_what_it_says_is_not() -> None:
    """X-56: a spectator sees that a plan is sealed. Only its owner gets its content, and at the reveal everybody does."""
    step = play(started(3, COLOMBO), 0, KING_C)
    assert view(step.state, None).public.courts[0].sealed
    assert [type(each.event) for each in step.events if each.visible_to(None)] == [PlanSealed]
    assert [type(each.event) for each in step.events if each.visible_to(0)] == [PlanSealed, PlanWritten]
    done = play(after(step.state, 1, OTHERS[0]), 2, OTHERS[1])
    assert any(isinstance(each.event, PlansRevealed) and each.to is None for each in done.events)
