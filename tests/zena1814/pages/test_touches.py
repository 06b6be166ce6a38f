"""Number of touches on a phone for each legal move and offer, at the start of about a hundred turns."""

from collections.abc import Iterator
from typing import Any

from engines.contract import Pending, When, encode, view
from engines.zena1814 import ENGINE
from engines.zena1814.actions import MoveFigure, OfferCard
from engines.zena1814.state import State
from tests.zena1814.fullest import fullest
from tests.zena1814.pages.walkthrough import asked, panel, played

POSITIONS, MOST = 100, 4
TAB, CARD, FIGURE, PLACE, BUTTON, LIST, ENTRY = 1, 1, 1, 1, 1, 1, 1


def turns() -> list[tuple[State, Pending]]:
    """Return states at which a turn begins, with its decision: a sample of whole games, and the fullest position."""
    games = [played(seats, "expert", seed)[0] for seats in (2, 3, 4, 5) for seed in (1, 2)]
    found = [each for each in asked("turn", *games) if each[1].when is When.NOW and not each[1].continues]
    full = fullest()
    return [*found[:: max(1, len(found) // POSITIONS)], (full, ENGINE.pending(full.public)[0])]


def moves(form: dict[str, Any], legal: list[Any]) -> Iterator[int]:
    """Yield the number of touches for each move: one for the figure, one for the area that lights up."""
    lit = {step.value for mover in form["movers"] if mover.figure in form["touch"].figures for step in mover.steps}
    for action in legal:
        if isinstance(action, MoveFigure):
            assert encode(action).decode() in lit
            yield FIGURE + PLACE


def offers(form: dict[str, Any], legal: list[Any]) -> Iterator[int]:
    """Yield the number of touches for each offer: tab and card, then a button and a list if the offer needs them."""
    for action in legal:
        if isinstance(action, OfferCard):
            target = form["touch"].cards[action.card]
            if target.value == encode(action).decode():
                yield TAB + CARD
            else:
                offer = next(each for each in form["offers"] if each.face.id == action.card)
                assert any(way.markers == 1 + action.second for way in offer.options)
                is_first = all(str(taken.laid) == offer.sources[0].value.partition("-")[0] for taken in action.reclaim[:1])
                yield TAB + CARD + BUTTON + (0 if is_first else LIST + ENTRY)


def test_every_move_and_every_usual_offer_is_within_four_touches() -> None:
    found = turns()
    assert len(found) >= POSITIONS
    met: set[int] = set()
    for state, pending in found:
        form, legal = panel(state, pending), list(ENGINE.legal(view(state, pending.seat), pending))
        assert all(count == FIGURE + PLACE for count in moves(form, legal))
        fewest: dict[str, int] = {}
        for action in legal:
            if isinstance(action, OfferCard):
                fewest[action.card] = min(fewest.get(action.card, 99), *offers(form, [action]))
        met |= set(fewest.values())
        # A turn has a move and an offer, and then the red button that sends it.
        usual = [count for card, count in fewest.items() if form["touch"].cards[card].value]
        assert all(FIGURE + PLACE + count <= MOST for count in usual)
        assert all(count <= MOST for count in fewest.values())
    assert TAB + CARD in met
