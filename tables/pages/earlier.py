"""Earlier board: a running game as spectators saw it at the end of an earlier round."""

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from engines.contract import Seen
from tables.models import Table
from tables.pages.lines import LogLine
from tables.pages.offline import KeptBoard
from tables.selectors.play import log, watching


class EarlierBoard(KeptBoard):
    """Board at the end of round ``number``.

    ``rounds`` has pairs of a round and the number of its last move, the newest round first.
    """

    def __init__(self, table: Table, number: int, rounds: Sequence[tuple[int, int]], now: datetime) -> None:
        super().__init__(table, None, now)
        self.round_number = number
        self.rounds = dict(rounds)
        self.seq = self.rounds[number]

    @cached_property
    def seen(self) -> Seen[Any, Any]:
        """Position as everyone saw it then."""
        return watching.position(self.table, self.seq)

    @property
    def before(self) -> int | None:
        """Previous round, or None."""
        return max((number for number in self.rounds if number < self.round_number), default=None)

    @property
    def after(self) -> int | None:
        """Next round, or None."""
        return min((number for number in self.rounds if number > self.round_number), default=None)

    @cached_property
    def happened(self) -> Sequence[LogLine]:
        """Log of that round for spectators, oldest first, with at most ``log.PAGE`` entries."""
        since = self.rounds[self.before] if self.before is not None else -1
        entries = log.log_entries(self.table, None, since=since, before_seq=self.seq + 1, limit=log.PAGE)
        return [self.log.move_line(entry) for entry in entries[::-1]]
