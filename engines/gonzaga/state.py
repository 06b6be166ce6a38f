"""State of a game: public, private to one seat, or known to nobody."""

import msgspec

from engines import contract
from engines.gonzaga.actions import SealPlan


class Rulings(msgspec.Struct, frozen=True):
    """Rule interpretations fixed at the start, so that old tables continue as they began.

    There are none so far.
    """


class Piece(msgspec.Struct, frozen=True):
    """A fief or a ring on the map. Cells and castles are hexes, ascending.

    ``fief`` is the tile's number, 0 for a ring.
    """

    seat: int
    round: int
    fief: int
    cells: tuple[int, ...]
    castles: tuple[int, ...] = ()


class Tally(msgspec.Struct, frozen=True):
    """Points of a seat by source."""

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
    """Public items of one seat [G-15.1].

    ``drawn`` is this round's fief card until it is spent. ``used`` are all cards turned up so far, in order. ``sealed`` is True
    if a plan is face down; ``plan`` is that plan once revealed. ``locked`` are the cards played last, which cannot be planned
    next. ``church`` and ``dowries`` are the fiefs donated and given up for Weddings. ``privileges`` are the rings paid to the
    King. ``objective`` is shown at the end.
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
        """Points so far."""
        return self.tally.total


class DrawFiefs(msgspec.Struct, frozen=True, tag=True):
    """Phase 1: all seats turn up a fief card."""


class AskPlans(msgspec.Struct, frozen=True, tag=True):
    """Phase 2: all seats plan."""


class RevealPlans(msgspec.Struct, frozen=True, tag=True):
    """Phase 3: plans, privileges and order."""


class AskTurn(msgspec.Struct, frozen=True, tag=True):
    """Phase 4: one seat acts."""

    seat: int


class CloseRound(msgspec.Struct, frozen=True, tag=True):
    """The count of uncovered sites after the round, and its consequences."""


class ScoreGame(msgspec.Struct, frozen=True, tag=True):
    """The final scoring."""


Task = DrawFiefs | AskPlans | RevealPlans | AskTurn | CloseRound | ScoreGame


class Public(msgspec.Struct, frozen=True):
    """Knowledge of everybody at the table.

    ``round`` counts from 1. ``order`` is this round's turn order once revealed. ``last_round`` is set when it is announced;
    ``ending`` then gives the reason: "covered" or "exhausted". An empty ``agenda`` means that the game is over.
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
    """Knowledge of one seat alone: its objective, and its plan while that is face down."""

    objective: int
    plan: SealPlan | None = None

    def __repr__(self) -> str:
        return "<Hand>"


class Vault(msgspec.Struct, frozen=True):
    """Items nobody knows: the rest of each deck, next card first, and the undealt objectives."""

    decks: tuple[tuple[int, ...], ...]
    objectives: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<Vault of {len(self.decks)} decks>"


State = contract.State[Public, Hand, Vault]
Seen = contract.Seen[Public, Hand]
