"""Standing orders of Principato in words."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.principato import policy
from engines.principato.policy import Otherwise, Policy
from tables.games.contract import Player
from tables.games.principato.words import count_words, listed, units_words


def order_words(order: Policy, players: Sequence[Player] = ()) -> str:
    """Return a standing order as a sentence."""
    match order:
        case policy.FeedAll(keep_favour=True):
            return _("Supply as many units as possible, but leave the favour in the church.")
        case policy.FeedAll():
            return _("Supply as many units as possible.")
        case policy.FeedNone():
            return _("Supply no units.")
        case policy.FeedExactly():
            return _("Supply units with %(cubes)s.") % {"cubes": _cubes(order)}
        case policy.FeedToReach(strength, otherwise):
            sentence = _("Supply just enough for a strength of %(strength)d.") % {"strength": strength}
            return f"{sentence} {_otherwise(otherwise)}"
        case policy.FeedToKeepRank(rank, otherwise):
            return f"{_rank(rank)} {_otherwise(otherwise)}"
        case policy.ReleaseNone():
            return _("Keep all units.")
        case policy.KeepAtMost(condottieri, militia):
            return _("Give back all units beyond %(units)s.") % {"units": units_words(condottieri, militia)}
        case policy.ReleaseUnfed():
            return _("Give back one unit for each unsupplied unit.")
    assert_never(order)


def _cubes(order: policy.FeedExactly) -> str:
    parts = {"food": order.food, "money": order.money, "favour": order.favour_militia + order.favour_condottieri}
    return listed([count_words(cube, count) for cube, count in parts.items() if count])


def _rank(rank: int) -> str:
    if rank == 1:
        return _("Supply just enough to be ahead of everybody.")
    words = ngettext(
        "Supply just enough to be tied with or behind at most %(count)d other player.",
        "Supply just enough to be tied with or behind at most %(count)d other players.",
        rank - 1,
    )
    return words % {"count": rank - 1}


def _otherwise(otherwise: Otherwise) -> str:
    if otherwise == "all":
        return _("If that is out of reach, supply as many units as possible.")
    return _("If that is out of reach, supply no units.")
