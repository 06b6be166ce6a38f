"""From where a finished game is read."""

from dataclasses import dataclass
from typing import Any, Literal

from engines.contract import Told


@dataclass(frozen=True)
class Eyes:
    """From where a finished game is read: everything open, an onlooker's place, or one seat."""

    who: Literal["all", "none", "seat"]
    seat: int | None = None

    @property
    def query(self) -> str:
        """What keeps the choice in an address."""
        return f"?eyes={self.value}" if self.value else ""

    @property
    def value(self) -> str:
        """The choice as it stands in an address; empty for everything open."""
        return {"all": "", "none": "none"}.get(self.who, str(self.seat))

    def may_read(self, event: Told[Any]) -> bool:
        """Whether an event was told to these eyes."""
        return self.who == "all" or event.visible_to(self.seat)
