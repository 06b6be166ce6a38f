"""What people sent and what they were told, and what came of each kind of fault."""

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

CALM = "no fault at all"


@dataclass
class Sent:
    """Something that was sent, under one token, however often. ``yes`` and ``no``: whether somebody was ever told so.

    ``actions`` are encoded as the record holds them.
    """

    kind: str
    code: str
    seat_id: int
    key: str
    token: str
    actions: tuple[str, ...]
    yes: bool = False
    no: bool = False

    def __str__(self) -> str:
        told = "accepted" if self.yes else "refused" if self.no else "unanswered"
        return f"table {self.code}, seat row {self.seat_id}, {self.key}, token {self.token} ({told})"


@dataclass
class Said:
    """A line of chat; ``text`` is like no other."""

    kind: str
    code: str
    text: str
    yes: bool = False


@dataclass
class Opened:
    """A table that somebody opened, a club they founded or a report they made; ``name`` is like no other, in a column of
    ``what`` there is now."""

    kind: str
    name: str
    what: tuple[str, str] = ("Table", "name")
    yes: bool = False


@dataclass
class Prepared:
    """Something that was filed for its place (``filed``), or drafted for the deadline when the record was ``seq`` long."""

    kind: str
    code: str
    seat_id: int
    key: str
    actions: tuple[str, ...]
    filed: bool
    seq: int
    yes: bool = False

    def __str__(self) -> str:
        how = "filed" if self.filed else f"drafted after {self.seq}"
        return f"table {self.code}, seat row {self.seat_id}, {self.key}, {how}: {', '.join(self.actions)}"


@dataclass
class Ledger:
    """All of it; every thread writes here."""

    sent: list[Sent] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    prepared: list[Prepared] = field(default_factory=list)
    opened: list[Opened] = field(default_factory=list)

    def last_kind(self, code: str) -> str:
        """The fault under which something was last sent to a table."""
        return next((each.kind for each in reversed(self.sent) if each.code == code), CALM)

    def kind_of_seat(self, seat_id: int) -> str:
        """The fault under which somebody last sent something for a seat."""
        return next((each.kind for each in reversed(self.sent) if each.seat_id == seat_id), CALM)


COLUMNS = ("tried", "lost", "doubled", "stuck")


class Tally:
    """How often each kind of fault was tried, and what was lost, doubled or stuck by it, with a note of each."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}
        self.notes: list[str] = []
        self.lock = threading.Lock()

    def add(self, kind: str, column: str, note: str = "") -> None:
        """One more; a ``note`` says what it was."""
        with self.lock:
            self.counts.setdefault(kind, Counter())[column] += 1
            if note:
                self.notes.append(f"{column}: {note} [{kind}]")

    def total(self, column: str) -> int:
        """The sum over all kinds."""
        return sum(counts[column] for counts in self.counts.values())

    def has_tried(self, kinds: Iterable[str]) -> bool:
        """Return whether a fault of one of these kinds was tried."""
        return any(self.counts[kind]["tried"] for kind in kinds if kind in self.counts)

    def lines(self) -> Iterator[str]:
        """The table that is printed, with the sums in its last line."""
        width = max(map(len, self.counts), default=0)
        yield "  ".join([f"{'fault':{width}}", *(f"{column:>7}" for column in COLUMNS)])
        for kind in sorted(self.counts):
            yield "  ".join([f"{kind:{width}}", *(f"{self.counts[kind][column]:7}" for column in COLUMNS)])
        yield "  ".join([f"{'all':{width}}", *(f"{self.total(column):7}" for column in COLUMNS)])

    @property
    def is_clean(self) -> bool:
        """Nothing was lost, doubled or stuck."""
        return not any(self.total(column) for column in COLUMNS[1:])
