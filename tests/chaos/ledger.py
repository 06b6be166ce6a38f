"""Ledger of the requests that people sent and the responses they got, and tally of each kind of fault."""

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

CALM = "no fault at all"


@dataclass
class Sent:
    """Form sent once or several times under one token. ``yes``: its sender was told of success; ``no``: of a refusal.

    ``actions`` are encoded as in the record.
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
    """Line of chat with a unique ``text``."""

    kind: str
    code: str
    text: str
    yes: bool = False


@dataclass
class Opened:
    """Table, club or report that a person made. ``name`` is unique.

    ``what`` names the model and the column that has the name.
    """

    kind: str
    name: str
    what: tuple[str, str] = ("Table", "name")
    yes: bool = False


@dataclass
class Prepared:
    """Queued turn (``filed``) or draft for the deadline, made when the record was ``seq`` long."""

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
    """Ledger of the run, written by all threads."""

    sent: list[Sent] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    prepared: list[Prepared] = field(default_factory=list)
    opened: list[Opened] = field(default_factory=list)

    def last_kind(self, code: str) -> str:
        """Return the fault during which the last form was sent to a table."""
        return next((each.kind for each in reversed(self.sent) if each.code == code), CALM)

    def kind_of_seat(self, seat_id: int) -> str:
        """Return the fault during which the last form was sent for a seat."""
        return next((each.kind for each in reversed(self.sent) if each.seat_id == seat_id), CALM)


COLUMNS = ("tried", "lost", "doubled", "stuck")


class Tally:
    """Tally by kind of fault: tried, lost, doubled and stuck, with a note on each."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}
        self.notes: list[str] = []
        self.lock = threading.Lock()

    def add(self, kind: str, column: str, note: str = "") -> None:
        """Add one to a column for a kind of fault; ``note`` describes the event."""
        with self.lock:
            self.counts.setdefault(kind, Counter())[column] += 1
            if note:
                self.notes.append(f"{column}: {note} [{kind}]")

    def total(self, column: str) -> int:
        """Return the sum over all kinds."""
        return sum(counts[column] for counts in self.counts.values())

    def has_tried(self, kinds: Iterable[str]) -> bool:
        """Return whether a fault of one of these kinds was tried."""
        return any(self.counts[kind]["tried"] for kind in kinds if kind in self.counts)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the printed table, with the sums in the last one."""
        width = max(map(len, self.counts), default=0)
        yield "  ".join([f"{'fault':{width}}", *(f"{column:>7}" for column in COLUMNS)])
        for kind in sorted(self.counts):
            yield "  ".join([f"{kind:{width}}", *(f"{self.counts[kind][column]:7}" for column in COLUMNS)])
        yield "  ".join([f"{'all':{width}}", *(f"{self.total(column):7}" for column in COLUMNS)])

    @property
    def is_clean(self) -> bool:
        """True if nothing was lost, doubled or stuck."""
        return not any(self.total(column) for column in COLUMNS[1:])
