"""What an answer changes in one's principality and in the display, drawn as large as a phone shows it."""

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


def close_up(public: Public, pending: Pending, actions: Sequence[Any], told: Sequence[Any]) -> str:
    """The display and the principality of whoever answers."""
    new = news(public, told)
    changed = {what.partition(" ")[0] for what, count in new.realms[pending.seat].items() if count}
    changed |= set(_of_armies(pending.seat, actions, told))
    drawn = picture.enlarged(public, pending.seat, new.slots, changed)
    return render_to_string("games/principato/_picture.svg", {"picture": drawn})


def _of_armies(seat: int, actions: Iterable[Any], told: Iterable[Any]) -> Iterator[str]:
    """What feeding or giving back changes, also where it is only sealed or kept for its place; and points."""
    for action in actions:
        match action:
            case FeedUnits():
                yield from (cube for cube in CUBES if _fed(action, cube))
                yield from UNITS if any(_fed(action, cube) for cube in CUBES) else ()
            case ReleaseUnits(condottieri, militia):
                yield from (unit for unit, count in zip(UNITS, (condottieri, militia), strict=True) if count)
    for event in told:
        match event:
            case events.StrengthCompared(_number, _strengths, points) if points[seat]:
                yield picture.POINTS
            case events.CultureCreated(whose, _card, _kind, points) if whose == seat and points:
                yield picture.POINTS


def _fed(action: FeedUnits, cube: str) -> int:
    return action.favour_militia + action.favour_condottieri if cube == "favour" else int(getattr(action, cube))
