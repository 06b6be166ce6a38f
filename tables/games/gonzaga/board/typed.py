"""Gonzaga map in plain letters: two letters for each hex, in the rows and columns that name the hexes."""

from collections.abc import Iterator, Sequence
from functools import cache

from django.utils.translation import gettext as _

from engines.gonzaga.state import Public
from tables.games.contract import Player
from tables.games.gonzaga.facts import content_of
from tables.games.kit.typed import LETTERS, named, sheet, wrapped

SEA, ACTIVE, IDLE, CITY, HARBOUR, CASTLE = "~", ":", ".", "o", "u", "^"
_PITCH = 3


def text_map(public: Public, players: Sequence[Player]) -> str:
    """Return the map as text: land, sea and sites.

    Capital letters over them show owners of fiefs, small letters owners of rings.
    """
    cells = dict(_bare(public.version, tuple(content_of(public.version).scenario(public.scenario).flourishing)))
    for piece in sorted(public.pieces, key=lambda piece: not piece.fief):
        for cell in piece.cells:
            place, mark = cells[cell]
            if piece.fief:
                cells[cell] = (LETTERS[piece.seat], CASTLE if cell in piece.castles else mark)
            else:
                cells[cell] = (place if place in LETTERS else mark, LETTERS[piece.seat].lower())
    signs = _(
        "%(active)s land in a flourishing region, %(idle)s other land, %(sea)s sea, %(city)s city, "
        "%(harbour)s harbour, %(castle)s castle"
    )
    legend = signs % {"active": ACTIVE, "idle": IDLE, "sea": SEA, "city": CITY, "harbour": HARBOUR, "castle": CASTLE}
    return sheet(
        [
            *_rows(public.version, cells),
            *wrapped(legend),
            *wrapped(_("Capital letters are fiefs, small letters are rings: %(players)s.") % {"players": named(players)}),
        ]
    )


@cache
def _bare(version: str, flourishing: tuple[str, ...]) -> tuple[tuple[int, tuple[str, str]], ...]:
    """Return every hex without pieces: its kind of area and the sign of its site."""
    content = content_of(version)
    sites = {site.hex: CITY if site.kind == "city" else HARBOUR for site in content.sites}
    bare_cells = []
    for index, cell in enumerate(content.hexes):
        terrain = SEA if not cell.land else ACTIVE if cell.area in flourishing else IDLE
        bare_cells.append((index, (terrain, sites.get(index, " "))))
    return tuple(bare_cells)


def _rows(version: str, cells: dict[int, tuple[str, str]]) -> Iterator[str]:
    places = {index: cell.at for index, cell in enumerate(content_of(version).hexes)}
    columns = {index: q + (r - (r & 1)) // 2 for index, (q, r) in places.items()}
    yield "   " + "".join(f"{chr(ord('A') + column):<{_PITCH}}" for column in range(max(columns.values()) + 1))
    for row in range(max(r for _q, r in places.values()) + 1):
        line = [" "] * (_PITCH * (max(columns.values()) + 2))
        for index, (_q, r) in places.items():
            if r == row:
                at = _PITCH * columns[index] + (row & 1)
                line[at : at + 2] = cells[index]
        yield f"{row + 1:>2} " + "".join(line)
