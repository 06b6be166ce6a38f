"""Searchable facts of a finished game."""

from collections.abc import Sequence

from engines.contract import Facet, Told
from engines.specimen.events import Event, GameStarted, LetterOffered, RelayJoined
from engines.specimen.options import Options
from engines.specimen.state import Public


def facets(options: Options, public: Public, events: Sequence[Told[Event]]) -> tuple[Facet, ...]:
    """Return the facets of a game.

    They are the first seat, and the numbers of agreed nights, offered relays and joins [S-1.2, S-4.2, S-4.3].
    """
    event_list = [entry.event for entry in events]
    return (
        Facet("first", next(event.first for event in event_list if isinstance(event, GameStarted))),
        Facet("nights", str(options.nights)),
        Facet("relays", sum(isinstance(event, LetterOffered) for event in event_list)),
        Facet("joined", sum(isinstance(event, RelayJoined) for event in event_list)),
    )
