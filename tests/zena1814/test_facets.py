"""Search facets of finished games, and openings of seats."""

from typing import Any

import pytest

from engines import playout
from engines.zena1814 import ENGINE
from engines.zena1814.actions import EndTurn, Influence, MoveFigure, NameStarter, OfferCard, SealFigure, TakeBonus
from engines.zena1814.state import Public
from tests.zena1814.positions import family, position, replace


def _ended(*goals: tuple[str, ...], **facts: Any) -> Public:
    """Return a finished game with these goals in hand. Unless ``facts`` says otherwise, all figures are in the Old Town."""
    players = facts.pop("players", [family() for _ in goals])
    return replace(position(*players, seats=len(players), **facts).public, agenda=(), goals=goals)


def _facets(public: Public) -> dict[str, int | str]:
    return {facet.name: facet.value for facet in ENGINE.facets(ENGINE.Options(), public, ())}


def test_goal_cards_that_brought_points_are_counted() -> None:
    """Z-19: three copies score nine points in all. A majority goal without the majority scores nothing."""
    found = _facets(_ended(("go_dagghe", "go_dagghe", "go_dagghe"), ("go_maj_bank",), ("go_accontentarse",)))
    assert (found["goals"], found["goal_points"]) == (4, 9)


def test_without_opened_goals_there_are_none() -> None:
    """Z-20.3: a conceded game reveals no goals, and beginners have none."""
    given_up = position(seats=3).public
    beginners = _ended((), (), mode="beginner")
    for public in (given_up, beginners):
        assert (_facets(public)["goals"], _facets(public)["goal_points"]) == (0, 0)


def test_won_battles_are_those_of_all() -> None:
    """Z-16.16: the facet counts the battles that were won in the whole game."""
    assert _facets(_ended((), (), won=("fo_1", "fo_3")))["won"] == 2
    assert _facets(_ended((), ()))["won"] == 0


def test_what_was_chosen_for_the_table() -> None:
    """Z-1.1, R-5, R-12: the facets contain mode, choice of the start player and order of actions."""
    public = replace(_ended((), ()), starter="random", free_order=True)
    assert {name: _facets(public)[name] for name in ("mode", "starter", "order")} == {
        "mode": "expert",
        "starter": "random",
        "order": "free",
    }
    assert (_facets(_ended((), (), mode="beginner"))["mode"], _facets(_ended((), ()))["order"]) == ("beginner", "fixed")


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ((SealFigure("lord", "ca_alms"), MoveFigure("lady", "port"), OfferCard("po_trade_route")), "port.dice"),
        ((OfferCard("ot_gossip"), EndTurn(), OfferCard("bk_shares")), "old_town.one_shot"),
        ((Influence(3, 2), OfferCard("bk_shares")), "bank.permanent"),
        ((MoveFigure("lady", "port"), EndTurn(), OfferCard("bk_shares")), "nothing"),
        ((TakeBonus("coin"), OfferCard("bk_shares")), "nothing"),
        ((SealFigure("lord", "ca_alms"),), ""),
    ],
)
def test_a_seat_begins_with_the_first_card_it_offers(actions: tuple[Any, ...], code: str) -> None:
    """Z-7, Z-6.7, Z-6.9: the opening is area and kind of the card offered in the first turn, or "nothing"."""
    played = [(1, OfferCard("pa_senate")), *((0, action) for action in actions)]
    assert ENGINE.opening(played, 0) == code
    assert ENGINE.opening(played, 1) == "palace.permanent"


def test_the_first_start_player() -> None:
    """Z-4.5: a game conceded during the placement has no first start player."""
    assert _facets(position(seats=4, start=2, round=1).public)["first"] == 2
    assert _facets(replace(position().public, start=None, round=0))["first"] == 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_who_began_stays_the_same_when_the_start_player_changes(seats: int) -> None:
    """Z-15.4: the start-player card passes to the right after every round.

    The facet remains the seat that had the first turn of the game.
    """
    record = playout.play_game(ENGINE, ENGINE.Options(), [ENGINE.bot] * seats, bytes(32))
    first_turn = next(move.seat for move in record.moves if not isinstance(move.action, SealFigure | NameStarter))
    found = {_facets(step.state.public)["first"] for step in record.steps() if step.state.public.round}
    assert found == {first_turn}
    assert record.rounds > 1
