"""The state of a game in its three parts: what everybody knows, what each seat alone knows, what nobody knows."""

from typing import Literal

import msgspec

from engines import contract
from engines.zena1814.content import FIGURES, Area, Deck, Figure, Gain, Mode

Phase = Literal["setup", "event", "actions", "resolution", "end"]
Reason = Literal["one_shot", "pushed_out", "emptied", "failed", "succeeded", "destroyed"]
"""Why a card left its row."""


class PlaceFigures(msgspec.Struct, frozen=True, tag=True):
    """All put their figures on cards, hidden [Z-4.2]."""


class AskStarter(msgspec.Struct, frozen=True, tag=True):
    """A seat names the start player [R-5]."""

    seat: int


class BeginRound(msgspec.Struct, frozen=True, tag=True):
    """The next round's phases are written down [Z-1.6]."""


class TurnUpEvent(msgspec.Struct, frozen=True, tag=True):
    """Phase 1 [Z-5]."""


class AskTurn(msgspec.Struct, frozen=True, tag=True):
    """A seat's turn [Z-6.2]; ``step`` counts what was done.

    ``fresh`` are the cards that got a marker of this turn, one entry for each: these markers are the lowest of the seat there,
    and cannot be reclaimed [Z-10.5].
    """

    seat: int
    step: int = 0
    moved: bool = False
    offered: bool = False
    influenced: bool = False
    fresh: tuple[int, ...] = ()


class Window(msgspec.Struct, frozen=True, tag=True):
    """Others may react to a card; the seats still to be asked, in play order [Z-9]."""

    laid: int
    waiting: tuple[int, ...]


class DrawCards(msgspec.Struct, frozen=True, tag=True):
    """A seat draws so many cards; ``before`` is the key of the draw before in the same go [Z-1.7]."""

    seat: int
    count: int
    before: str = ""


class BeginResolution(msgspec.Struct, frozen=True, tag=True):
    """Phase 3 begins [Z-11.1]."""


class ResolveCards(msgspec.Struct, frozen=True, tag=True):
    """Step 1 in an area; ``done`` are the numbers of the cards that have come up [Z-12.1]."""

    area: Area
    done: tuple[int, ...] = ()


class PayMarker(msgspec.Struct, frozen=True, tag=True):
    """One marker of a card earns this [Z-12.3]."""

    seat: int
    laid: int
    gain: Gain


class AskFigure(msgspec.Struct, frozen=True, tag=True):
    """Manezzi: the promoter chooses a figure [Z-18.1]."""

    laid: int


class AskTrick(msgspec.Struct, frozen=True, tag=True):
    """A trick card moves on [Z-18.7]."""

    laid: int


class AskCoins(msgspec.Struct, frozen=True, tag=True):
    """The seats on a dice card that may still pay for its roll, in order, and what was paid [Z-16.4]."""

    laid: int
    waiting: tuple[int, ...]
    paid: int = 0


class RemoveCard(msgspec.Struct, frozen=True, tag=True):
    """A card whose markers have been paid leaves [Z-16.11]."""

    laid: int
    reason: Reason


class AskPass(msgspec.Struct, frozen=True, tag=True):
    """Festa: the seats with a card give one to the right, all at once [Z-18.15]."""

    laid: int
    seats: tuple[int, ...]


class ClearArea(msgspec.Struct, frozen=True, tag=True):
    """Step 2 in an area [Z-13]."""

    area: Area


class HoldMajority(msgspec.Struct, frozen=True, tag=True):
    """Step 3 in an area [Z-14]."""

    area: Area


class AskPurchase(msgspec.Struct, frozen=True, tag=True):
    """The holder of the Palace may buy points [Z-14.10]."""

    seat: int


class AskDiscards(msgspec.Struct, frozen=True, tag=True):
    """Phase 4: the seats above the hand limit choose what to put away, all at once [Z-15.1]."""

    seats: tuple[int, ...]


class EndRound(msgspec.Struct, frozen=True, tag=True):
    """The start-player card moves on, or the game ends [Z-15.4, Z-20.1]."""


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
    """Where a figure stands, and how many markers are under it [Z-18.2]; no area before the placement is opened."""

    area: Area | None = None
    markers: int = 0


class Tally(msgspec.Struct, frozen=True):
    """Victory points of the running game by where they come from."""

    cards: int = 0
    battles: int = 0
    bonuses: int = 0
    majorities: int = 0
    palace: int = 0

    def total(self) -> int:
        """All of them."""
        return self.cards + self.battles + self.bonuses + self.majorities + self.palace


class Family(msgspec.Struct, frozen=True):
    """What everybody sees of a seat [R-6, R-31].

    ``figures`` stand in the order of ``FIGURES``. ``supply`` are the markers that lie on no card and under no figure.
    ``actions`` and ``goals`` count the cards in hand by their backs. ``last_deck`` is the deck of the last draw. ``sealed``
    counts the answers to the secret choice now open.
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
        """Cards in hand, of both kinds."""
        return self.actions + self.goals

    def figure(self, figure: Figure) -> Standing:
        """Where a figure stands."""
        return self.figures[FIGURES.index(figure)]

    def stands_in(self, area: Area) -> bool:
        """Whether a figure is there."""
        return any(standing.area == area for standing in self.figures)


class Laid(msgspec.Struct, frozen=True):
    """A card in a row: its number, and the seats of its markers from the top down. ``moved``: a trick card that has moved."""

    number: int
    card: str
    markers: tuple[int, ...] = ()
    moved: bool = False


class Row(msgspec.Struct, frozen=True):
    """The cards of an area, the oldest first [Z-7.4]."""

    area: Area
    cards: tuple[Laid, ...] = ()


class Decks(msgspec.Struct, frozen=True):
    """How many cards each deck holds."""

    action: int = 0
    goal: int = 0
    fort: int = 0
    event: int = 0

    def of(self, deck: Deck) -> int:
        """The cards of a deck one can draw from."""
        return self.action if deck == "action" else self.goal


class Public(msgspec.Struct, frozen=True):
    """What everybody at the table knows.

    ``agenda`` is what comes next, its first task now; empty once the game is over. ``start`` is the seat of the start player,
    None until there is one. ``rows`` stand in the order of resolution. ``numbered`` counts the cards that ever came to a row,
    ``drawn`` those drawn after the setup. ``event`` is in force this round, ``events`` are all turned up so far. ``won`` are
    the won battles, ``under`` the failed Fort cards that lie known at the bottom of their deck, the upper first. ``box`` are
    the cards out of the game. ``complete`` are the seats in the order in which their placement was complete. ``dealt`` are
    the cards the figures were placed with, by seat, in the order of ``FIGURES``. ``goals`` are the goals in each hand, opened
    at the end.
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
        """What the rules are at; None once the game is over."""
        return self.agenda[0] if self.agenda else None

    @property
    def areas(self) -> tuple[Area, ...]:
        """The areas in play, in the order of resolution."""
        return tuple(row.area for row in self.rows)

    def row(self, area: Area) -> tuple[Laid, ...]:
        """The cards of an area, the oldest first."""
        return next((row.cards for row in self.rows if row.area == area), ())

    def order(self) -> tuple[int, ...]:
        """Play order: the start player first, then to the left [Z-1.4]."""
        seats, start = len(self.families), self.start or 0
        return tuple((start + place) % seats for place in range(seats))

    def right_of(self, seat: int) -> int:
        """The neighbour to the right: play goes to the left [Z-1.4]."""
        return (seat - 1) % len(self.families)

    def find(self, number: int) -> tuple[Area, Laid] | None:
        """The card with this number and the area it lies in."""
        return next(((row.area, laid) for row in self.rows for laid in row.cards if laid.number == number), None)

    def laid(self, number: int) -> tuple[Area, Laid]:
        """As ``find`` for a card that must be there. Raises KeyError."""
        if (spot := self.find(number)) is None:
            raise KeyError(number)
        return spot


class Placed(msgspec.Struct, frozen=True):
    """A figure face down on a card [Z-4.2]."""

    figure: Figure
    card: str
    late: bool = False


class Hand(msgspec.Struct, frozen=True):
    """What one seat alone knows: its cards in the order of receipt, and what it chose that is not carried out yet."""

    cards: tuple[str, ...] = ()
    placed: tuple[Placed, ...] = ()
    passing: str | None = None
    discards: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Hand of {len(self.cards)}>"


class Vault(msgspec.Struct, frozen=True):
    """What nobody knows: the orders of the decks, the top first, the event in the box, and the key the dice come from."""

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
