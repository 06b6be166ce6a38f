"""Standing orders of Gonzaga in words."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.gonzaga.policy import DonateBelow, Policy, TakeMost
from tables.games.contract import Player
from tables.games.gonzaga.words import points_words


def order_words(order: Policy, players: Sequence[Player] = ()) -> str:
    """Return a standing order in a sentence or two."""
    match order:
        case DonateBelow(points):
            return _("Donate if no turn scores at least %(points)s straight away.") % {"points": points_words(points)}
        case TakeMost(points, rings):
            sentence = _("Take the turn that scores the most straight away, if it scores at least %(points)s.")
            return f"{sentence % {'points': points_words(points)}} {_rings(rings)}"
    assert_never(order)


def _rings(most: int) -> str:
    if not most:
        return _("Don’t arrange a Wedding for it.")
    words = ngettext("Use at most %(count)d ring for it.", "Use at most %(count)d rings for it.", most)
    return words % {"count": most}
