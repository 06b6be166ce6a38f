"""What is still to come for a seat: its turns, the scorings, and the military points it may expect of them."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

from engines.principato import military
from engines.principato.loader import content
from engines.principato.state import Principality, Public
from engines.principato.thinking.weights import Weights


class Calendar(NamedTuple):
    """How many turns of all seats together are left after this moment, and how many of them before each scoring to come."""

    rest: int
    waits: tuple[float, ...]


def calendar(public: Public) -> Calendar:
    """The scorings that have not begun; a scoring card is expected in the middle of its pile."""
    facts, seats = content(public.version), len(public.realms)
    decks = facts.for_seats(seats).decks
    rest = public.pile - public.scoring_due
    waits = [] if _is_year_over(public) else [rest / 2] * public.scoring_due + [float(rest)]
    for year in range(public.year + 1, len(decks) + 1):
        length = decks[year - 1]
        waits += [rest + length / 2] * (year in facts.scoring_cards.decks) + [float(rest + length)]
        rest += length
    return Calendar(rest, tuple(waits))


def _is_year_over(public: Public) -> bool:
    last = public.scorings[-1] if public.scorings else None
    return last is not None and (last.year, last.reason) == (public.year, "year_end")


def _turns(public: Public, turns: int) -> list[int]:
    """How many of the next so many turns are of each seat."""
    seats = len(public.realms)
    return [max(0, (turns - (seat - public.next_seat) % seats + seats - 1) // seats) for seat in range(seats)]


class Prospects:
    """What a seat expects of the scorings to come, all others staying as they are but for a little growth."""

    def __init__(self, public: Public, seat: int, weights: Weights) -> None:
        self.weights = weights
        self.prizes = content(public.version).for_seats(len(public.realms)).military
        plan = calendar(public)
        self.waits = [wait / len(public.realms) for wait in plan.waits]
        self.turns = _turns(public, plan.rest)[seat]
        before = _turns(public, int(plan.waits[0]) if plan.waits else 0)
        self.before = before[seat]
        others = [
            (turns, realm) for turns, realm in zip(before, public.realms, strict=True) if realm is not public.realms[seat]
        ]
        self.next_others = [
            military.strength(realm) + 2 * self._feedable(realm, turns) + weights.growth * (turns - self.before)
            for turns, realm in others
        ]
        self.later_others = [self._lasting(realm) for _, realm in others]
        self._next: dict[float, float] = {}
        self._later: dict[float, float] = {}

    def military(self, realm: Principality, cube: float) -> float:
        """Points expected of all scorings to come, less the cubes that are best fed for the next one, each worth ``cube``."""
        if not self.waits:
            return 0.0
        strength = military.strength(realm)
        points = self.next_scoring(strength)
        fed = self._feedable(realm, self.before)
        if fed:
            points = max(points, self.next_scoring(strength + 2 * fed) - cube * fed)
        return points + self.later_scorings(self._lasting(realm))

    def _feedable(self, realm: Principality, turns: int) -> float:
        """The empty units that can be fed with what is stored and what so many turns bring in."""
        empty = realm.militia.empty + realm.condottieri.empty
        return min(empty, military.most_fed(realm) + self.weights.inflow * turns) if empty else 0

    def next_scoring(self, strength: float) -> float:
        """Points expected of the next scoring with this strength."""
        points = self._next.get(strength)
        if points is None:
            points = self._next[strength] = self._points(strength, self.next_others, self.waits[0])
        return points

    def later_scorings(self, strength: float) -> float:
        """Points expected of all scorings after the next one."""
        points = self._later.get(strength)
        if points is None:
            points = sum(self._points(strength, self.later_others, wait) for wait in self.waits[1:])
            self._later[strength] = points
        return points

    def _lasting(self, realm: Principality) -> float:
        """The strength that lasts: catapults, and a part of each unit."""
        return realm.catapults + self.weights.kept * (realm.condottieri.count + realm.militia.count)

    def _points(self, strength: float, others: Sequence[float], wait: float) -> float:
        spread = self.weights.spread + self.weights.spread_per_turn * sqrt(wait)
        return expected_points([_chance(other - strength, spread) for other in others], self.prizes)


def expected_points(ahead: Sequence[float], prizes: Sequence[int]) -> float:
    """Points expected if each other is ahead with such a chance, independently."""
    places = [1.0]
    for chance in ahead:
        places = [stay * (1 - chance) + fall * chance for stay, fall in zip([*places, 0.0], [0.0, *places], strict=True)]
    return sum(chance * prize for chance, prize in zip(places, prizes, strict=True))


def _chance(lead: float, spread: float) -> float:
    """The chance that somebody with such a lead stays ahead."""
    return 1 / (1 + exp(max(-30.0, min(30.0, -lead / spread))))
