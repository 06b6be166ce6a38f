"""Close-up of an answer in the player's principality and in the display, as large as a phone shows it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.template.loader import render_to_string

from engines.contract import Pending
from engines.principato import events
from engines.principato.actions import FeedUnits, ReleaseUnits
from engines.principato.state import Public
from tables.games.principato.board import picture
from tables.games.principato.board.fresh import news

UNITS = ("condottiere", "militia")
CUBES = ("food", "money", "favour")


def close_up(public: Public, pending: Pending, actions: Sequence[Any], certain_events: Sequence[Any]) -> str:
    """Return the display and the principality of the player who answers as SVG, with the changes of the answer marked."""
    changes = news(public, certain_events)
    changed = {name.partition(" ")[0] for name, count in changes.realms[pending.seat].items() if count}
    changed |= set(_changed_armies(pending.seat, actions, certain_events))
    drawing = picture.enlarged(public, pending.seat, changes.slots, changed)
    return render_to_string("games/principato/_picture.svg", {"picture": drawing})


def _changed_armies(seat: int, actions: Iterable[Any], certain_events: Iterable[Any]) -> Iterator[str]:
    """Yield the names of the units and cubes changed by supplying or releasing units, and of the points if the seat scores.

    The actions themselves are read, since a sealed or queued answer has no events yet.
    """
    for action in actions:
        match action:
            case FeedUnits():
                yield from (cube for cube in CUBES if _fed(action, cube))
                yield from UNITS if any(_fed(action, cube) for cube in CUBES) else ()
            case ReleaseUnits(condottieri, militia):
                yield from (unit for unit, count in zip(UNITS, (condottieri, militia), strict=True) if count)
    for event in certain_events:
        match event:
            case events.StrengthCompared(_number, _strengths, points) if points[seat]:
                yield picture.POINTS
            case events.CultureCreated(whose, _card, _kind, points) if whose == seat and points:
                yield picture.POINTS


def _fed(action: FeedUnits, cube: str) -> int:
    return action.favour_militia + action.favour_condottieri if cube == "favour" else int(getattr(action, cube))
