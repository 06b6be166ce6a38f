"""Context of the Gonzaga map: the still part is rendered once, pieces and labels for each page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engines.gonzaga.content import Content, Region, Sea, Site, Symbol
from engines.gonzaga.events import FiefPlaced, WeddingHeld
from engines.gonzaga.state import Piece, Public, Seen
from tables.games.contract import Player
from tables.games.gonzaga.board import hand, pieces
from tables.games.gonzaga.board.ground import ground
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.places import grid_name
from tables.games.kit.drawn import cached_renderer
from tables.games.kit.spoken import cached_by_language

_FOLDER = "games/gonzaga"


class HexLabel(NamedTuple):
    """A hex of the interactive layer. One of them is the tab stop."""

    cell: int
    x: str
    y: str
    tab: int
    label: str


@dataclass(frozen=True, slots=True)
class Star:
    """A city of the viewer's objective."""

    x: str
    y: str
    held: bool


@cache
def still(version: str) -> Mapping[str, SafeString]:
    """Return the parts of the drawing that no game changes.

    They are below the pieces, between pieces and castles, and above them.
    """
    context = {"ground": ground(version)}
    parts = {"ground": ("_defs.html", "_ground.html"), "emblems": ("_emblems.html",), "names": ("_names.html",)}
    return {
        part: SafeString("".join(render_to_string(f"{_FOLDER}/{name}", context) for name in names))
        for part, names in parts.items()
    }


def context(seen: Seen, players: Sequence[Player], marked: Sequence[Any] = ()) -> dict[str, Any]:
    """Return the context of ``_board.html``. The keyboard can reach each hex, with a label that says what is there.

    Hexes are grouped in rows from the north, since a move changes only a few rows.
    """
    page_context = {"objective": objective_stars(seen), "by_seat": hand.rows(seen.public, players)}
    rows = _rows(seen.public.version, seen.public.scenario, seen.public.pieces, tuple(player.name for player in players))
    return drawing(seen.public, marked) | page_context | {"hexes": rows}


@cached_by_language
def _rows(version: str, scenario: str, pieces: tuple[Piece, ...], names: tuple[str, ...]) -> list[SafeString]:
    """Return the rendered rows of hexes, cached for everybody who sees the same map with the same players."""
    labels = hexes(version, scenario, pieces, names)
    return [_drawn_row(tuple(row)) for _y, row in groupby(labels, key=lambda label: label.y)]


_drawn_row = cached_renderer("games/gonzaga/_hexes.svg", "row")


def objective_stars(seen: Seen) -> list[Star]:
    """Return the cities of the viewer's own objective on the map. Each says whether the viewer holds it."""
    facts = hand.objective(content_of(seen.public.version), seen)
    cells = ground(seen.public.version).cells
    return [Star(cells[city["hex"]].x, cells[city["hex"]].y, city["held"]) for city in facts["cities"]] if facts else []


def drawing(public: Public, marked: Sequence[Any] = ()) -> dict[str, Any]:
    """Return the drawing alone, as for a picture."""
    fresh, scenario = _fresh(marked), content_of(public.version).scenario(public.scenario)
    return {
        "ground": ground(public.version),
        "still": still(public.version),
        "label": _("Map of Europe"),
        "seals": pieces.seals(public.version, tuple(scenario.flourishing)),
        "seals_drawn": pieces.seals_drawn(public.version, tuple(scenario.flourishing)),
        "fiefs": pieces.fiefs(public, fresh),
        "rings": pieces.rings(public, fresh),
    }


def _fresh(marked: Sequence[Any]) -> set[int]:
    cells: set[int] = set()
    for event in marked:
        match event:
            case FiefPlaced():
                cells.update(event.cells)
            case WeddingHeld():
                cells.update(event.hexes)
    return cells


def hexes(version: str, scenario: str, pieces: Sequence[Piece], names: Sequence[str]) -> list[HexLabel]:
    """Return every hex with a label for what is on it: "Paris, city, Religio, Francia, flourishing, fief 80 of Anna"."""
    labels = list(_bare(version, tuple(content_of(version).scenario(scenario).flourishing), get_language()))
    for piece in pieces:
        words = _piece(piece.fief, names[piece.seat])
        for cell in piece.cells:
            bare = labels[cell]
            labels[cell] = bare._replace(label=f"{bare.label}, {words}")
    return labels


def _piece(fief: int, name: str) -> str:
    if fief:
        return _("fief %(fief)d of %(name)s") % {"fief": fief, "name": name}
    return _("ring of %(name)s") % {"name": name}


@cache
def _bare(version: str, flourishing: tuple[str, ...], language: str | None) -> tuple[HexLabel, ...]:
    """Return every hex without pieces in the active language, which is ``language``. The first city is the tab stop."""
    content = content_of(version)
    words = _Words(content, flourishing)
    home = next((site.hex for site in content.sites if site.kind == "city"), 0)
    return tuple(
        HexLabel(cell.index, cell.x, cell.y, 0 if cell.index == home else -1, words.of(cell.index))
        for cell in ground(version).cells
    )


class _Words:
    """Words for bare hexes."""

    def __init__(self, content: Content, flourishing: Sequence[str]) -> None:
        self.content = content
        self.flourishing = flourishing
        entries: tuple[Region | Sea | Symbol, ...] = (*content.regions, *content.seas, *content.symbols)
        self.named = {entry.id: entry.name for entry in entries}
        self.sites = {site.hex: site for site in content.sites}
        self.state = {True: _("flourishing"), False: _("inactive")}
        self.land, self.sea, self.city, self.harbour = _("land"), _("sea"), _("city"), _("harbour")

    def of(self, index: int) -> str:
        """Return the label of a hex without pieces."""
        cell = self.content.hexes[index]
        location = f"{self.named[cell.area]}, {self.state[cell.area in self.flourishing]}" if cell.land else ""
        if site := self.sites.get(index):
            return f"{self._site(site)}, {location}"
        place = grid_name(self.content, index)
        return f"{place}, {self.land}, {location}" if cell.land else f"{place}, {self.sea}, {self.named[cell.area]}"

    def _site(self, site: Site) -> str:
        kind = self.city if site.kind == "city" else self.harbour
        return f"{site.name}, {kind}, {self.named[site.mark]}"
