"""Lines of a table page's lists: seats, the log, the final scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import NamedTuple

from django.utils.safestring import SafeString

from tables.games.contract import Player
from tables.games.kit.drawn import cached_renderer
from tables.models import Seat
from tables.selectors.play.log import Opened
from tables.selectors.time.clocks import Clock

# Maximum number of cached readers, and of cached lines per move, enough for two languages and for a name change.
KEPT, READERS = 4_000, 8


@dataclass(frozen=True)
class SeatLine:
    """Player in the list of seats: points, tasks of open decisions with the time of the first, and the clock.

    ``rests`` is True if the clock is paused. ``agreed_at`` is the time of their consent to end the game. ``page`` is the number
    of the player's page, if the reader may see it.
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
    """Active standing order of the viewer, in words, with its number."""

    number: int
    words: str


class Sentence(NamedTuple):
    """Sentence of the log. ``css`` has its classes: the colour of its seat, ``mine`` for the viewer's own, and its tone."""

    words: str
    css: str = ""


class RecapSentence(NamedTuple):
    """Sentence of an animated recap: number of the move, text, and a selector of its subject on the page."""

    seq: int
    sentence: Sentence
    spot: str


@dataclass(frozen=True)
class LogLine:
    """Line of the log: a move or another event, in words.

    ``after`` is the line's place in the log: the number of a move, then the number of the event after that move, or 0.
    ``note`` is the origin of the move, such as a standing order, if the viewer may know it. ``address`` is the URL of the
    position after the move. ``marks`` are the CSS classes of the sentences.
    """

    after: tuple[int, int]
    at: datetime
    sentences: tuple[str, ...]
    note: str = ""
    receipt: str = ""
    opened: tuple[tuple[str, Opened], ...] = ()
    address: str = ""
    marks: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.after, self.at))

    @property
    def anchor(self) -> str:
        """HTML id of the line."""
        seq, number = self.after
        return f"event-{number}" if number else f"move-{seq}"

    @property
    def is_beside(self) -> bool:
        """True if the line is not a move."""
        return bool(self.after[1])

    @property
    def number(self) -> int:
        """Number of the move, or of the move before another event."""
        return self.after[0]

    @property
    def styled_sentences(self) -> Sequence[Sentence]:
        """Sentences with their CSS classes."""
        return [Sentence(*one) for one in zip_longest(self.sentences, self.marks, fillvalue="")]

    @cached_property
    def html(self) -> SafeString:
        """HTML of the line in the log."""
        return _drawn(self, *map(type, self.sentences))


class ChatLine(NamedTuple):
    """Line of the table chat in the log."""

    at: datetime
    name: str
    text: str


@lru_cache(KEPT)
def reader(_version: str, _names: tuple[tuple[str, str], ...], _language: str | None, _zone: tzinfo) -> object:
    """Return an object for a group of viewers who read a move in the same words. It is part of the key of cached lines."""
    return object()


_drawn = cached_renderer("tables/_log_line.html", "line")
