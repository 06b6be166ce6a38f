"""The state of a game: what all know, what each seat knows, what nobody knows."""

import msgspec

from engines import contract
from engines.gonzaga.actions import SealPlan


class Rulings(msgspec.Struct, frozen=True):
    """Readings of the rules fixed at the start, so that old tables go on as they began. None differ so far."""


class Piece(msgspec.Struct, frozen=True):
    """A fief or a ring on the map; ``fief`` is the tile's number, 0 for a ring. Cells and castles are hexes, ascending."""

    seat: int
    round: int
    fief: int
    cells: tuple[int, ...]
    castles: tuple[int, ...] = ()


class Tally(msgspec.Struct, frozen=True):
    """A seat's points by where they come from."""

    sites: int = 0
    leagues: int = 0
    donations: int = 0
    bonus: int = 0
    objective: int = 0

    @property
    def total(self) -> int:
        """All points."""
        return self.sites + self.leagues + self.donations + self.bonus + self.objective


class Court(msgspec.Struct, frozen=True):
    """What lies open before one seat [G-15.1].

    ``drawn`` is this round's fief card until it is spent; ``used`` all cards turned up so far, in order. ``sealed`` says that a
    plan lies face down, ``plan`` is it once revealed, ``locked`` the cards played last, not to be planned next. ``church`` and
    ``dowries`` are the fiefs donated and given up for weddings, ``privileges`` the rings paid to the King. ``objective`` is
    shown at the end.
    """

    colour: str
    rings: int
    drawn: int | None = None
    used: tuple[int, ...] = ()
    sealed: bool = False
    plan: SealPlan | None = None
    locked: SealPlan | None = None
    leagues: tuple[str, ...] = ()
    church: tuple[int, ...] = ()
    dowries: tuple[int, ...] = ()
    privileges: int = 0
    tally: Tally = Tally()
    objective: int | None = None

    @property
    def score(self) -> int:
        """The points so far."""
        return self.tally.total


class DrawFiefs(msgspec.Struct, frozen=True, tag=True):
    """Phase 1: everybody turns up a fief card."""


class AskPlans(msgspec.Struct, frozen=True, tag=True):
    """Phase 2: everybody plans."""


class RevealPlans(msgspec.Struct, frozen=True, tag=True):
    """Phase 3: plans, privileges and order."""


class AskTurn(msgspec.Struct, frozen=True, tag=True):
    """Phase 4: one seat acts."""

    seat: int


class CloseRound(msgspec.Struct, frozen=True, tag=True):
    """The count after the round, and what follows from it."""


class ScoreGame(msgspec.Struct, frozen=True, tag=True):
    """The final scoring."""


Task = DrawFiefs | AskPlans | RevealPlans | AskTurn | CloseRound | ScoreGame


class Public(msgspec.Struct, frozen=True):
    """What everybody at the table knows.

    ``round`` counts from 1; ``order`` is this round's order of seats once revealed; ``last_round`` is set when it is announced,
    ``ending`` then says why: "covered" or "exhausted". An empty ``agenda`` means that the game is over.
    """

    version: str
    scenario: str
    courts: tuple[Court, ...]
    agenda: tuple[Task, ...]
    round: int = 1
    pieces: tuple[Piece, ...] = ()
    order: tuple[int, ...] = ()
    last_round: int | None = None
    ending: str = ""
    rulings: Rulings = Rulings()


class Hand(msgspec.Struct, frozen=True):
    """What one seat alone knows: its objective, and its plan while that is face down."""

    objective: int
    plan: SealPlan | None = None

    def __repr__(self) -> str:
        return "<Hand>"


class Vault(msgspec.Struct, frozen=True):
    """What nobody knows: the rest of each deck, next card first, and the undealt objectives."""

    decks: tuple[tuple[int, ...], ...]
    objectives: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<Vault of {len(self.decks)} decks>"


State = contract.State[Public, Hand, Vault]
Seen = contract.Seen[Public, Hand]
