"""Areas and cards that events of Zena 1814 concern, for highlighting them on the board."""

from collections.abc import Sequence
from typing import Any

from engines.zena1814 import events
from engines.zena1814.content import Area
from engines.zena1814.state import Public


def spots(past_events: Sequence[Any], public: Public) -> Sequence[str]:
    """Return a selector for each event: of the areas and cards it concerns, or of the event card. Else it is empty.

    A resolution goes area by area. Events about a card before the count of an area's majority belong to that area.
    """
    selectors: list[str] = []
    card_areas: dict[int | None, Area] = {
        event.laid: event.area for event in past_events if isinstance(event, (events.CardOffered, events.CardLeft))
    }
    resolving: Area | None = None
    for event in reversed(past_events):
        match event:
            case events.MajorityCounted(area=area):
                resolving = area
            case events.ResolutionBegan():
                resolving = None
        selectors.append(", ".join(_spots(event, card_areas.get(getattr(event, "laid", None)) or resolving)))
    return selectors[::-1]


def _spots(event: Any, card_area: Area | None) -> Sequence[str]:
    """Return the selectors of one event. ``card_area`` is the area of its card then, if known."""
    match event:
        case events.FigureMoved(left=left, to=to):
            return [*_area(left), *_area(to)]
        case events.CardOffered(area=area, laid=laid) | events.CardLeft(area=area, laid=laid):
            return [*_area(area), f"#laid-{laid}"]
        case events.MajorityCounted(area=area) | events.MajorityEarned(area=area):
            return _area(area)
        case events.PointsBought() | events.PurchaseDeclined():
            return _area("palace")
        case events.FortTurnedUp(laid=laid):
            return [*_area("fort"), f"#laid-{laid}"]
        case events.EventTurnedUp():
            return [".zn-event"]
    if (number := getattr(event, "laid", None)) is None:
        return ()
    return [f"#laid-{number}", *(_area(card_area) if card_area else (f".zq:has(#laid-{number})",))]


def _area(area: Area) -> Sequence[str]:
    """Return the selectors of an area's cards and of its place in the town."""
    return [f"#area-{area}", f'.zn-town a[href="#area-{area}"]']
