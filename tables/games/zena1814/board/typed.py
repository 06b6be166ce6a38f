"""Genoa in plain letters: who stands where and holds it, the cards there with their markers, and the families."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from engines.zena1814 import majority
from engines.zena1814.content import Area
from engines.zena1814.loader import content
from engines.zena1814.state import Laid, Public
from tables.games.contract import Player
from tables.games.kit.typed import LETTERS, WIDTH, sheet, table, wrapped
from tables.games.zena1814 import frame
from tables.games.zena1814.board import pieces
from tables.games.zena1814.board.cards import face
from tables.games.zena1814.words import AREAS

_TITLE = 34


def text_map(public: Public, players: Sequence[Player]) -> str:
    """Each place with the strengths of its figures and its cards: a slot is its price, or the letter of its marker."""
    families = [public.families[player.seat] for player in players]
    rows = {
        _("Points"): [frame.points(public, player.seat) for player in players],
        _("Coins"): [family.coins for family in families],
        _("Markers"): [family.supply for family in families],
    }
    lines = [line for area in public.areas for line in _place(public, area)]
    return sheet(
        [
            *lines,
            *wrapped(_("Figures by what they count, * has the majority; slots: a price, or the letter of a marker.")),
            *table([f"{LETTERS[player.seat]} {player.name}" for player in players], rows.items()),
        ]
    )


def _place(public: Public, area: Area) -> Iterator[str]:
    holder = majority.holder(public, area)
    there = []
    for seat in public.order():
        worths = [pieces.worth(public, whose, figure) for whose, figure in pieces.standing(public, area) if whose == seat]
        if worths:
            there.append(f"{LETTERS[seat]} {'+'.join(map(str, worths))}{'*' if seat == holder else ''}")
    yield f"{str(AREAS[area]).upper():<16} {'  '.join(there)}"[:WIDTH]
    for laid in public.row(area):
        yield f"  {face(content(public.version), laid.card).title[:_TITLE]:<{_TITLE}} {_slots(public, laid)}"


def _slots(public: Public, laid: Laid) -> str:
    shown = face(content(public.version), laid.card)
    return "".join(
        f"[{LETTERS[laid.markers[at]] if at < len(laid.markers) else slot.price}]" for at, slot in enumerate(shown.slots)
    )
