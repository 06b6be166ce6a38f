"""Facts above the answers in an email about Principato: the player's cards and cubes, and the armies of all players."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engines.contract import Pending
from engines.principato.decisions import turn
from engines.principato.state import Principality, Seen
from tables.games.contract import Player
from tables.games.principato.words import card_name, count_words, listed

CUBES = ("food", "money", "favour")


def brief(seen: Seen, pending: Pending, players: Sequence[Player]) -> Sequence[str]:
    """Return sentences: for a turn the player's cards and cubes, for other decisions the player's cubes and all armies."""
    realms = seen.public.realms
    own = realms[pending.seat]
    if pending.kind == turn.KIND:
        first, second = map(card_name, own.cards)
        return (_("Your cards: “%(first)s” and “%(second)s”.") % {"first": first, "second": second}, _stores(own))
    armies = [(player.name, _army(realms[player.seat])) for player in players]
    return (_stores(own), *(_("%(name)s: %(army)s.") % {"name": name, "army": army} for name, army in armies))


def _stores(realm: Principality) -> str:
    cubes = [count_words(cube, count) for cube in CUBES if (count := getattr(realm, cube))]
    return _("You have %(things)s.") % {"things": listed(cubes)}


def _army(realm: Principality) -> str:
    units = {"catapult": realm.catapults, "condottiere": realm.condottieri.count, "militia": realm.militia.count}
    return listed([count_words(unit, count) for unit, count in units.items() if count])
