"""Cards and principalities that events of Principato concern, for highlighting them on the board."""

from collections.abc import Sequence
from typing import Any

from engines.principato import events
from engines.principato.state import Public


def spots(past_events: Sequence[Any], public: Public) -> Sequence[str]:
    """Return a selector for each event: of a slot, the display, the pile, the military table or a principality.

    It is empty for other events.
    """
    return [_spot(event, public) for event in past_events]


def _spot(event: Any, public: Public) -> str:
    match event:
        case events.CardTurnedUp(card=card):
            return _slot(public, card)
        case events.CardsExchanged(seat=seat, given=card):
            return ", ".join(filter(None, [f"#realm-{seat}", _slot(public, card)]))
        case events.DisplayLaid():
            return ".pr-slots"
        case events.ScoringCardTurnedUp():
            return ".pr-pile"
        case events.StrengthCompared() | events.ScoringBegan():
            return ".pr-military"
    actor = getattr(event, "seat", None)
    return "" if actor is None else f"#realm-{actor}"


def _slot(public: Public, card: str) -> str:
    """Return the selector of a card's slot. It is empty if the card is no longer in the display."""
    return f".pr-slots > :nth-child({public.display.index(card) + 1})" if card in public.display else ""
