"""What the lists of a table page consist of: seats, the log, the final scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property, lru_cache

from django.utils.safestring import SafeString

from tables.games.contract import Player
from tables.games.kit.drawn import drawn
from tables.models import Seat
from tables.selectors.play.log import Opened
from tables.selectors.time.clocks import Clock

# Those who read the same move in the same words: in two languages, before and after somebody changed their name.
KEPT, READERS = 4_000, 8


@dataclass(frozen=True)
class SeatLine:
    """A player in the list: points, what is asked of them, since when, and the clock that says until when; ``rests``: it
    stands still. ``agreed_at``: since then they agree to end the game.

    ``page`` is the number of their own page, if the reader may be led there.
    """

    player: Player
    seat: Seat
    page: int | None
    points: int
    questions: Sequence[str]
    since: datetime | None
    clock: Clock | None
    rests: bool
    answered: bool
    agreed_at: datetime | None


@dataclass(frozen=True)
class ActiveOrder:
    """A standing order of the viewer that may answer, by its number."""

    number: int
    words: str


@dataclass(frozen=True)
class LogLine:
    """One move, or something that happened beside the moves, in words; ``note`` says how it came about if all may know.

    ``after`` is its place in the log: the number of the move, and for what happened after that move the number of the event.
    """

    after: tuple[int, int]
    at: datetime
    sentences: tuple[str, ...]
    note: str = ""
    receipt: str = ""
    opened: tuple[tuple[str, Opened], ...] = ()

    def __hash__(self) -> int:
        return hash((self.after, self.at))

    @property
    def anchor(self) -> str:
        """The id of its element."""
        seq, number = self.after
        return f"event-{number}" if number else f"move-{seq}"

    @property
    def is_beside(self) -> bool:
        """Whether it is no move."""
        return bool(self.after[1])

    @cached_property
    def html(self) -> SafeString:
        """Its element in the log."""
        return _drawn(self, *map(type, self.sentences))


@lru_cache(KEPT)
def reader(_version: str, _names: tuple[str, ...], _language: str | None, _zone: tzinfo) -> object:
    """The same for all who read a move alike."""
    return object()


_drawn = drawn("tables/_log_line.html", "line")
