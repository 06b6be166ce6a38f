"""Archive facets, moments and openings of Gonzaga."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from engines.gonzaga import ENGINE, events, scoring
from engines.gonzaga.actions import ActionCard
from engines.gonzaga.flow import LAST_ROUND
from engines.gonzaga.state import Public
from tables.games.contract import FacetField, Player
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.words import deed_name, points_words, region_name, sea_name

MOST_LEAGUES = 8
LARGEST_GROUP = 15


def facet_fields() -> Mapping[str, FacetField]:
    """Return the form fields of the engine's facets."""
    scenarios = {scenario.id: scenario.name for scenario in content_of(ENGINE.versions[-1]).scenarios}
    return {
        "scenario": FacetField(_("Scenario"), scenarios),
        "leagues": FacetField(_("Sea Leagues founded, all players"), most=MOST_LEAGUES),
        "rounds": FacetField(_("Rounds"), most=LAST_ROUND),
        "group": FacetField(_("Largest group of connected fiefs"), most=LARGEST_GROUP),
        "objective": FacetField(_("Points for one hidden objective"), most=scoring.OBJECTIVE[-1]),
    }


def moment_words(event: events.Event, public: Public, players: Sequence[Player]) -> str:
    """Return words for leagues, weddings, the last round and the final scoring. It is empty for anything else."""
    content, names = content_of(public.version), [player.name for player in players]
    match event:
        case events.LeagueFounded(seat, sea):
            return _("%(name)s founds the %(sea)s Sea League") % {"name": names[seat], "sea": sea_name(content, sea)}
        case events.WeddingHeld(seat):
            return _("%(name)s arranges a Wedding") % {"name": names[seat]}
        case events.LastRoundAnnounced(number):
            return _("Round %(round)d will be the last") % {"round": number}
        case events.GonzagaBonus(_sizes, seats) if seats:
            return _("Gonzaga bonus: %(names)s") % {"names": ", ".join(names[seat] for seat in seats)}
        case events.ObjectiveRevealed(seat, _objective, _cities, points):
            return _("%(name)s reveals the hidden objective: %(points)s") % {
                "name": names[seat],
                "points": points_words(points),
            }
    return ""


def opening_words(code: str) -> str:
    """Return the plan of the first round, for example "Francia, B Cities"."""
    region, deed = code.split(".")
    words = {"region": region_name(content_of(ENGINE.versions[-1]), region), "action": deed_name(ActionCard(deed))}
    return _("%(region)s, %(action)s") % words
