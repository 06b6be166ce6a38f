"""Standing orders of Gonzaga in words."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.gonzaga.policy import DonateBelow, Policy, TakeMost
from tables.games.contract import Player
from tables.games.gonzaga.words import points_words


def order_words(order: Policy, players: Sequence[Player] = ()) -> str:
    """A standing order in a sentence or two."""
    match order:
        case DonateBelow(points):
            return _("Donate when no turn brings at least %(points)s at once.") % {"points": points_words(points)}
        case TakeMost(points, rings):
            said = _("Take the turn that brings most points at once, if it brings at least %(points)s.")
            return f"{said % {'points': points_words(points)}} {_rings(rings)}"
    assert_never(order)


def _rings(most: int) -> str:
    if not most:
        return _("Hold no weddings for it.")
    words = ngettext("Lay at most %(count)d ring for it.", "Lay at most %(count)d rings for it.", most)
    return words % {"count": most}
