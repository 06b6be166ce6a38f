"""Point of view of a reader of a finished game."""

from dataclasses import dataclass
from typing import Any, Literal

from engines.contract import Told


@dataclass(frozen=True)
class Viewpoint:
    """Point of view on a finished game: everything open, a spectator's, or that of one seat."""

    who: Literal["all", "none", "seat"]
    seat: int | None = None

    @property
    def query(self) -> str:
        """Query string that keeps the choice in a URL."""
        return f"?eyes={self.value}" if self.value else ""

    @property
    def value(self) -> str:
        """Choice as written in a URL; empty for everything open."""
        return {"all": "", "none": "none"}.get(self.who, str(self.seat))

    def may_read(self, event: Told[Any]) -> bool:
        """Return whether this viewpoint includes an event."""
        return self.who == "all" or event.visible_to(self.seat)
