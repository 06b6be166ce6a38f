"""Small resolutions of chosen areas, and ends of a game. The default is the last round, after which the game ends."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.contract import Outcome, Pending, Step, When
from engines.zena1814 import ENGINE
from engines.zena1814.actions import DrawFrom, PayCoins
from engines.zena1814.content import Area, Deck
from engines.zena1814.events import MajorityCounted
from engines.zena1814.state import AskDiscards, ClearArea, EndRound, HoldMajority, ResolveCards, State
from tests.zena1814.positions import Card, Player, advance, family, loaded, own, position, run, told

LAST = 8
ABSENT = family("port")
"""A seat that is nowhere but at the port."""


def resolving(
    *players: Player,
    areas: Sequence[Area] = ("bank",),
    rows: Mapping[Area, Sequence[Card]] | None = None,
    dice: Mapping[int, int] | None = None,
    round: int = LAST,
    **facts: Any,
) -> State:
    """Return a state in which only these areas are resolved, and the round ends without discards.

    ``dice`` has the same format as in ``loaded``.
    """
    steps = tuple(task for area in areas for task in (ResolveCards(area), ClearArea(area), HoldMajority(area)))
    usual = {"agenda": (*steps, EndRound()), "phase": "resolution", "round": round, "rows": rows}
    state = position(*players, **(usual | facts))
    return loaded(state, dice) if dice else state


def resolved(*players: Player, moves: Sequence[tuple[int, Any]] = (), **facts: Any) -> Step[State, Any]:
    """Return the step after areas are resolved as in ``resolving`` and these moves are made."""
    return onward(resolving(*players, **facts), *moves)


def onward(state: State, *moves: tuple[int, Any]) -> Step[State, Any]:
    """Return the step after all automatic tasks and these moves (seat, action)."""
    begun = advance(state)
    done = run(begun.state, *moves)
    return Step(done.state, begun.events + done.events, begun.draws + done.draws)


def discarding(*players: Player, round: int = LAST, **facts: Any) -> State:
    """Return a state at the start of phase 4, after all areas are resolved."""
    state = position(*players, agenda=(AskDiscards(()), EndRound()), phase="resolution", round=round, **facts)
    return advance(state).state


def ended(*players: Player, **facts: Any) -> Outcome:
    """Return the outcome of a game with these families, without further discards."""
    state = position(*players, **({"agenda": (EndRound(),), "phase": "end", "round": LAST} | facts))
    outcome = ENGINE.outcome(advance(state).state.public)
    assert outcome is not None
    return outcome


def lines(outcome: Outcome, seat: int = 0) -> dict[str, int]:
    """Return the lines of a seat's final score that are not zero."""
    return {line.code: line.points for line in outcome.breakdown[seat] if line.points}


def counted(*players: Player, area: Area, **facts: Any) -> tuple[tuple[int, ...], int | None]:
    """Return the strength of each seat in an area without cards, and the seat with the majority."""
    (found,) = told(resolved(*players, areas=(area,), **facts), MajorityCounted)
    assert found.area == area
    return found.strengths, found.seat


def draws(seat: int, *decks: Deck) -> list[tuple[int, DrawFrom]]:
    """Return the moves of a seat that draws from these decks."""
    return [(seat, DrawFrom(deck)) for deck in decks]


def pays(*coins: int) -> list[tuple[int, PayCoins]]:
    """Return moves in which seat 0 pays the first number of coins, seat 1 the second, and so on."""
    return [(seat, PayCoins(each)) for seat, each in enumerate(coins)]


def coins(state: State) -> list[int]:
    """Return the coins of all seats."""
    return [each.coins for each in state.public.families]


def points(state: State) -> list[int]:
    """Return the victory points of all seats."""
    return [each.points for each in state.public.families]


def supplies(state: State) -> list[int]:
    """Return the markers in supply of all seats."""
    return [each.supply for each in state.public.families]


def cards(state: State) -> list[int]:
    """Return the number of cards in hand of all seats."""
    return [own(state, seat).cards for seat in range(len(state.hands))]


def asks(state: State, kind: str) -> list[Pending]:
    """Return the open decisions of this kind."""
    return [each for each in ENGINE.pending(state.public) if each.kind == kind]


def ahead(state: State, kind: str | None = None) -> list[tuple[int, str]]:
    """Return the seat and key of every decision that is open ahead."""
    found = [each for each in ENGINE.pending(state.public) if each.when is When.AHEAD]
    return sorted((each.seat, each.key) for each in found if kind in (None, each.kind))
