"""Worth of a principality to its owner at one moment of the game: scored and expected points."""

from engines.principato.content import KINDS, PerPoints, Sets, TilesBeyond
from engines.principato.loader import content
from engines.principato.state import TILE_FIELD, Principality, Public, Units
from engines.principato.thinking.prospects import Outlook, Prospects
from engines.principato.thinking.weights import WEIGHTS, Weights

TIE_BREAK = 0.01
"""Worth of a cube at the end [P-11.4]."""
DEAREST = 5
"""Highest price in cubes of one kind; more storage for money adds no worth [P-13.10]."""
SLACK = 3
"""Maximum useful surplus of tiles over stores, or of stores over tiles."""


class Valuation:
    """Valuation of one seat, with all others unchanged."""

    def __init__(
        self,
        public: Public,
        seat: int,
        goals: tuple[str, ...],
        weights: Weights = WEIGHTS,
        outlook: Outlook | None = None,
    ) -> None:
        """Value the position for a seat; ``outlook`` is that of the position, if it is known already."""
        self.facts = content(public.version)
        self.weights = weights
        self.seats = len(public.realms)
        self.prospects = Prospects(outlook or Outlook(public, weights), seat)
        self.turns = self.prospects.turns
        worths = [self.facts.goal(name).worth for name in goals]
        self.tile_goals = [
            ([TILE_FIELD[tile] for tile in worth.tiles], worth.beyond) for worth in worths if isinstance(worth, TilesBeyond)
        ]
        self.set_goals = [worth for worth in worths if isinstance(worth, Sets)]
        self.bulwark = 1 + sum(1 / worth.each for worth in worths if isinstance(worth, PerPoints))
        self.use = (0.0, weights.one_turn, weights.two_turns, 1.0)[min(self.turns, 3)]
        self.food, self.money, self.favour = (weight * self.use for weight in (weights.food, weights.money, weights.favour))
        self.cube = (self.food + self.money) / 2
        self._economies: dict[tuple[int, int, int, int], float] = {}
        self._sets: dict[tuple[int, ...], float] = {}
        self._fights: dict[tuple[int, int, Units, Units, int, int, int], float] = {}

    def realm(self, realm: Principality) -> float:
        """Return the worth of a principality without its cards."""
        culture = sum(realm.monuments) + sum(realm.books) + sum(realm.paintings)
        goals = self.tiles(realm) + self.sets(len(realm.monuments), len(realm.books), len(realm.paintings))
        return culture + goals + self.fighting(realm) + self.economy(realm) + self._stores(realm)

    def fighting(self, realm: Principality) -> float:
        """Return the scored and expected military points, and the share a goal adds to them."""
        units, cubes = (realm.condottieri, realm.militia), (realm.food, realm.money, realm.favour)
        key = realm.points, realm.catapults, *units, *cubes
        worth = self._fights.get(key)
        if worth is None:
            worth = self._fights[key] = (realm.points + self.prospects.military(realm, self.cube)) * self.bulwark
        return worth

    def economy(self, realm: Principality) -> float:
        """Return the worth of fields, farms, palazzi and banks for future turns."""
        key = realm.fields, realm.farms, realm.palazzi, realm.banks
        worth = self._economies.get(key)
        if worth is None:
            worth = self._economies[key] = self._economy(realm)
        return worth

    def harvest(self, realm: Principality) -> float:
        """Return the possible income of one harvest."""
        return self._yield(realm.fields, self.facts.storage.farm * realm.farms)

    def rent(self, realm: Principality) -> float:
        """Return the possible income of collecting the rents once."""
        return self._yield(realm.palazzi, self.facts.storage.bank * realm.banks)

    def tiles(self, realm: Principality) -> float:
        """Return the points of goals that count tiles."""
        points = 0
        for fields, beyond in self.tile_goals:
            count: int = sum([getattr(realm, field) for field in fields])
            points += max(0, count - beyond)
        return points

    def sets(self, *counts: int) -> float:
        """Return the points of goals that count sets, for these numbers of tiles of each culture kind.

        Incomplete sets count for a share.
        """
        worth = self._sets.get(counts)
        if worth is None:
            by_kind = dict(zip(KINDS, counts, strict=True))
            worth = self._sets[counts] = sum(
                self._set([by_kind[kind] for kind in goal.kinds], goal.points) for goal in self.set_goals
            )
        return worth

    def _set(self, counts: list[int], points: tuple[int, ...]) -> float:
        full_sets = min(counts)
        if full_sets + 1 >= len(points):
            return float(points[-1])
        started_share = sum(count > full_sets for count in counts) / len(counts)
        return points[full_sets] + self.use * self.weights.set_progress * started_share * (
            points[full_sets + 1] - points[full_sets]
        )

    def _economy(self, realm: Principality) -> float:
        if not self.turns:
            return 0.0
        weights = self.weights
        income = weights.harvest * self.harvest(realm) + weights.rent * self.rent(realm)
        return self.turns * income + weights.purse * self.use * min(self.facts.storage.bank * realm.banks, DEAREST)

    def _stores(self, realm: Principality) -> float:
        cubes = self.food * realm.food + self.money * realm.money + self.favour * realm.favour
        return cubes + TIE_BREAK * (realm.food + realm.money + realm.favour)

    def _yield(self, tiles: int, places: int) -> float:
        smaller, larger = (tiles, places) if tiles < places else (places, tiles)
        income: float = (smaller + self.weights.slack * min(larger - smaller, SLACK)) ** self.weights.returns
        return income
