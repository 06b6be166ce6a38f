"""How often a game played by post would stand still for somebody."""

from collections.abc import Iterable
from typing import Any

from engines.contract import Pending, Told, When


class Waits:
    """Counts how often the site would stand still with somebody asked ``now`` or ``ahead``.

    All asked at such a moment is collected in one wait. What a seat is asked next because of its own action belongs to the same
    draft and makes no wait, unless that action showed it something new. What was prepared makes no wait.
    """

    def __init__(self) -> None:
        self.count = 0
        self._asked: set[tuple[int, str]] = set()
        self._drafting: int | None = None

    def stand(self, decision: Pending, pending: Iterable[Pending]) -> None:
        """Before ``decision`` is answered, with all that is pending and no order speaks for."""
        if decision.seat == self._drafting:
            self._asked.add((decision.seat, decision.key))
        elif (decision.seat, decision.key) not in self._asked:
            self.count += 1
            self._asked.update((one.seat, one.key) for one in pending if one.when is not When.MAY)

    def moved(self, seat: int, events: Iterable[Told[Any]]) -> None:
        """After a seat's action and what it was told."""
        self._drafting = None if _shows(events, seat) else seat

    def ordered(self, events: Iterable[Told[Any]]) -> None:
        """After an answer by order: whoever is drafting goes on, unless it showed them something new."""
        if self._drafting is not None and _shows(events, self._drafting):
            self._drafting = None

    def planned(self, seat: int, events: Iterable[Told[Any]]) -> None:
        """After a step that was filed ahead: its seat goes on drafting if it still was, and nobody else does."""
        self._drafting = seat if self._drafting == seat and not _shows(events, seat) else None


def _shows(events: Iterable[Told[Any]], seat: int) -> bool:
    return any(event.reveals and event.visible_to(seat) for event in events)
