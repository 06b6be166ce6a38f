"""Fiefs, rings and seals of the Gonzaga map, ready to draw."""

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engines.gonzaga.content import Content
from engines.gonzaga.state import Piece, Public
from tables.games.gonzaga.board.geometry import centre, number, shape
from tables.games.gonzaga.board.ground import ground
from tables.games.gonzaga.facts import content_of

INSET = 3.2
_BESIDE = (-15.5, -14.5)
_ABOVE = (0.0, -19.5)
_RAISED = (0.0, -7.0)
_BELOW = (0.0, 12.0)


@dataclass(frozen=True)
class Placed:
    """Position and scale of a small symbol. It is smaller next to an emblem."""

    x: str
    y: str
    scale: str = "1"


@dataclass(frozen=True)
class FiefShape:
    """A fief as one shape: colour, outline, its number's badge, its castles, and whether it is new."""

    css: str
    path: str
    number: int
    badge: Placed
    castles: tuple[Placed, ...]
    fresh: bool

    @cached_property
    def below(self) -> SafeString:
        """Drawing of the fief's land on the map."""
        return render_to_string("games/gonzaga/_fief_below.svg", {"fief": self})

    @cached_property
    def above(self) -> SafeString:
        """Drawing of the fief's castles and number on the map."""
        return render_to_string("games/gonzaga/_fief_above.svg", {"fief": self})


@dataclass(frozen=True)
class RingShape:
    """A ring on a hex."""

    css: str
    x: str
    y: str
    fresh: bool

    @cached_property
    def drawn(self) -> SafeString:
        """Drawing of the ring on the map."""
        return render_to_string("games/gonzaga/_ring.svg", {"ring": self})


@dataclass(frozen=True)
class SealShape:
    """A region's seal: gold if the region flourishes."""

    index: int
    name: str
    x: str
    y: str
    gold: bool


def fiefs(public: Public, fresh: Set[int]) -> list[FiefShape]:
    """Return the fiefs in the order of their placement. Fiefs with a hex in ``fresh`` are new."""
    return [
        _drawn(public.version, piece, public.courts[piece.seat].colour, not fresh.isdisjoint(piece.cells))
        for piece in public.pieces
        if piece.fief
    ]


@lru_cache(maxsize=4096)
def _drawn(version: str, piece: Piece, css: str, fresh: bool) -> FiefShape:
    content = content_of(version)
    sites = {site.hex for site in content.sites}
    shared = _shared(piece, sites)
    return FiefShape(
        css=css,
        path=shape([content.hexes[cell].at for cell in piece.cells], INSET),
        number=piece.fief,
        badge=_badge(content, piece, sites, shared),
        castles=tuple(_castle(content, cell, cell in sites, cell == shared) for cell in piece.castles),
        fresh=fresh,
    )


def _at(content: Content, cell: int, off: tuple[float, float], scale: str) -> Placed:
    x, y = centre(*content.hexes[cell].at)
    return Placed(number(x + off[0]), number(y + off[1]), scale)


def _castle(content: Content, cell: int, beside: bool, raised: bool) -> Placed:
    if raised:
        return _at(content, cell, _RAISED, "0.95")
    return _at(content, cell, _BESIDE, "0.72") if beside else _at(content, cell, (0, 0), "1.1")


def _shared(piece: Piece, sites: set[int]) -> int | None:
    """Return the hex of a castle that makes room for the number, or None.

    This castle makes room if every other hex of the fief has an emblem or another castle.
    """
    if any(cell not in sites and cell not in piece.castles for cell in piece.cells):
        return None
    return next((cell for cell in piece.castles if cell not in sites), None)


def _badge(content: Content, piece: Piece, sites: set[int], shared: int | None) -> Placed:
    """Return the place of the number: a bare hex if there is one, otherwise below a castle or above an emblem."""
    if shared is not None:
        return _at(content, shared, _BELOW, "1.1")
    for cell in piece.cells:
        if cell not in sites and cell not in piece.castles:
            return _at(content, cell, (0, 0), "1.5")
    return _at(content, piece.cells[0], _ABOVE, "1.1")


def rings(public: Public, fresh: Set[int]) -> list[RingShape]:
    """Return the rings on the map."""
    return [
        _ring(public.version, piece.cells[0], public.courts[piece.seat].colour, piece.cells[0] in fresh)
        for piece in public.pieces
        if not piece.fief
    ]


@lru_cache(maxsize=4096)
def _ring(version: str, cell: int, css: str, fresh: bool) -> RingShape:
    x, y = centre(*content_of(version).hexes[cell].at)
    return RingShape(css, number(x), number(y), fresh)


@lru_cache(maxsize=64)
def seals_drawn(version: str, flourishing: tuple[str, ...]) -> SafeString:
    """Return the drawing of all seals on the map."""
    return render_to_string("games/gonzaga/_seals.svg", {"seals": seals(version, flourishing)})


@lru_cache(maxsize=64)
def seals(version: str, flourishing: tuple[str, ...]) -> list[SealShape]:
    """Return a seal for every region."""
    return [
        SealShape(region.index, region.name, region.seal.x, region.seal.y, region.id in flourishing)
        for region in ground(version).regions
    ]
