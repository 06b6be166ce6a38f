"""State of a game in three parts: known to all, to one seat, and to nobody."""

from typing import Literal

import msgspec

from engines import contract
from engines.zena1814.content import FIGURES, Area, Deck, Figure, Gain, Mode

Phase = Literal["setup", "event", "actions", "resolution", "end"]
Reason = Literal["one_shot", "pushed_out", "emptied", "failed", "succeeded", "destroyed"]
"""Reason for a card leaving its row."""


class PlaceFigures(msgspec.Struct, frozen=True, tag=True):
    """Placement of the figures on cards by all seats, hidden [Z-4.2]."""


class AskStarter(msgspec.Struct, frozen=True, tag=True):
    """Choice of the start player by a seat [R-5]."""

    seat: int


class BeginRound(msgspec.Struct, frozen=True, tag=True):
    """Beginning of a round: its phases are put on the agenda [Z-1.6]."""


class TurnUpEvent(msgspec.Struct, frozen=True, tag=True):
    """Phase 1: the event of the round [Z-5]."""


class AskTurn(msgspec.Struct, frozen=True, tag=True):
    """A seat's turn [Z-6.2]; ``step`` counts its actions.

    ``fresh`` lists the cards that got a marker this turn, one entry per marker. These markers are the seat's lowest on
    their card, and cannot be reclaimed [Z-10.5].
    """

    seat: int
    step: int = 0
    moved: bool = False
    offered: bool = False
    influenced: bool = False
    fresh: tuple[int, ...] = ()


class Window(msgspec.Struct, frozen=True, tag=True):
    """Window in which others can react to a card; ``waiting`` are the seats still to be asked, in play order [Z-9]."""

    laid: int
    waiting: tuple[int, ...]


class DrawCards(msgspec.Struct, frozen=True, tag=True):
    """Draw of a number of cards by a seat; ``before`` is the key of the previous draw in this series [Z-1.7]."""

    seat: int
    count: int
    before: str = ""


class BeginResolution(msgspec.Struct, frozen=True, tag=True):
    """Beginning of phase 3 [Z-11.1]."""


class ResolveCards(msgspec.Struct, frozen=True, tag=True):
    """Step 1 in an area; ``done`` are the numbers of the cards already resolved [Z-12.1]."""

    area: Area
    done: tuple[int, ...] = ()


class PayMarker(msgspec.Struct, frozen=True, tag=True):
    """Payment of its gain to one marker of a card [Z-12.3]."""

    seat: int
    laid: int
    gain: Gain


class AskFigure(msgspec.Struct, frozen=True, tag=True):
    """Choice of a figure by the promoter of Manezzi [Z-18.1]."""

    laid: int


class AskTrick(msgspec.Struct, frozen=True, tag=True):
    """Move of a trick card by its promoter [Z-18.7]."""

    laid: int


class AskCoins(msgspec.Struct, frozen=True, tag=True):
    """The seats on a dice card that can still pay for its roll, in order, and the coins paid [Z-16.4]."""

    laid: int
    waiting: tuple[int, ...]
    paid: int = 0


class RemoveCard(msgspec.Struct, frozen=True, tag=True):
    """Removal of a card once its markers have been paid [Z-16.11]."""

    laid: int
    reason: Reason


class AskPass(msgspec.Struct, frozen=True, tag=True):
    """Passing of cards at a Festa: each seat with a card gives one to the right, all at the same time [Z-18.15]."""

    laid: int
    seats: tuple[int, ...]


class ClearArea(msgspec.Struct, frozen=True, tag=True):
    """Step 2 in an area: the removal of cards [Z-13]."""

    area: Area


class HoldMajority(msgspec.Struct, frozen=True, tag=True):
    """Step 3 in an area: the majority [Z-14]."""

    area: Area


class AskPurchase(msgspec.Struct, frozen=True, tag=True):
    """Purchase of points that the holder of the Palace can make [Z-14.10]."""

    seat: int


class AskDiscards(msgspec.Struct, frozen=True, tag=True):
    """Discards in phase 4: the seats above the hand limit choose cards, all at the same time [Z-15.1]."""

    seats: tuple[int, ...]


class EndRound(msgspec.Struct, frozen=True, tag=True):
    """End of a round: the start-player card moves on, or the game ends [Z-15.4, Z-20.1]."""


type Task = (
    PlaceFigures
    | AskStarter
    | BeginRound
    | TurnUpEvent
    | AskTurn
    | Window
    | DrawCards
    | BeginResolution
    | ResolveCards
    | PayMarker
    | AskFigure
    | AskTrick
    | AskCoins
    | RemoveCard
    | AskPass
    | ClearArea
    | HoldMajority
    | AskPurchase
    | AskDiscards
    | EndRound
)


class Standing(msgspec.Struct, frozen=True):
    """The area of a figure, and the number of markers under it [Z-18.2].

    There is no area before the placement is revealed.
    """

    area: Area | None = None
    markers: int = 0


class Tally(msgspec.Struct, frozen=True):
    """Victory points of the game so far, by source."""

    cards: int = 0
    battles: int = 0
    bonuses: int = 0
    majorities: int = 0
    palace: int = 0

    def total(self) -> int:
        """Return all points."""
        return self.cards + self.battles + self.bonuses + self.majorities + self.palace


class Family(msgspec.Struct, frozen=True):
    """Public items of a seat [R-6, R-31].

    ``figures`` are in the order of ``FIGURES``. ``supply`` are the markers on no card and under no figure. ``actions`` and
    ``goals`` count the cards in hand by their backs. ``last_deck`` is the deck of the last draw. ``sealed`` counts the answers
    to the current secret choice.
    """

    coins: int
    supply: int
    figures: tuple[Standing, Standing, Standing, Standing] = (Standing(), Standing(), Standing(), Standing())
    tally: Tally = Tally()
    actions: int = 0
    goals: int = 0
    last_deck: Deck | None = None
    sealed: int = 0

    @property
    def points(self) -> int:
        """Victory points before the final scoring."""
        return self.tally.total()

    @property
    def cards(self) -> int:
        """Number of cards in hand, of both kinds."""
        return self.actions + self.goals

    def figure(self, figure: Figure) -> Standing:
        """Return the area of a figure and its markers."""
        return self.figures[FIGURES.index(figure)]

    def stands_in(self, area: Area) -> bool:
        """Return whether a figure is in the area."""
        return any(standing.area == area for standing in self.figures)


class Laid(msgspec.Struct, frozen=True):
    """A card in a row: its number, and the seats of its markers from the top down.

    ``moved``: a trick card that has moved.
    """

    number: int
    card: str
    markers: tuple[int, ...] = ()
    moved: bool = False


class Row(msgspec.Struct, frozen=True):
    """The cards of an area, the oldest first [Z-7.4]."""

    area: Area
    cards: tuple[Laid, ...] = ()


class Decks(msgspec.Struct, frozen=True):
    """Number of cards in each deck."""

    action: int = 0
    goal: int = 0
    fort: int = 0
    event: int = 0

    def of(self, deck: Deck) -> int:
        """Return the number of cards in a deck that seats can draw from."""
        return self.action if deck == "action" else self.goal


class Public(msgspec.Struct, frozen=True):
    """Information known to everybody at the table.

    ``agenda`` holds the coming tasks, the current one first; it is empty once the game is over. ``start`` is the seat of the
    start player, None until there is one. ``rows`` are in the order of resolution. ``numbered`` counts all cards ever placed in
    a row, ``drawn`` those drawn after the setup. ``event`` is this round's, ``events`` are all turned up so far.
    ``won`` are the won battles. ``under`` are the known failed Fort cards at the bottom of their deck, the upper first. ``box``
    are the cards out of the game. ``complete`` are the seats in the order of completing their placement. ``dealt``
    are the cards used to place the figures, by seat, in the order of ``FIGURES``. ``goals`` are the goals in each hand,
    revealed at the end.
    """

    version: str
    mode: Mode
    starter: Literal["sealed_lot", "first_in", "random"]
    free_order: bool
    families: tuple[Family, ...]
    rows: tuple[Row, ...]
    decks: Decks
    agenda: tuple[Task, ...] = ()
    phase: Phase = "setup"
    start: int | None = None
    round: int = 0
    event: str | None = None
    events: tuple[str, ...] = ()
    numbered: int = 0
    drawn: int = 0
    won: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    complete: tuple[int, ...] = ()
    dealt: tuple[tuple[str, ...], ...] = ()
    goals: tuple[tuple[str, ...], ...] = ()

    @property
    def task(self) -> Task | None:
        """Current task; None once the game is over."""
        return self.agenda[0] if self.agenda else None

    @property
    def areas(self) -> tuple[Area, ...]:
        """Areas in play, in the order of resolution."""
        return tuple(row.area for row in self.rows)

    def row(self, area: Area) -> tuple[Laid, ...]:
        """Return the cards of an area, the oldest first."""
        return next((row.cards for row in self.rows if row.area == area), ())

    def order(self) -> tuple[int, ...]:
        """Return the play order: the start player first, then to the left [Z-1.4]."""
        seats, start = len(self.families), self.start or 0
        return tuple((start + offset) % seats for offset in range(seats))

    def right_of(self, seat: int) -> int:
        """Return the neighbour to the right; play goes to the left [Z-1.4]."""
        return (seat - 1) % len(self.families)

    def find(self, number: int) -> tuple[Area, Laid] | None:
        """Return the area and the card with this number, or None."""
        return next(((row.area, laid) for row in self.rows for laid in row.cards if laid.number == number), None)

    def laid(self, number: int) -> tuple[Area, Laid]:
        """Return the area and the card with this number, which must exist. Raises KeyError."""
        if (spot := self.find(number)) is None:
            raise KeyError(number)
        return spot


class Placed(msgspec.Struct, frozen=True):
    """A figure face down on a card [Z-4.2]."""

    figure: Figure
    card: str
    late: bool = False


class Hand(msgspec.Struct, frozen=True):
    """Information known to one seat: its cards in the order received, and its choices not yet carried out."""

    cards: tuple[str, ...] = ()
    placed: tuple[Placed, ...] = ()
    passing: str | None = None
    discards: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Hand of {len(self.cards)}>"


class Vault(msgspec.Struct, frozen=True):
    """Information known to nobody: the order of each deck (top first), the event in the box, the key of the dice."""

    key: bytes
    action: tuple[str, ...] = ()
    goal: tuple[str, ...] = ()
    fort: tuple[str, ...] = ()
    event: tuple[str, ...] = ()
    boxed_event: str = ""

    def __repr__(self) -> str:
        return f"<Vault of {len(self.action)} and {len(self.goal)}>"


State = contract.State[Public, Hand, Vault]
Seen = contract.Seen[Public, Hand]
