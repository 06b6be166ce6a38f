"""Archive facets, moments and openings of Principato."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.principato import events
from engines.principato.state import Public
from tables.games.contract import FacetField, Player

MOST_MILITARY = 40
MOST_PAIRS = 6
MOST_GOAL_POINTS = 23
GOALS = 8
OPENINGS: Mapping[str, Promise] = {
    "build": gettext_lazy("build tiles"),
    "create": gettext_lazy("create a work of art"),
    "recruit": gettext_lazy("recruit units"),
    "food": gettext_lazy("collect food"),
    "money": gettext_lazy("collect money"),
    "cubes": gettext_lazy("collect food and money"),
    "exchange": gettext_lazy("exchange a card"),
    "favour": gettext_lazy("take a favour"),
    "pass": gettext_lazy("pass"),
}


def facet_fields() -> Mapping[str, FacetField]:
    """Return the form fields of the engine's facets."""
    feeding = {"in_order": _("in turn, as in the rules"), "sealed": _("sealed, all together")}
    return {
        "feeding": FacetField(_("Supplying units"), feeding),
        "military": FacetField(_("Military points, one player"), most=MOST_MILITARY),
        "pairs": FacetField(_("Pairs of works of art, one player"), most=MOST_PAIRS),
        "goals": FacetField(_("Goals that scored points, all players"), most=GOALS),
        "goal_points": FacetField(_("Goal points, one player"), most=MOST_GOAL_POINTS),
    }


def moment_words(event: events.Event, public: Public, players: Sequence[Player]) -> str:
    """Return words for military scorings, new years and the reveal of the goals. They are empty for other events."""
    match event:
        case events.StrengthCompared(number, _strengths, points):
            names = [player.name for player in players]
            winners = ", ".join(name for name, scored in zip(names, points, strict=True) if scored == max(points))
            return _("Military scoring %(number)d of 5, most points: %(names)s") % {"number": number, "names": winners}
        case events.YearBegan(year):
            return _("Year %(year)d begins") % {"year": year}
        case events.GoalsOpened():
            return _("The goals are revealed")
    return ""


def opening_words(code: str) -> str:
    """Return the first one or two actions of a seat: "collect food, then build tiles"."""
    words = [str(OPENINGS[part]) for part in code.split(".")]
    if len(words) == 1:
        return words[0]
    return _("%(first)s, then %(second)s") % {"first": words[0], "second": words[1]}
