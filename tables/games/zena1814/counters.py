"""Counters of the families of Zena 1814."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from engines.zena1814.state import Public


def counters(public: Public) -> Mapping[str, Sequence[int]]:
    """Return the numbers of coins, markers in supply, and action and goal cards in hand of each seat, by name."""
    families = public.families
    return {
        _("Coins"): [family.coins for family in families],
        _("Markers in supply"): [family.supply for family in families],
        _("Action cards in hand"): [family.actions for family in families],
        _("Goal cards in hand"): [family.goals for family in families],
    }
