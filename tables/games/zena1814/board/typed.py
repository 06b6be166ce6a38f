"""Board of Zena 1814 in plain letters: figures and holders of the places, cards with markers, and the families."""

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
    """Return the text: each place with the strengths of its figures and its cards, a legend, and a table of the families.

    A slot is shown as its price, or as the letter of its marker's owner.
    """
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
            *wrapped(_("Figures are shown by value; * has the majority. Slots show a price or the marker’s letter.")),
            *table([f"{LETTERS[player.seat]} {player.name}" for player in players], rows.items()),
        ]
    )


def _place(public: Public, area: Area) -> Iterator[str]:
    holder = majority.holder(public, area)
    entries = []
    for seat in public.order():
        worths = [pieces.worth(public, owner, figure) for owner, figure in pieces.standing(public, area) if owner == seat]
        if worths:
            entries.append(f"{LETTERS[seat]} {'+'.join(map(str, worths))}{'*' if seat == holder else ''}")
    yield f"{str(AREAS[area]).upper():<16} {'  '.join(entries)}"[:WIDTH]
    for laid in public.row(area):
        yield f"  {face(content(public.version), laid.card).title[:_TITLE]:<{_TITLE}} {_slots(public, laid)}"


def _slots(public: Public, laid: Laid) -> str:
    card_face = face(content(public.version), laid.card)
    return "".join(
        f"[{LETTERS[laid.markers[at]] if at < len(laid.markers) else slot.price}]" for at, slot in enumerate(card_face.slots)
    )
