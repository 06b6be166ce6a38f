"""One principality on the page: the drawing, and its numbers and words."""

from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engines.principato import scoring, storage
from engines.principato.content import KINDS, Cube, Kind, Tile, Unit
from engines.principato.loader import content as content_of
from engines.principato.state import AskTurn, Principality, Public, Seen
from tables.games.contract import Player
from tables.games.kit.drawn import cached_renderer as drawn_once
from tables.games.kit.spoken import cached_by_language
from tables.games.principato.board import pieces
from tables.games.principato.board.cards import Face, face, face_for
from tables.games.principato.board.goals import Goal, goals
from tables.games.principato.board.pieces import Fresh, Scene
from tables.games.principato.words import count_words, listed

COLOURS = ("red", "yellow", "green", "blue")
# Maximum number of cached drawings of principalities, about 10 KB each.
MOST = 1_000


@dataclass(frozen=True)
class Entry:
    """A number of things, with their glyph and words."""

    glyph: str
    count: str
    words: str


@dataclass(frozen=True)
class Realm:
    """A principality as it is drawn, with its public points."""

    seat: int
    css: str
    points: int
    scene: Scene


@dataclass(frozen=True)
class Described:
    """A principality on a page: its player, the drawing, its words and numbers, and the player's cards.

    ``goals`` are empty until they are revealed. ``is_at_hand`` is True if the cards can be touched.
    """

    player: Player
    drawn: Realm
    title: str
    words: str
    tally: tuple[Entry, ...]
    cards: tuple[Face, ...]
    goals: tuple[Goal, ...]
    at_turn: bool
    is_at_hand: bool = False

    @property
    def html(self) -> SafeString:
        """The principality as pages draw it."""
        return _drawn(self)

    @property
    def at_rest(self) -> "Described":
        """The principality with ``at_turn`` False, for a game that is over."""
        return replace(self, at_turn=False)

    @property
    def at_hand(self) -> "Described":
        """The principality while its player builds a turn by touching the cards."""
        return replace(self, is_at_hand=True)


_drawn = drawn_once("games/principato/_realm.html", "realm", most=MOST)


def seat_css(public: Public, seat: int) -> str:
    """Return the colour of a seat."""
    return COLOURS[seat]


def points(public: Public, seat: int) -> int:
    """Return the points of a seat: military points, culture tiles, and the goals once they are revealed [P-11.2]."""
    return sum(line.points for line in scoring.lines(public, seat, public.goals[seat] if public.goals else ()))


def drawn(public: Public, seat: int, fresh: Fresh | None = None) -> Realm:
    """Return a principality without words."""
    scene = _scene(public.version, public.realms[seat], frozenset((fresh or {}).items()))
    return Realm(seat, COLOURS[seat], points(public, seat), scene)


@lru_cache(MOST)
def _scene(version: str, realm: Principality, fresh: frozenset[tuple[str, int]]) -> Scene:
    """Return the cached scene: most moves change one principality and leave the others as they are."""
    return pieces.scene(content_of(version), realm, dict(fresh))


def described(seen: Seen, player: Player, fresh: Fresh) -> Described:
    """Return a principality with its player and contents. The viewer's own cards show their current effect."""
    public, seat = seen.public, player.seat
    tally = _tally(public.version, public.realms[seat])
    return Described(
        player=player,
        drawn=drawn(public, seat, fresh),
        title=_("Principality of %(name)s") % {"name": player.name},
        words=listed([item.words for item in tally]),
        tally=tally,
        cards=_cards(seen, seat),
        # The goals are revealed only once the game is over, so there is no next requirement.
        goals=tuple(replace(goal, next="") for goal in goals(public, seat, public.goals[seat])) if public.goals else (),
        at_turn=isinstance(public.task, AskTurn) and public.task.seat == seat,
    )


def _cards(seen: Seen, seat: int) -> tuple[Face, ...]:
    cards = seen.public.realms[seat].cards
    if seat == seen.seat:
        return tuple(face_for(seen, card) for card in cards)
    return tuple(face(content_of(seen.public.version), card) for card in cards)


@cached_by_language
def _tally(version: str, realm: Principality) -> tuple[Entry, ...]:
    """Return the numbers of tiles, cubes, units and works of art in a principality."""
    return (
        _tiles(realm, "field"),
        _tiles(realm, "farm"),
        _stored(version, realm, "food"),
        _tiles(realm, "palazzo"),
        _tiles(realm, "bank"),
        _stored(version, realm, "money"),
        _stored(version, realm, "favour"),
        _tiles(realm, "catapult"),
        _units(realm, "condottiere"),
        _units(realm, "militia"),
        *(_culture(realm, kind) for kind in KINDS),
    )


def _tiles(realm: Principality, tile: Tile) -> Entry:
    return Entry(tile, str(realm.tiles(tile)), count_words(tile, realm.tiles(tile)))


def _stored(version: str, realm: Principality, cube: Cube) -> Entry:
    stored, room = realm.stored(cube), storage.capacity(content_of(version), realm, cube)
    words = _("%(cubes)s, room for %(room)d") % {"cubes": count_words(cube, stored), "room": room}
    return Entry(cube, f"{stored}/{room}", words)


def _units(realm: Principality, unit: Unit) -> Entry:
    units = realm.units(unit)
    if not units.count:
        return Entry(unit, "0", count_words(unit, 0))
    words = _("%(units)s, %(fed)d supplied") % {"units": count_words(unit, units.count), "fed": units.fed}
    return Entry(unit, f"{units.fed}/{units.count}", words)


def _culture(realm: Principality, kind: Kind) -> Entry:
    values = realm.culture(kind)
    if not values:
        return Entry(kind, "0", count_words(kind, 0))
    worth = {"tiles": count_words(kind, len(values)), "values": listed([str(value) for value in values])}
    return Entry(kind, str(len(values)), _("%(tiles)s worth %(values)s") % worth)
