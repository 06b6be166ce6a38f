"""A bot that weighs points, leagues, its objective, its largest group and losses of other seats.

It sees only what its seat sees, looks one turn ahead and draws no random number: the same position always gets the same answer.
"""

from math import exp

from engines.gonzaga import scoring
from engines.gonzaga.actions import ActionCard, SealPlan, Turn
from engines.gonzaga.board import Cover, World, cells_in, mask_of_all
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
MOST_RINGS = 2
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
        rivals = [other for other in range(len(public.courts)) if other != seat]
        self.others = [self.cover.held(other) for other in rivals]
        self.patience = min(1.0, max(0, (public.last_round or EXPECTED_ROUNDS) - public.round) / 6)
        self.denial = DENIAL / len(self.others)
        self.groups = [(around, size) for _, around, size in scoring.connected_groups(self.board, public.pieces, seat)]
        self.around = mask_of_all(around for around, _ in self.groups)
        self.largest = max((size for _, size in self.groups), default=0)
        self.rival = max(scoring.largest_group(self.board, public.pieces, other) for other in rivals)
        self.open_sites = self.board.sites & ~self.held
        self.sites = self._harbours() | self._cities()
        self.group_values = [scoring.BONUS / (1 + exp((self.rival - size) / GROUP_SPREAD)) for size in range(30)]
        self.ring_cost = RING_COST * min(1.0, self.patience + 0.2)
        self.values: dict[int, float] = {}
        self._worths: dict[int, float] = {}
        # Hexes that differ from others: open sites, and hexes next to a group. Everywhere else only the rings count.
        self._marked = self.open_sites | self.around
        self._elsewhere = [self._links(0, rings or 1) - self.ring_cost * rings for rings in range(MOST_RINGS + 1)]

    def of(self, bits: int) -> float:
        """Return the worth of a fief, or of the one or two rings of a Wedding, on these hexes; a fief has more than two.

        It is kept in ``values``. The price of the rings is deducted.
        """
        hexes = bits.bit_count()
        rings = hexes if hexes <= MOST_RINGS else 0
        if bits & self._marked:
            sites = bits & self.open_sites
            worth = self._worths.get(sites)
            if worth is None:
                worth = self._worths[sites] = self._sites(sites)
            worth = worth + self._links(bits, rings or 1) - self.ring_cost * rings
        else:
            worth = self._elsewhere[rings]
        self.values[bits] = worth
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

    def _harbours(self) -> dict[int, float]:
        """Return the value of each open harbour: points, progress of a league, and losses of other seats."""
        worths: dict[int, float] = {}
        for _, harbours in self.board.seas:
            count = (self.held & harbours).bit_count()
            progress = LEAGUE_PROGRESS[count] * self.patience if count < len(LEAGUE_PROGRESS) else 0.0
            leaders = [other for other in self.others if (other & harbours).bit_count() == 2]
            for cell in cells_in(harbours & self.open_sites):
                site = 1 << cell
                rivals = sum(not other & site for other in leaders)
                worths[site] = self._points(site) + (progress + BLOCKED_LEAGUE * self.denial * rivals)
        return worths

    def _cities(self) -> dict[int, float]:
        """Return the value of each open city: points, progress of the objective, and losses of other seats."""
        count = (self.held & self.objective).bit_count()
        sites = [1 << cell for cell in cells_in(self.board.cities & self.open_sites)]
        wanted = 0.0
        if any(site & self.objective for site in sites):
            wanted = scoring.OBJECTIVE[count + 1] - scoring.OBJECTIVE[count] + OBJECTIVE_PROMISE * self.patience
        return {site: self._points(site) + (wanted if site & self.objective else 0.0) for site in sites}

    def _points(self, site: int) -> float:
        """Return the points of one site, and a share of them if other seats lose it."""
        points = float(scoring.site_points(self.world, site))
        uncovered = not site & (self.cover.all_fiefs | self.cover.all_rings)
        return points * (1 + self.denial * uncovered)

    def _links(self, bits: int, pieces: int) -> float:
        """Return the value of a larger group as progress towards the bonus."""
        size, joined_groups = pieces, 0
        if bits & self.around:
            for surroundings, count in self.groups:
                if bits & surroundings:
                    size += count
                    joined_groups += 1
        growth = self.group_values[size if size > self.largest else self.largest] - self.group_values[self.largest]
        return growth + LOOSE_END * joined_groups


def _valuation(world: World, seen: Seen, seat: int) -> Valuation:
    objective = world.board.objectives[seen.hand.objective] if seen.hand is not None else 0
    return Valuation(world, seen.public, seat, objective)


def _worths(valuation: Valuation, places: list[tuple[int, Turn]]) -> list[float]:
    """Return the worth of each of these fiefs and Weddings, in their order."""
    known = valuation.values
    return [known[bits] if bits in known else valuation.of(bits) for bits, _ in places]


def _ranked(valuation: Valuation, court: Court, plan: SealPlan) -> list[tuple[float, Turn]]:
    """Return (worth, turn) of every fief and Wedding under a plan, best first.

    Ties keep the order of the candidates.
    """
    places = turns.candidates(valuation.world, valuation.cover, court, valuation.seat, plan)
    worths = _worths(valuation, places)
    return _best_first([(worth, turn) for worth, (_, turn) in zip(worths, places, strict=True)])


def turn(world: World, seen: Seen, seat: int, plan: SealPlan) -> Turn:
    """Return the turn with the highest worth, or a donation if no turn is worth more points."""
    ranked = _ranked(_valuation(world, seen, seat), seen.public.courts[seat], plan)
    return ranked[0][1] if ranked and ranked[0][0] > scoring.DONATION else turns.DONATE


def wishes(world: World, seen: Seen, seat: int, plan: SealPlan) -> tuple[Turn, ...]:
    """Return the turns to queue after the plan, best first, at most ``MOST_WISHES``.

    They are worth more than a donation. A shorter list also has the donation, at its end.
    """
    ranked = _ranked(_valuation(world, seen, seat), seen.public.courts[seat], plan)
    worthwhile = [turn for worth, turn in ranked if worth > scoring.DONATION]
    return (*worthwhile, turns.DONATE)[:MOST_WISHES]


def plan(world: World, seen: Seen, seat: int) -> SealPlan:
    """Return the most promising plan, considering that other seats can take its best place first."""
    return max(_promises(world, seen, seat), key=lambda promise: promise[0])[1]


def weighed_turns(world: World, seen: Seen, seat: int, plan: SealPlan) -> list[tuple[float, Turn]]:
    """Return the worth of every turn under a plan, including a donation, best first."""
    ranked = _ranked(_valuation(world, seen, seat), seen.public.courts[seat], plan)
    return _best_first([*ranked, (float(scoring.DONATION), turns.DONATE)])


def weighed_plans(world: World, seen: Seen, seat: int) -> list[tuple[float, SealPlan]]:
    """Return the expected worth of every plan, best first."""
    return _best_first(_promises(world, seen, seat))


def _best_first[ActionT](weighed: list[tuple[float, ActionT]]) -> list[tuple[float, ActionT]]:
    return sorted(weighed, key=lambda entry: -entry[0])


def _promises(world: World, seen: Seen, seat: int) -> list[tuple[float, SealPlan]]:
    """Return the expected worth of every plan, in the order of the plans."""
    valuation, court = _valuation(world, seen, seat), seen.public.courts[seat]
    promises: list[tuple[float, SealPlan]] = []
    places: tuple[float, float] | None = None
    for plan in planning.legal(world, court):
        # The plan with the King's Privilege comes second. It has other places only if it takes a ring from a Wedding.
        if not plan.privilege or (plan.action == ActionCard.ALLIANCE and court.rings <= MOST_RINGS):
            places = _best_places(valuation, court, plan)
        promises.append((_promise(valuation, plan, places), plan))
    return promises


def _best_places(valuation: Valuation, court: Court, plan: SealPlan) -> tuple[float, float] | None:
    """Return the worth of the best place of a plan, and of the next best if somebody takes it; None without any place."""
    places = turns.candidates(valuation.world, valuation.cover, court, valuation.seat, plan)
    if not places:
        return None
    worths = _worths(valuation, places)
    best_worth = max(worths)
    best_bits = places[worths.index(best_worth)][0]
    others = [worth for worth, (bits, _) in zip(worths, places, strict=True) if not bits & best_bits]
    return best_worth, max(others, default=float(scoring.DONATION))


def _promise(valuation: Valuation, plan: SealPlan, places: tuple[float, float] | None) -> float:
    """Return the expected worth of a plan with these best places."""
    cost = PRIVILEGE_COST if plan.privilege else 0.0
    if places is None:
        return float(scoring.DONATION) - cost
    best, second_best = places
    risk = (PRIVILEGED_RISK if plan.privilege else RISK[plan.action]) * len(valuation.others)
    expected = (1 - risk) * max(best, scoring.DONATION) + risk * max(second_best, scoring.DONATION)
    return expected - cost
