"""Numbers: each of two to five seats chooses a number, and the highest one wins. Lots from the key are added to the numbers."""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from engines import chance
from engines.contract import Line, Outcome, Pending, Seen, State, Step, Told
from engines.kit.game import Game, NoOptions, NoOrder, Nothing, Parts
from engines.kit.ranking import ranking

MOST = 1000
SEATS = range(2, 6)
# Number of bots, stewards and players who miss the deadline.
USUAL = MOST // 2


class Public(msgspec.Struct, frozen=True):
    """Lots and chosen numbers by seat; a number is None until it is chosen. Two seats can have the same lot."""

    lots: tuple[int, ...]
    numbers: tuple[int | None, ...]
    version: str = "1"

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.lots)


class Choose(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Choose a number."""

    number: Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Chosen(msgspec.Struct, frozen=True, tag=True):
    """A seat chose a number."""

    seat: int
    number: int


type Table = State[Public, Nothing, Nothing]


class Rules:
    """All rules of the game."""

    def start(self, options: NoOptions, seats: int, key: bytes) -> Step[Table, Chosen]:
        """Draw the lots."""
        order, draw = chance.order(key, "lots", seats)
        public = Public(tuple(place // 2 for place in order), (None,) * seats)
        return Step(State(public, (Nothing(),) * seats, Nothing()), draws=(draw,))

    def pending(self, public: Public) -> tuple[Pending, ...]:
        """Return the decisions of all seats that have not chosen."""
        return tuple(Pending(seat, "choose", "choose") for seat, number in enumerate(public.numbers) if number is None)

    def legal(self, seen: Seen[Public, Nothing], pending: Pending) -> tuple[Choose, ...]:
        """Return every number."""
        return tuple(map(Choose, range(MOST + 1)))

    def apply(self, state: Table, seat: int, action: Choose) -> Step[Table, Chosen]:
        """Write down the number."""
        public = state.public
        numbers = (*public.numbers[:seat], action.number, *public.numbers[seat + 1 :])
        chosen = Told(Chosen(seat, action.number))
        return Step(State(replace(public, numbers=numbers), state.hands, state.vault), (chosen,))

    def outcome(self, public: Public) -> Outcome | None:
        """Return the result: most points win, and equal seats share their place."""
        chosen = [number for number in public.numbers if number is not None]
        if len(chosen) < public.seats:
            return None
        scores = tuple(number + lot for number, lot in zip(chosen, public.lots, strict=True))
        lines = tuple((Line("number", score),) for score in scores)
        return Outcome(ranking(scores), scores, lines, "chosen")

    def progress(self, public: Public) -> tuple[int, int]:
        """Return the only round."""
        return 1, 1

    def decide(self, seen: Seen[Public, Nothing], pending: Pending) -> Choose:
        """Return the number of a bot."""
        return Choose(USUAL)

    def fallback(self, seen: Seen[Public, Nothing], pending: Pending) -> Choose:
        """Return the number at a missed deadline."""
        return Choose(USUAL)

    def check(self, state: Table) -> None:
        """Accept every state."""


class Numbers(Game[NoOptions, Public, Nothing, Nothing, Choose, Chosen, NoOrder]):
    """Engine of the game."""

    slug = "numbers"
    title = "Numbers"
    seat_range = SEATS
    stage = "specimen"
    State: Any = State[Public, Nothing, Nothing]
    Action: Any = Choose
    Event: Any = Chosen
    parts = Parts(rules := Rules(), check=rules, bot=rules, fallback=rules)


ENGINE = Numbers()
