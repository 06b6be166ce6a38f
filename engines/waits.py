"""Counter of waits for players in a correspondence game."""

from collections.abc import Iterable
from typing import Any

from engines.contract import Pending, Told, When


class Waits:
    """Counter of the moments when the site would wait for a player asked ``now`` or ``ahead``.

    All decisions open at such a moment count as one wait. A seat's next decision after its own action belongs to the same
    draft and is not counted, unless that action showed it something new. Prepared answers are not counted.
    """

    def __init__(self) -> None:
        self.count = 0
        self._counted: set[tuple[int, str]] = set()
        self._drafting: int | None = None

    def stand(self, decision: Pending, pending: Iterable[Pending]) -> None:
        """Count a wait for ``decision``, unless it continues its seat's draft or was open at an earlier wait.

        ``pending`` are the decisions that no order answers.
        """
        if decision.seat == self._drafting:
            self._counted.add((decision.seat, decision.key))
        elif (decision.seat, decision.key) not in self._counted:
            self.count += 1
            self._counted.update(
                (open_decision.seat, open_decision.key) for open_decision in pending if open_decision.when is not When.MAY
            )

    def moved(self, seat: int, events: Iterable[Told[Any]]) -> None:
        """Record a seat's action and its events."""
        self._drafting = None if _shows(events, seat) else seat

    def ordered(self, events: Iterable[Told[Any]]) -> None:
        """Record an order's answer; a drafting seat keeps drafting unless it saw something new."""
        if self._drafting is not None and _shows(events, self._drafting):
            self._drafting = None

    def planned(self, seat: int, events: Iterable[Told[Any]]) -> None:
        """Record a step queued in advance. Its seat keeps drafting unless it saw something new; all other seats stop."""
        self._drafting = seat if self._drafting == seat and not _shows(events, seat) else None


def _shows(events: Iterable[Told[Any]], seat: int) -> bool:
    return any(event.reveals and event.visible_to(seat) for event in events)
