"""A bot that weighs points, leagues, its objective, its largest group and what it takes from others.

It sees what its seat sees, looks one turn ahead and draws no random number: the same position always gets the same answer.
"""

from math import exp

from engines.gonzaga import scoring
from engines.gonzaga.actions import Deed, SealPlan, Turn, rings_laid
from engines.gonzaga.board import Cover, World, cells_in
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import Court, Public, Seen

EXPECTED_ROUNDS = 9
LEAGUE_PROGRESS = (0.8, 2.2)
"""What a first and a second harbour of a sea are worth on the way to a league, early in the game."""
OBJECTIVE_PROMISE = 1.5
"""What a city of the objective is worth beyond its points at once, for those that follow are worth more."""
BLOCKED_LEAGUE = 3.0
DENIAL = 0.5
RING_COST = 0.9
PRIVILEGE_COST = 1.6
GROUP_SPREAD = 1.6
LOOSE_END = 0.25
RISK = {Deed.HARBOURS: 0.10, Deed.CITIES: 0.16, Deed.ALLIANCE: 0.20}
PRIVILEGED_RISK = 0.04
MOST_WISHES = 12
"""So many turns are filed for a place still to come; whoever finds all of them taken wants to see the map."""


class Valuation:
    """What pieces on given hexes would be worth to a seat, on the map as it is."""

    def __init__(self, world: World, public: Public, seat: int, objective: int) -> None:
        self.board = world.board
        self.world = world
        self.seat = seat
        self.objective = objective
        self.cover = Cover(len(public.courts), public.pieces)
        self.held = self.cover.held(seat)
        self.others = [self.cover.held(other) for other in range(len(public.courts)) if other != seat]
        self.patience = min(1.0, max(0, (public.last_round or EXPECTED_ROUNDS) - public.round) / 6)
        self.denial = DENIAL / len(self.others)
        self.groups = [
            (scoring.around(self.board, bits), size) for bits, size in scoring.linked(self.board, public.pieces, seat)
        ]
        self.largest = max((size for _, size in self.groups), default=0)
        rivals = [other for other in range(len(public.courts)) if other != seat]
        self.rival = max(scoring.largest_group(self.board, public.pieces, other) for other in rivals)
        self.sites = {1 << cell: self._site(1 << cell) for cell in cells_in(self.board.sites & ~self.held)}
        self.group_values = [scoring.BONUS / (1 + exp((self.rival - size) / GROUP_SPREAD)) for size in range(30)]
        self.values: dict[int, float] = {}

    def of(self, bits: int, pieces: int) -> float:
        """The worth of one piece, or of two linked ones, on these hexes."""
        worth = self.values.get(bits)
        if worth is None:
            worth = self.values[bits] = self._sites(bits & self.board.sites & ~self.held) + self._links(bits, pieces)
        return worth

    def _sites(self, sites: int) -> float:
        worth, rest = 0.0, sites
        while rest:
            lowest = rest & -rest
            worth += self.sites[lowest]
            rest ^= lowest
        if sites & self.board.harbours:
            worth += scoring.LEAGUE * len(scoring.new_leagues(self.board, self.held, self.held | sites))
        return worth

    def _site(self, site: int) -> float:
        """What one site is worth: points, progress of league and objective, and its loss to others."""
        points = float(scoring.site_points(self.world, site))
        bare = not site & (self.cover.all_fiefs | self.cover.all_rings)
        worth = points * (1 + self.denial * bare)
        return worth + (self._harbour(site) if site & self.board.harbours else self._city(site))

    def _harbour(self, site: int) -> float:
        harbours = next(harbours for _, harbours in self.board.seas if harbours & site)
        count = (self.held & harbours).bit_count()
        worth = LEAGUE_PROGRESS[count] * self.patience if count < len(LEAGUE_PROGRESS) else 0.0
        rivals = sum((other & harbours).bit_count() == 2 and not other & site for other in self.others)
        return worth + BLOCKED_LEAGUE * self.denial * rivals

    def _city(self, site: int) -> float:
        if not site & self.objective:
            return 0.0
        count = (self.held & self.objective).bit_count()
        return scoring.OBJECTIVE[count + 1] - scoring.OBJECTIVE[count] + OBJECTIVE_PROMISE * self.patience

    def _links(self, bits: int, pieces: int) -> float:
        """What the growth of the largest group is worth on the way to the bonus."""
        size, joined = pieces, 0
        for near, count in self.groups:
            if bits & near:
                size += count
                joined += 1
        growth = self.group_values[max(size, self.largest)] - self.group_values[self.largest]
        return growth + LOOSE_END * joined


def _valuation(world: World, seen: Seen, seat: int) -> Valuation:
    objective = world.board.objectives[seen.hand.objective] if seen.hand is not None else 0
    return Valuation(world, seen.public, seat, objective)


def _ranked(value: Valuation, court: Court, plan: SealPlan) -> list[tuple[float, int, Turn]]:
    """(worth, mask, turn) of every fief and wedding under a plan, best first, equals in the order of the list."""
    ring = RING_COST * min(1.0, value.patience + 0.2)
    ranked: list[tuple[float, int, Turn]] = []
    for bits, turn in turns.candidates(value.world, value.cover, court, value.seat, plan):
        rings = rings_laid(turn)
        ranked.append((value.of(bits, max(1, rings)) - ring * rings, bits, turn))
    return sorted(ranked, key=lambda entry: -entry[0])


def turn(world: World, seen: Seen, seat: int, plan: SealPlan) -> Turn:
    """The turn worth most, a donation if none is worth its points."""
    value = _valuation(world, seen, seat)
    ranked = _ranked(value, seen.public.courts[seat], plan)
    return ranked[0][2] if ranked and ranked[0][0] > scoring.DONATION else turns.DONATE


def wishes(world: World, seen: Seen, seat: int, plan: SealPlan) -> tuple[Turn, ...]:
    """The turns to file for the place after the plan, best first: all worth more than a donation, at most ``MOST_WISHES``.

    A list that ends before that ends with the donation.
    """
    ranked = _ranked(_valuation(world, seen, seat), seen.public.courts[seat], plan)
    worth_it = [turn for worth, _, turn in ranked if worth > scoring.DONATION]
    return (*worth_it, turns.DONATE)[:MOST_WISHES]


def plan(world: World, seen: Seen, seat: int) -> SealPlan:
    """The plan that promises most, given that others may take its best place first."""
    value, court = _valuation(world, seen, seat), seen.public.courts[seat]
    return max(planning.legal(world, court), key=lambda plan: _promise(value, court, plan))


def weighed_turns(world: World, seen: Seen, seat: int, plan: SealPlan) -> list[tuple[float, Turn]]:
    """What every turn under a plan is worth, a donation among them, the best first."""
    ranked = _ranked(_valuation(world, seen, seat), seen.public.courts[seat], plan)
    return _best_first([*((worth, turn) for worth, _, turn in ranked), (float(scoring.DONATION), turns.DONATE)])


def weighed_plans(world: World, seen: Seen, seat: int) -> list[tuple[float, SealPlan]]:
    """What every plan promises, the best first."""
    value, court = _valuation(world, seen, seat), seen.public.courts[seat]
    return _best_first([(_promise(value, court, plan), plan) for plan in planning.legal(world, court)])


def _best_first[ActionT](weighed: list[tuple[float, ActionT]]) -> list[tuple[float, ActionT]]:
    return sorted(weighed, key=lambda entry: -entry[0])


def _promise(value: Valuation, court: Court, plan: SealPlan) -> float:
    """The expected worth of a plan: its best place, or what is left if somebody comes first."""
    ranked = _ranked(value, court, plan)
    if not ranked:
        return float(scoring.DONATION) - (PRIVILEGE_COST if plan.privilege else 0.0)
    best, bits, _ = ranked[0]
    spare = next((worth for worth, other, _ in ranked if not other & bits), float(scoring.DONATION))
    risk = (PRIVILEGED_RISK if plan.privilege else RISK[plan.action]) * len(value.others)
    expected = (1 - risk) * max(best, scoring.DONATION) + risk * max(spare, scoring.DONATION)
    return expected - (PRIVILEGE_COST if plan.privilege else 0.0)
