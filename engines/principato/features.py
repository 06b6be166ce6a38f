"""Features of a position for the learned value, from the information of one viewer."""

from engines.principato import military, scoring
from engines.principato.loader import content
from engines.principato.state import Public, Seen
from engines.principato.thinking import hand
from engines.principato.thinking.prospects import Outlook, calendar
from engines.principato.thinking.valuation import Valuation
from engines.principato.thinking.weights import WEIGHTS

NAMES = ("points", "worth", "cards", "economy", "cubes", "strength", "turns", "goals", "viewer")
"""Points so far. The bot's appraisals of the principality, of the cards in hand, and of the tiles for later turns. Stored
cubes, strength with all units supplied, turns left. Points of goals so far, for the viewer only. Whether the seat is the
viewer."""
SIMULATIONS = 16
"""Imagined games for one decision of the strongest bot."""


def phase(public: Public) -> float:
    """Return the share of the game that is over, from 0 to 1."""
    return 1 - calendar(public).rest / content(public.version).turns(len(public.realms))


def features(seen: Seen) -> list[tuple[float, ...]]:
    """Return the features of each seat, in the order of ``NAMES``."""
    public = seen.public
    facts = content(public.version)
    outlook = Outlook(public, WEIGHTS)
    found: list[tuple[float, ...]] = []
    for seat, realm in enumerate(public.realms):
        goals = seen.hand.goals if seen.hand is not None and seat == seen.seat else ()
        valuation = Valuation(public, seat, goals, WEIGHTS, outlook)
        found.append(
            (
                sum(realm.monuments) + sum(realm.books) + sum(realm.paintings) + realm.points,
                valuation.realm(realm),
                hand.pair(valuation, *(hand.card(valuation, realm, public.supply, card) for card in realm.cards)),
                valuation.economy(realm),
                scoring.stored_cubes(realm),
                military.best_strength(realm),
                valuation.turns,
                sum(scoring.goal_points(realm, facts.goal(goal).worth) for goal in goals),
                seat == seen.seat,
            )
        )
    return found
