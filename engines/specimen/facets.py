"""What a finished game can be found by."""

from collections.abc import Sequence

from engines.contract import Facet, Told
from engines.specimen.events import Event, GameStarted, LetterOffered, RelayJoined
from engines.specimen.options import Options
from engines.specimen.state import Public


def facets(options: Options, public: Public, events: Sequence[Told[Event]]) -> tuple[Facet, ...]:
    """Who was first; how many nights were agreed; how many letters were offered as relays, and how often one was joined [S-1.2,
    S-4.2, S-4.3]."""
    happened = [entry.event for entry in events]
    return (
        Facet("first", next(event.first for event in happened if isinstance(event, GameStarted))),
        Facet("nights", str(options.nights)),
        Facet("relays", sum(isinstance(event, LetterOffered) for event in happened)),
        Facet("joined", sum(isinstance(event, RelayJoined) for event in happened)),
    )
