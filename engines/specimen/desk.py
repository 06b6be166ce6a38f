"""The table during one action: couriers, letters and bags."""

from typing import Any

from msgspec.structs import replace

from engines.kit.desk import AgendaDesk, put
from engines.specimen.content import Bag, Content, content
from engines.specimen.events import Event
from engines.specimen.state import Backs, Courier, Hand, Public, Task, Vault


class Desk(AgendaDesk[Public, Hand, Vault, Event, Task]):
    """Desk of a game, with its couriers, their hands and the bags."""

    @property
    def content(self) -> Content:
        """Facts used by this table."""
        return content(self.public.version)

    def courier(self, seat: int) -> Courier:
        """Return the public items of a seat."""
        return self.public.couriers[seat]

    def change_courier(self, seat: int, **fields: Any) -> None:
        """Change the public items of a seat."""
        self.change(couriers=put(self.public.couriers, seat, replace(self.courier(seat), **fields)))

    def change_hand(self, seat: int, **fields: Any) -> None:
        """Change the hand of one seat, and the public count of its letters by their backs."""
        super().change_hand(seat, **fields)
        backs = [self.content.bag(letter) for letter in self.hands[seat].letters]
        self.change_courier(seat, letters=Backs(backs.count("town"), backs.count("court")))

    def score(self, seat: int, **points: int) -> None:
        """Add points to lines of a seat's tally."""
        tally = self.courier(seat).tally
        self.change_courier(seat, tally=replace(tally, **{line: getattr(tally, line) + more for line, more in points.items()}))

    def take(self, seat: int, bag: Bag) -> str:
        """Move the top letter of a bag into a hand and return it."""
        letter, *rest = self.vault.bag(bag)
        self.vault = replace(self.vault, **{bag: tuple(rest)})
        self.change(bags=replace(self.public.bags, **{bag: len(rest)}))
        self.change_hand(seat, letters=tuple(sorted((*self.hands[seat].letters, letter))))
        return letter

    def lose(self, seat: int, *letters: str) -> None:
        """Move letters of a hand out of the game, face up."""
        rest = list(self.hands[seat].letters)
        for letter in letters:
            rest.remove(letter)
        self.change_hand(seat, letters=tuple(rest))
        self.change(gone=self.public.gone + letters)
