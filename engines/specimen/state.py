"""State of a game in three parts: known to all, to one courier, and to nobody."""

import msgspec

from engines import contract
from engines.specimen.content import Bag


class Saddle(msgspec.Struct, frozen=True, tag=True):
    """Choice of a road by all couriers [S-3]."""


class Turn(msgspec.Struct, frozen=True, tag=True):
    """Choice of a courier to offer a letter or none [S-4.1]."""

    seat: int


class Relay(msgspec.Struct, frozen=True, tag=True):
    """Window of a letter: the couriers who joined, and those still to be asked, in order [S-4.2]."""

    seat: int
    letter: str
    joined: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()


class RelayDraw(msgspec.Struct, frozen=True, tag=True):
    """Draw of a letter by a courier, during any seat's turn [S-4.4]."""

    seat: int


class Stable(msgspec.Struct, frozen=True, tag=True):
    """Hiring of horses by a courier; ``hired`` counts those of this turn [S-4.6]."""

    seat: int
    hired: int = 0


class Packing(msgspec.Struct, frozen=True, tag=True):
    """Packing of letters by all couriers [S-5.1]."""


class RideOut(msgspec.Struct, frozen=True, tag=True):
    """End of the night: packs are revealed, dice rolled and letters scored [S-5.2, S-5.3]."""


type Task = Saddle | Turn | Relay | RelayDraw | Stable | Packing | RideOut


class Backs(msgspec.Struct, frozen=True):
    """Number of letters of each bag, when only their backs are visible."""

    town: int = 0
    court: int = 0

    def of(self, bag: Bag) -> int:
        """Return the number for one bag."""
        return self.town if bag == "town" else self.court

    def total(self) -> int:
        """Return the number of letters."""
        return self.town + self.court


class Tally(msgspec.Struct, frozen=True):
    """Points of a courier by source."""

    relays: int = 0
    joined: int = 0
    ridden: int = 0
    undelivered: int = 0

    def total(self) -> int:
        """Return all points."""
        return self.relays + self.joined + self.ridden + self.undelivered


class Courier(msgspec.Struct, frozen=True):
    """Public items of a courier. ``sealed`` counts the answers to the current secret choice."""

    coins: int
    horses: int = 0
    letters: Backs = Backs()
    sealed: int = 0
    road: str | None = None
    tally: Tally = Tally()


class Public(msgspec.Struct, frozen=True):
    """Information known to everybody at the table. ``agenda`` holds the coming tasks, the current one first."""

    version: str
    nights: int
    first: int
    couriers: tuple[Courier, ...]
    bags: Backs
    night: int = 0
    stable: int = 0
    agenda: tuple[Task, ...] = ()
    gone: tuple[str, ...] = ()
    opened: tuple[tuple[str, ...], ...] = ()
    ended: str | None = None

    @property
    def task(self) -> Task | None:
        """Current task; None between two nights and once the game is over."""
        return self.agenda[0] if self.agenda else None

    def order(self) -> tuple[int, ...]:
        """Return all seats in the order of tonight's turns [S-1.2]."""
        seats = len(self.couriers)
        return tuple((self.first + self.night - 1 + offset) % seats for offset in range(seats))


class Hand(msgspec.Struct, frozen=True):
    """Information known to one courier: letters in hand, packed letters and the sealed road."""

    letters: tuple[str, ...] = ()
    packed: tuple[str, ...] = ()
    road: str | None = None

    def __repr__(self) -> str:
        return f"<Hand of {len(self.letters)}>"


class Vault(msgspec.Struct, frozen=True):
    """Information known to nobody: the order of the bags (top first) and the key of the dice."""

    key: bytes
    town: tuple[str, ...] = ()
    court: tuple[str, ...] = ()

    def bag(self, bag: Bag) -> tuple[str, ...]:
        """Return the letters of one bag, the top first."""
        return self.town if bag == "town" else self.court

    def __repr__(self) -> str:
        return f"<Vault of {len(self.town)} and {len(self.court)}>"


State = contract.State[Public, Hand, Vault]
Seen = contract.Seen[Public, Hand]
