"""A bot that weighs points, leagues, its objective, its largest group and losses of other seats.

It sees only what its seat sees, looks one turn ahead and draws no random number: the same position always gets the same answer.
"""

from math import exp

from engines.gonzaga import scoring
from engines.gonzaga.actions import ActionCard, SealPlan, Turn, rings_laid
from engines.gonzaga.board import Cover, World, cells_in
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import Court, Public, Seen

EXPECTED_ROUNDS = 9
LEAGUE_PROGRESS = (0.8, 2.2)
"""Early worth of the first and the second harbour of a sea on the way to a league."""
OBJECTIVE_PROMISE = 1.5
"""Worth of an objective's city beyond its immediate points, because later cities score more."""
BLOCKED_LEAGUE = 3.0
DENIAL = 0.5
RING_COST = 0.9
PRIVILEGE_COST = 1.6
GROUP_SPREAD = 1.6
LOOSE_END = 0.25
RISK = {ActionCard.HARBOURS: 0.10, ActionCard.CITIES: 0.16, ActionCard.ALLIANCE: 0.20}
PRIVILEGED_RISK = 0.04
MOST_WISHES = 12
"""Maximum number of queued turns; if others block all of them, the bot decides on the new map."""


class Valuation:
    """Value of pieces on given hexes to a seat, on the current map."""

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
            (scoring.adjacent_hexes(self.board, bits), size)
            for bits, size in scoring.connected_groups(self.board, public.pieces, seat)
        ]
        self.largest = max((size for _, size in self.groups), default=0)
        rivals = [other for other in range(len(public.courts)) if other != seat]
        self.rival = max(scoring.largest_group(self.board, public.pieces, other) for other in rivals)
        self.sites = {1 << cell: self._site(1 << cell) for cell in cells_in(self.board.sites & ~self.held)}
        self.group_values = [scoring.BONUS / (1 + exp((self.rival - size) / GROUP_SPREAD)) for size in range(30)]
        self.values: dict[int, float] = {}

    def of(self, bits: int, pieces: int) -> float:
        """Return the value of one piece, or of two connected ones, on these hexes."""
        worth = self.values.get(bits)
        if worth is None:
            worth = self.values[bits] = self._sites(bits & self.board.sites & ~self.held) + self._links(bits, pieces)
        return worth

    def _sites(self, sites: int) -> float:
        worth, remaining = 0.0, sites
        while remaining:
            lowest = remaining & -remaining
            worth += self.sites[lowest]
            remaining ^= lowest
        if sites & self.board.harbours:
            worth += scoring.LEAGUE * len(scoring.new_leagues(self.board, self.held, self.held | sites))
        return worth

    def _site(self, site: int) -> float:
        """Return the value of one site: points, progress of league and objective, and losses of other seats."""
        points = float(scoring.site_points(self.world, site))
        uncovered = not site & (self.cover.all_fiefs | self.cover.all_rings)
        worth = points * (1 + self.denial * uncovered)
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
        """Return the value of a larger group as progress towards the bonus."""
        size, joined_groups = pieces, 0
        for surroundings, count in self.groups:
            if bits & surroundings:
                size += count
                joined_groups += 1
        growth = self.group_values[max(size, self.largest)] - self.group_values[self.largest]
        return growth + LOOSE_END * joined_groups


def _valuation(world: World, seen: Seen, seat: int) -> Valuation:
    objective = world.board.objectives[seen.hand.objective] if seen.hand is not None else 0
    return Valuation(world, seen.public, seat, objective)


def _ranked(valuation: Valuation, court: Court, plan: SealPlan) -> list[tuple[float, int, Turn]]:
    """Return (worth, mask, turn) of every fief and Wedding under a plan, best first.

    Ties keep the order of the candidates.
    """
    ring_cost = RING_COST * min(1.0, valuation.patience + 0.2)
    ranked: list[tuple[float, int, Turn]] = []
    for bits, turn in turns.candidates(valuation.world, valuation.cover, court, valuation.seat, plan):
        rings = rings_laid(turn)
        ranked.append((valuation.of(bits, max(1, rings)) - ring_cost * rings, bits, turn))
    return sorted(ranked, key=lambda entry: -entry[0])


def turn(world: World, seen: Seen, seat: int, plan: SealPlan) -> Turn:
    """Return the turn with the highest worth, or a donation if no turn is worth more points."""
    valuation = _valuation(world, seen, seat)
    ranked = _ranked(valuation, seen.public.courts[seat], plan)
    return ranked[0][2] if ranked and ranked[0][0] > scoring.DONATION else turns.DONATE


def wishes(world: World, seen: Seen, seat: int, plan: SealPlan) -> tuple[Turn, ...]:
    """Return the turns to queue after the plan, best first, at most ``MOST_WISHES``.

    They are worth more than a donation. A shorter list also has the donation, at its end.
    """
    ranked = _ranked(_valuation(world, seen, seat), seen.public.courts[seat], plan)
    worthwhile = [turn for worth, _, turn in ranked if worth > scoring.DONATION]
    return (*worthwhile, turns.DONATE)[:MOST_WISHES]


def plan(world: World, seen: Seen, seat: int) -> SealPlan:
    """Return the most promising plan, considering that other seats can take its best place first."""
    valuation, court = _valuation(world, seen, seat), seen.public.courts[seat]
    return max(planning.legal(world, court), key=lambda plan: _promise(valuation, court, plan))


def weighed_turns(world: World, seen: Seen, seat: int, plan: SealPlan) -> list[tuple[float, Turn]]:
    """Return the worth of every turn under a plan, including a donation, best first."""
    ranked = _ranked(_valuation(world, seen, seat), seen.public.courts[seat], plan)
    return _best_first([*((worth, turn) for worth, _, turn in ranked), (float(scoring.DONATION), turns.DONATE)])


def weighed_plans(world: World, seen: Seen, seat: int) -> list[tuple[float, SealPlan]]:
    """Return the expected worth of every plan, best first."""
    valuation, court = _valuation(world, seen, seat), seen.public.courts[seat]
    return _best_first([(_promise(valuation, court, plan), plan) for plan in planning.legal(world, court)])


def _best_first[ActionT](weighed: list[tuple[float, ActionT]]) -> list[tuple[float, ActionT]]:
    return sorted(weighed, key=lambda entry: -entry[0])


def _promise(valuation: Valuation, court: Court, plan: SealPlan) -> float:
    """Return the expected worth of a plan: its best place, or the next best if somebody takes it first."""
    ranked = _ranked(valuation, court, plan)
    if not ranked:
        return float(scoring.DONATION) - (PRIVILEGE_COST if plan.privilege else 0.0)
    best_worth, bits, _ = ranked[0]
    second_best = next((worth for worth, other_bits, _ in ranked if not other_bits & bits), float(scoring.DONATION))
    risk = (PRIVILEGED_RISK if plan.privilege else RISK[plan.action]) * len(valuation.others)
    expected = (1 - risk) * max(best_worth, scoring.DONATION) + risk * max(second_best, scoring.DONATION)
    return expected - (PRIVILEGE_COST if plan.privilege else 0.0)
