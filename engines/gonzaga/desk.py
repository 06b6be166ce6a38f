"""The table during one action: courts, and pieces on the map."""

from typing import Any

from msgspec.structs import replace

from engines.gonzaga.board import Cover, World
from engines.gonzaga.events import Event
from engines.gonzaga.state import Hand, Piece, Public, State, Task, Vault
from engines.kit.desk import AgendaDesk, put


class Desk(AgendaDesk[Public, Hand, Vault, Event, Task]):
    """Desk of a game, with its courts, hands and the world of its scenario."""

    def __init__(self, world: World, state: State) -> None:
        super().__init__(state)
        self.world = world
        self._cover: tuple[tuple[Piece, ...], Cover] | None = None

    def change_court(self, seat: int, **fields: Any) -> None:
        """Change the court of a seat."""
        courts = self.public.courts
        self.change(courts=put(courts, seat, replace(courts[seat], **fields)))

    def cover(self) -> Cover:
        """Return the cover of the current pieces, computed once."""
        if self._cover is None or self._cover[0] is not self.public.pieces:
            self._cover = self.public.pieces, Cover(len(self.seats), self.public.pieces)
        return self._cover[1]
