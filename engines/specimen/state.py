"""The state of a game in its three parts: what all know, what each courier knows, what nobody knows."""

import msgspec

from engines import contract
from engines.specimen.content import Bag


class Saddle(msgspec.Struct, frozen=True, tag=True):
    """All choose a road [S-3]."""


class Turn(msgspec.Struct, frozen=True, tag=True):
    """A courier offers a letter or not [S-4.1]."""

    seat: int


class Relay(msgspec.Struct, frozen=True, tag=True):
    """The window a letter opened: who joined it, and who is still to be asked, in order [S-4.2]."""

    seat: int
    letter: str
    joined: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()


class RelayDraw(msgspec.Struct, frozen=True, tag=True):
    """A courier draws a letter, whoever's turn it is [S-4.4]."""

    seat: int


class Stable(msgspec.Struct, frozen=True, tag=True):
    """A courier hires horses; so many were hired this turn [S-4.6]."""

    seat: int
    hired: int = 0


class Packing(msgspec.Struct, frozen=True, tag=True):
    """All pack letters [S-5.1]."""


class RideOut(msgspec.Struct, frozen=True, tag=True):
    """Packs are opened, dice rolled, letters scored, and the night is over [S-5.2, S-5.3]."""


type Task = Saddle | Turn | Relay | RelayDraw | Stable | Packing | RideOut


class Backs(msgspec.Struct, frozen=True):
    """How many letters of each bag, where only their backs are seen."""

    town: int = 0
    court: int = 0

    def of(self, bag: Bag) -> int:
        """The number for one bag."""
        return self.town if bag == "town" else self.court

    def total(self) -> int:
        """The number of letters."""
        return self.town + self.court


class Tally(msgspec.Struct, frozen=True):
    """A courier's points by what they were scored for."""

    relays: int = 0
    joined: int = 0
    ridden: int = 0
    undelivered: int = 0

    def total(self) -> int:
        """All points."""
        return self.relays + self.joined + self.ridden + self.undelivered


class Courier(msgspec.Struct, frozen=True):
    """What everybody knows of a courier. ``sealed`` counts the answers to the secret choice now open."""

    coins: int
    horses: int = 0
    letters: Backs = Backs()
    sealed: int = 0
    road: str | None = None
    tally: Tally = Tally()


class Public(msgspec.Struct, frozen=True):
    """What everybody at the table knows. ``agenda`` is what comes next, its first task now."""

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
        """What the rules are at; None once the game is over."""
        return self.agenda[0] if self.agenda else None

    def order(self) -> tuple[int, ...]:
        """All seats in the order of tonight's turns [S-1.2]."""
        seats = len(self.couriers)
        return tuple((self.first + self.night - 1 + place) % seats for place in range(seats))


class Hand(msgspec.Struct, frozen=True):
    """What one courier alone knows: all letters held, which of them are packed, and the sealed road."""

    letters: tuple[str, ...] = ()
    packed: tuple[str, ...] = ()
    road: str | None = None

    def __repr__(self) -> str:
        return f"<Hand of {len(self.letters)}>"


class Vault(msgspec.Struct, frozen=True):
    """What nobody knows: the order of the bags, the top first, and the key the dice come from."""

    key: bytes
    town: tuple[str, ...] = ()
    court: tuple[str, ...] = ()

    def bag(self, bag: Bag) -> tuple[str, ...]:
        """The letters of one bag, the top first."""
        return self.town if bag == "town" else self.court

    def __repr__(self) -> str:
        return f"<Vault of {len(self.town)} and {len(self.court)}>"


State = contract.State[Public, Hand, Vault]
Seen = contract.Seen[Public, Hand]
