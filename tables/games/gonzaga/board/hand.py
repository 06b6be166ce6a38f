"""Player mats of Gonzaga and the viewer's own hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.gonzaga import ENGINE, scoring
from engines.gonzaga.actions import DEEDS, INACTIVE
from engines.gonzaga.board import Cover
from engines.gonzaga.content import Content
from engines.gonzaga.state import AskPlans, AskTurn, Court, Piece, Public, Seen
from tables.games.contract import Player
from tables.games.gonzaga.board.geometry import Point, centre, number, shape
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.words import deed_name, plan_words, region_name, sea_name
from tables.games.kit.drawn import cached_renderer
from tables.games.kit.spoken import cached_by_language

RINGS = 6
# The view box, in units of the drawing, fits every tile, so that all are drawn at one scale.
_WIDE, _HIGH = 212, 156


@dataclass(frozen=True)
class Tile:
    """A fief tile in small: its outline, its castles and the view box."""

    number: int
    path: str
    castles: tuple[tuple[str, str], ...]
    view: str


@dataclass(frozen=True)
class Chip:
    """A card, a fief or an entry of a list, free or gone."""

    words: str
    gone: bool


@dataclass(frozen=True)
class Mat:
    """Everything public in front of one player."""

    player: Player
    score: int
    rings: tuple[bool, ...]
    rings_left: int
    cards: tuple[Chip, ...]
    fiefs: tuple[Chip, ...]
    tile: Tile | None
    card: int | None
    sealed: bool
    plan: str
    leagues: tuple[str, ...]
    church: int

    @property
    def body(self) -> SafeString:
        """Cards, Sea Leagues and donations, and the fiefs still to come, as the list of players shows them."""
        return _drawn_body(_Body(self.cards, self.fiefs, self.leagues, self.church))


class _Body(NamedTuple):
    cards: tuple[Chip, ...]
    fiefs: tuple[Chip, ...]
    leagues: tuple[str, ...]
    church: int


_drawn_body = cached_renderer("games/gonzaga/_mat.html", "mat")


@cache
def tile(version: str, fief: int) -> Tile:
    """Return a tile as its card shows it."""
    facts = next(entry for entry in content_of(version).fiefs if entry.number == fief)
    points = [centre(*cell) for cell in facts.cells]
    middle_x, middle_y = (sum(axis) / 2 for axis in zip(*_extremes(points), strict=True))
    castles = tuple((number(x), number(y)) for x, y in (centre(*cell) for cell in facts.castles))
    return Tile(
        fief, shape(facts.cells, 1.5), castles, f"{number(middle_x - _WIDE / 2)} {number(middle_y - _HIGH / 2)} {_WIDE} {_HIGH}"
    )


def _extremes(points: Sequence[Point]) -> tuple[Point, Point]:
    """Return the north-western and the south-eastern corner around some points."""
    xs, ys = zip(*points, strict=True)
    return Point(min(xs), min(ys)), Point(max(xs), max(ys))


@dataclass(frozen=True)
class Row:
    """Entry of the list of players: the mat, whether a plan is awaited, and the place in the order of the round.

    The place is 0 before there is an order. ``done`` and ``now`` say whether that turn is over or the current one.
    """

    mat: Mat
    planning: bool
    place: int = 0
    done: bool = False
    now: bool = False


def rows(public: Public, players: Sequence[Player]) -> Mapping[int, Row]:
    """Return the entries of the list of players, by seat."""
    planning = isinstance(public.agenda[0], AskPlans) if public.agenda else False
    places = {entry["player"].seat: (place, entry) for place, entry in enumerate(_order(public, players), 1)}
    return {mat.player.seat: _row(mat, planning, places.get(mat.player.seat)) for mat in mats(public, players)}


def mats(public: Public, players: Sequence[Player]) -> list[Mat]:
    """Return the mats of all players."""
    return [_mat(public.version, public.scenario, public.courts[player.seat], player) for player in players]


def _row(mat: Mat, planning: bool, order_entry: tuple[int, Mapping[str, Any]] | None) -> Row:
    if order_entry is None:
        return Row(mat, planning)
    place, entry = order_entry
    return Row(mat, planning, place, entry["done"], entry["now"])


def context(seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``_hand.html``."""
    public = seen.public
    content = content_of(public.version)
    return {
        "objective": objective(content, seen),
        "own_plan": plan_words(content, seen.hand.plan) if seen.hand and seen.hand.plan else "",
        # The mats are computed lazily, since the list of players often shows them already.
        "mats": SimpleLazyObject(lambda: mats(public, players)),
        "order": _order(public, players),
        "uncovered": scoring.uncovered(ENGINE.world(public), Cover(len(public.courts), public.pieces)),
        "planning": isinstance(public.agenda[0], AskPlans) if public.agenda else False,
        "over": not public.agenda,
        "scenario": content.scenario(public.scenario),
        "flourishing": [region_name(content, region) for region in content.scenario(public.scenario).flourishing],
        "version": public.version,
    }


def secrets(seen: Seen, players: Sequence[Player]) -> list[str]:
    """Return the viewer's objective and a face-down plan, in sentences."""
    if seen.hand is None:
        return []
    content = content_of(seen.public.version)
    sentences = []
    if hidden_objective := objective(content, seen):
        words = {
            "symbols": ", ".join(symbol["name"] for symbol in hidden_objective["symbols"]),
            "cities": ", ".join(city["name"] for city in hidden_objective["cities"]),
        }
        sentences.append(_("Hidden objective, %(symbols)s: %(cities)s") % words)
    if seen.hand.plan:
        sentences.append(_("Plan: %(plan)s") % {"plan": plan_words(content, seen.hand.plan)})
    return sentences


def objective(content: Content, seen: Seen) -> Mapping[str, Any] | None:
    """Return the viewer's hidden objective: its cities, how many are held and the points. None for spectators."""
    if seen.hand is None or seen.seat is None:
        return None
    return _objective(seen.public.version, seen.hand.objective, len(seen.public.courts), seen.public.pieces, seen.seat)


@lru_cache(1_000)
def _objective(version: str, number: int, seats: int, pieces: tuple[Piece, ...], seat: int) -> Mapping[str, Any]:
    content = content_of(version)
    held_mask = Cover(seats, pieces).held(seat)
    symbols = next(objective.symbols for objective in content.objectives if objective.id == number)
    cities = [site for symbol in symbols for site in content.sites if site.kind == "city" and site.mark == symbol]
    count = sum(held_mask >> site.hex & 1 for site in cities)
    return {
        "cities": [
            {"name": site.name, "symbol": site.mark, "hex": site.hex, "held": bool(held_mask >> site.hex & 1)}
            for site in cities
        ],
        "symbols": [{"id": symbol.id, "name": symbol.name} for symbol in content.symbols if symbol.id in symbols],
        "count": count,
        "points": scoring.OBJECTIVE[count],
        "next": scoring.OBJECTIVE[count + 1] if count < len(cities) else None,
    }


@cached_by_language
def _mat(version: str, scenario: str, court: Court, player: Player) -> Mat:
    content = content_of(version)
    decks = content.deck(court.colour)
    return Mat(
        player=player,
        score=court.score,
        rings=tuple(index < court.rings for index in range(RINGS)),
        rings_left=court.rings,
        cards=tuple(_cards(content, scenario, court)),
        fiefs=tuple(Chip(str(card // 10 * 10), card in court.used) for card in decks),
        tile=tile(version, court.drawn // 10 * 10) if court.drawn else None,
        card=court.drawn,
        sealed=court.sealed and court.plan is None,
        plan=plan_words(content, court.plan) if court.plan else "",
        leagues=tuple(sea_name(content, sea) for sea in court.leagues),
        church=len(court.church),
    )


def _cards(content: Content, scenario: str, court: Court) -> list[Chip]:
    locked = court.locked
    regions = (*content.scenario(scenario).flourishing, INACTIVE)
    ordered = [region.id for region in content.regions if region.id in regions] + [INACTIVE]
    return [
        *(Chip(str(region_name(content, region)), bool(locked and locked.region == region)) for region in ordered),
        *(Chip(str(deed_name(deed)), bool(locked and locked.action == deed)) for deed in DEEDS),
        Chip(_("King’s Privilege"), bool(locked and locked.privilege) or not court.rings),
    ]


def _order(public: Public, players: Sequence[Player]) -> list[dict[str, Any]]:
    pending_seats = [step.seat for step in public.agenda if isinstance(step, AskTurn)]
    if not pending_seats:
        return []
    return [
        {"player": players[seat], "done": seat not in pending_seats, "now": seat == pending_seats[0]} for seat in public.order
    ]
