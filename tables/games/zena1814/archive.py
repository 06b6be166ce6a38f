"""Archive facets, moments and openings of Zena 1814."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from engines.zena1814 import events
from engines.zena1814.content import Area, Kind
from engines.zena1814.opening import NOTHING
from engines.zena1814.state import Public
from tables.games.contract import FacetField, Player
from tables.games.zena1814.words import AT, card_title

MOST_WON = 8
MOST_GOALS = 30
MOST_GOAL_POINTS = 40
OFFERS: Mapping[Kind, Promise] = {
    "one_shot": gettext_lazy("a one-shot card %(at)s"),
    "permanent": gettext_lazy("a permanent card %(at)s"),
    "dice": gettext_lazy("a dice card %(at)s"),
}
"""First card offered, in words, by its kind."""


def facet_fields() -> Mapping[str, FacetField]:
    """Return the form fields of the engine's facets."""
    starter = {
        "sealed_lot": _("a player drawn from those who placed their figures in time"),
        "first_in": _("the first player to place all figures"),
        "random": _("nobody: the start player is drawn at random"),
    }
    order = {"fixed": _("as in the rules"), "free": _("influencing allowed before offering")}
    return {
        "mode": FacetField(_("Rules"), {"expert": _("expert"), "beginner": _("beginner")}),
        "won": FacetField(_("Battles won"), most=MOST_WON),
        "goals": FacetField(pgettext("Zena 1814", "Goals that scored points, all players"), most=MOST_GOALS),
        "goal_points": FacetField(pgettext("Zena 1814", "Goal points, one player"), most=MOST_GOAL_POINTS),
        "starter": FacetField(_("Who chooses the start player (expert rules)"), starter),
        "order": FacetField(_("Order within a turn"), order),
    }


def moment_words(event: events.Event, public: Public, players: Sequence[Player]) -> str:
    """Return words for the reveal of the placements, battles, resolutions and the reveal of the goals. Empty for the rest."""
    match event:
        case events.PlacementsOpened():
            return _("All figures take their places")
        case events.FortTurnedUp(card):
            return _("“%(card)s” is turned up at the Fort") % {"card": card_title(card)}
        case events.BattleWon(card):
            return _("The battle of “%(card)s” is won") % {"card": card_title(card)}
        case events.BattleLost(card):
            return _("The battle of “%(card)s” is lost") % {"card": card_title(card)}
        case events.ResolutionBegan():
            return _("The resolution begins")
        case events.GoalsOpened():
            return pgettext("Zena 1814", "The goals are revealed")
    return ""


def opening_words(code: str) -> str:
    """Return the first card offered ("a permanent card at the Bank"), or "no card in the first turn"."""
    if code == NOTHING:
        return _("no card in the first turn")
    area: Area
    kind: Kind
    area, kind = code.split(".")  # type: ignore[assignment]  # one of the areas
    return str(OFFERS[kind]) % {"at": AT[area]}
