"""Archive facets, moments and openings of Night Post."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from engines.specimen import events
from engines.specimen.state import Public
from tables.games.contract import FacetField, Player
from tables.games.specimen.words import ROADS

NIGHTS = 4
MOST_RELAYS = 12


def facet_fields() -> Mapping[str, FacetField]:
    """Return the form fields of the engine's facets."""
    return {
        "nights": FacetField(_("Nights"), {str(count): str(count) for count in range(1, NIGHTS + 1)}),
        "relays": FacetField(_("Letters offered as relays"), most=MOST_RELAYS),
        "joined": FacetField(_("Relays joined"), most=MOST_RELAYS),
    }


def moment_words(event: events.Event, public: Public, players: Sequence[Player]) -> str:
    """Return words for the reveal of roads, packs and hands. They are empty for other events."""
    match event:
        case events.RoadsOpened():
            return _("The roads are revealed")
        case events.PacksOpened():
            return _("The packs are opened")
        case events.HandsOpened():
            return _("The hands are revealed")
    return ""


def opening_words(code: str) -> str:
    """Return the name of the first road."""
    return str(ROADS[code])
