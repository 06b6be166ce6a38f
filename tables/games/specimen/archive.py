"""What the archive says of games of Night Post: facts to search by, moments to jump to, and how couriers began."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from engines.specimen import events
from engines.specimen.state import Public
from tables.games.contract import FacetField, Player
from tables.games.specimen.words import ROADS

NIGHTS = 4
MOST_RELAYS = 12


def facet_fields() -> Mapping[str, FacetField]:
    """The facets of the engine as a form asks for them."""
    return {
        "nights": FacetField(_("Nights"), {str(count): str(count) for count in range(1, NIGHTS + 1)}),
        "relays": FacetField(_("Letters offered as relays"), most=MOST_RELAYS),
        "joined": FacetField(_("Relays joined"), most=MOST_RELAYS),
    }


def moment_words(event: events.Event, public: Public, players: Sequence[Player]) -> str:
    """The opening of roads, packs and hands; empty for anything else."""
    match event:
        case events.RoadsOpened():
            return _("The roads are opened")
        case events.PacksOpened():
            return _("The packs are opened")
        case events.HandsOpened():
            return _("The hands are opened")
    return ""


def opening_words(code: str) -> str:
    """The first road."""
    return str(ROADS[code])
