"""Future of a seat: its turns, the scorings, and the military points it can expect from them."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

from engines.principato import military
from engines.principato.loader import content
from engines.principato.state import Principality, Public
from engines.principato.thinking.weights import Weights


class Calendar(NamedTuple):
    """The number of turns of all seats left from now, and the number of turns before each future scoring."""

    rest: int
    waits: tuple[float, ...]


def calendar(public: Public) -> Calendar:
    """Return the calendar of future scorings; a scoring card is expected in the middle of its pile."""
    facts, seats = content(public.version), len(public.realms)
    decks = facts.for_seats(seats).decks
    turns_left = public.pile - public.scoring_due
    waits = [] if _is_year_over(public) else [turns_left / 2] * public.scoring_due + [float(turns_left)]
    for year in range(public.year + 1, len(decks) + 1):
        length = decks[year - 1]
        waits += [turns_left + length / 2] * (year in facts.scoring_cards.decks) + [float(turns_left + length)]
        turns_left += length
    return Calendar(turns_left, tuple(waits))


def _is_year_over(public: Public) -> bool:
    last = public.scorings[-1] if public.scorings else None
    return last is not None and (last.year, last.reason) == (public.year, "year_end")


def _turns(public: Public, turns: int) -> list[int]:
    """Return the number of turns of each seat among the next ``turns`` turns."""
    seats = len(public.realms)
    return [max(0, (turns - (seat - public.next_seat) % seats + seats - 1) // seats) for seat in range(seats)]


class Outlook:
    """Future of all seats: their turns, the scorings, and the strengths that each seat can expect."""

    def __init__(self, public: Public, weights: Weights) -> None:
        self.weights = weights
        self.prizes = content(public.version).for_seats(len(public.realms)).military
        schedule = calendar(public)
        waits = [wait / len(public.realms) for wait in schedule.waits]
        self.spreads = [weights.spread + weights.spread_per_turn * sqrt(wait) for wait in waits]
        self.turns = _turns(public, schedule.rest)
        self.before = _turns(public, int(schedule.waits[0]) if schedule.waits else 0)
        self.next = [
            military.strength(realm) + 2 * self.feedable(realm, turns)
            for turns, realm in zip(self.before, public.realms, strict=True)
        ]
        self.later = [self.lasting(realm) for realm in public.realms]

    def feedable(self, realm: Principality, turns: int) -> float:
        """Return the number of empty units that the stores and the income of ``turns`` turns can supply."""
        empty = realm.militia.empty + realm.condottieri.empty
        return min(empty, military.most_fed(realm) + self.weights.inflow * turns) if empty else 0

    def lasting(self, realm: Principality) -> float:
        """Return the lasting strength: catapults, and a part of each unit."""
        return realm.catapults + self.weights.kept * (realm.condottieri.count + realm.militia.count)


class Prospects:
    """Expectations of a seat for future scorings; other seats are assumed to grow only slightly."""

    def __init__(self, outlook: Outlook, seat: int) -> None:
        self.outlook = outlook
        self.turns, self.before = outlook.turns[seat], outlook.before[seat]
        others = [other for other in range(len(outlook.turns)) if other != seat]
        self.next_others = [
            outlook.next[other] + outlook.weights.growth * (outlook.before[other] - self.before) for other in others
        ]
        self.later_others = [outlook.later[other] for other in others]
        self._next: dict[float, float] = {}
        self._later: dict[float, float] = {}

    def military(self, realm: Principality, cube: float) -> float:
        """Return the points expected from all future scorings.

        At the next one the seat supplies as many units as it can, for ``cube`` points each, or none, if that is better.
        """
        if not self.outlook.spreads:
            return 0.0
        strength = military.strength(realm)
        points = self.next_scoring(strength)
        feedable = self.outlook.feedable(realm, self.before)
        if feedable:
            points = max(points, self.next_scoring(strength + 2 * feedable) - cube * feedable)
        return points + self.later_scorings(self.outlook.lasting(realm))

    def next_scoring(self, strength: float) -> float:
        """Return the points expected from the next scoring with this strength."""
        points = self._next.get(strength)
        if points is None:
            points = self._next[strength] = self._points(strength, self.next_others, self.outlook.spreads[0])
        return points

    def later_scorings(self, strength: float) -> float:
        """Return the points expected from all scorings after the next one."""
        points = self._later.get(strength)
        if points is None:
            points = sum([self._points(strength, self.later_others, spread) for spread in self.outlook.spreads[1:]])
            self._later[strength] = points
        return points

    def _points(self, strength: float, others: Sequence[float], spread: float) -> float:
        return expected_points([_chance(other - strength, spread) for other in others], self.outlook.prizes)


def expected_points(ahead: Sequence[float], prizes: Sequence[int]) -> float:
    """Return the expected points; ``ahead`` holds each rival's independent chance to lead."""
    rank_chances = [1.0]
    for chance in ahead:
        same_rank, rank_above = 1 - chance, 0.0
        for rank, rank_chance in enumerate(rank_chances):
            rank_chances[rank] = rank_chance * same_rank + rank_above * chance
            rank_above = rank_chance
        rank_chances.append(rank_above * chance)
    return sum([chance * prize for chance, prize in zip(rank_chances, prizes, strict=True)])


def _chance(lead: float, spread: float) -> float:
    """Return the chance that a rival with this lead is ahead at the scoring."""
    shift = -lead / spread
    return 1 / (1 + exp(shift if -30.0 < shift < 30.0 else max(-30.0, min(30.0, shift))))
