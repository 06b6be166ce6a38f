"""Principato in plain letters: the public numbers below each other, and the display."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engines.principato.state import Public, Units
from tables.games.contract import Player
from tables.games.kit.typed import sheet, table, wrapped
from tables.games.principato.board.realm import points
from tables.games.principato.counters import counters
from tables.games.principato.words import card_name


def text_map(public: Public, players: Sequence[Player]) -> str:
    """Return the text, with a column for each principality.

    For units it has supplied/all, for culture the points of each tile.
    """
    rows = {_("Points"): [points(public, player.seat) for player in players], **counters(public)}
    realms = public.realms
    armies = {
        _("Condottieri"): [_army(realm.condottieri) for realm in realms],
        _("Militia"): [_army(realm.militia) for realm in realms],
        _("Monuments"): [_culture(realm.monuments) for realm in realms],
        _("Books"): [_culture(realm.books) for realm in realms],
        _("Paintings"): [_culture(realm.paintings) for realm in realms],
    }
    cards = ", ".join(f"{number}. {card_name(card)}" for number, card in enumerate(public.display, 1))
    return sheet(
        [
            *table([player.name for player in players], {**rows, **armies}.items()),
            *wrapped(_("Units: supplied/all. Works of art: the points of each tile.")),
            *wrapped(_("Display: %(cards)s.") % {"cards": cards}),
        ]
    )


def _army(units: Units) -> str:
    return f"{units.fed}/{units.count}" if units.count else "0"


def _culture(tiles: Sequence[int]) -> str:
    return "+".join(map(str, tiles)) or "0"
