"""Features of a position for the learned value, from the information of one viewer."""

from engines.zena1814 import majority, scoring
from engines.zena1814.content import Battle, Gain
from engines.zena1814.loader import content
from engines.zena1814.state import AskTurn, BeginResolution, Laid, Public, Seen

NAMES = (
    *("points", "coins", "supply", "actions", "goal_cards", "now", "later", "majorities", "majority_worth"),
    *("under_figures", "goals", "viewer", "turn_left"),
)
"""Points so far, coins, markers in the supply, cards in hand by their backs. Gains of markers this round and in later rounds,
areas held and their gains until the end, markers under figures. Points of goals so far, for the viewer only. Whether the seat
is the viewer, and still has a turn this round."""
COIN = 0.35
"""Worth of a coin or a card in points."""
ROLL = 0.5
"""Chance of a gain that depends on a die."""
SIMULATIONS = 18
"""Imagined games for one decision of the strongest bot."""


def phase(public: Public) -> float:
    """Return the share of the game that is over, from 0 to 1."""
    return max(0, public.round - 1) / content(public.version).limits.rounds


def features(seen: Seen) -> list[tuple[float, ...]]:
    """Return the features of each seat, in the order of ``NAMES``."""
    public = seen.public
    limits = content(public.version).limits
    left = limits.rounds - max(1, public.round)
    is_due = any(isinstance(task, BeginResolution) for task in public.agenda)
    to_act = {task.seat for task in public.agenda if isinstance(task, AskTurn)}
    now, later, areas, worths = ([0.0] * len(public.families) for _ in range(4))
    for row in public.rows:
        for laid in row.cards:
            gain_now, gain_later = _gains(public, laid)
            for seat in laid.markers:
                now[seat] += gain_now * is_due
                later[seat] += gain_later * left
        holder = majority.holder(public, row.area)
        if holder is not None:
            areas[holder] += 1
            worths[holder] += _worth(content(public.version).majority(row.area)) * (left + is_due)
    found: list[tuple[float, ...]] = []
    for seat, family in enumerate(public.families):
        goals = _goals(public, seat, seen.hand.cards) if seen.hand is not None and seat == seen.seat else 0
        under = sum(standing.markers for standing in family.figures)
        cards = (family.actions, family.goals)
        placed = (now[seat], later[seat], areas[seat], worths[seat], under)
        found.append(
            (family.points, family.coins, family.supply, *cards, *placed, goals, seat == seen.seat, seat in to_act),
        )
    return found


def _worth(gain: Gain) -> float:
    return gain.vp + COIN * (gain.coin + gain.card)


def _gains(public: Public, laid: Laid) -> tuple[float, float]:
    """Return the printed gain of a marker on a card at the next resolution, and at each later one."""
    card = content(public.version).laid(laid.card)
    gain = _worth(card.reward)
    if isinstance(card, Battle) or card.kind == "dice":
        return gain * ROLL, 0.0
    return gain, gain if card.kind == "permanent" else 0.0


def _goals(public: Public, seat: int, cards: tuple[str, ...]) -> int:
    """Return the points that the goals in this hand would score now."""
    facts = content(public.version)
    names = [name for name in dict.fromkeys(cards) if facts.deck_of(name) == "goal"]
    return sum(scoring.goal_points(public, seat, facts.goal(name), cards.count(name)) for name in names)
