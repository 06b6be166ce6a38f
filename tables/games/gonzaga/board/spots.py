"""Hexes that events of Gonzaga concern, for highlighting them on the map."""

from collections.abc import Iterable, Sequence
from typing import Any

from engines.gonzaga import events
from engines.gonzaga.state import Public
from tables.games.gonzaga.facts import content_of


def spots(past_events: Sequence[Any], public: Public) -> Sequence[str]:
    """Return a selector of hexes for each event; empty if the event concerns no hex."""
    return [", ".join(f'.hx[data-i="{cell}"]' for cell in _cells(event, public)) for event in past_events]


def _cells(event: Any, public: Public) -> Iterable[int]:
    content = content_of(public.version)
    match event:
        case events.FiefPlaced(cells=cells) | events.WeddingHeld(hexes=cells):
            return cells
        case events.LeagueFounded(sea=sea):
            return [site.hex for site in content.sites if site.kind == "harbour" and site.mark == sea]
        case events.ObjectiveDealt(objective=objective) | events.ObjectiveRevealed(objective=objective):
            return content.cities_of(objective)
    return ()
