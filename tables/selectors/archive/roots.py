"""The keys under which a record was drawn: one, or where somebody went back in a practice game, one after the other.

A table that stems from another begins with moves of its record, which were drawn under the key of that table. Each entry of
``Table.roots`` is the number of a move and the key in hex of all moves up to it that no entry before it covers; the moves after
the last one have the key of the table itself. At each root what nobody had drawn yet was shuffled under the key that follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines import chance
from engines.contract import Engine
from tables.models import Table

SECRET = {"secret", "roots"}


@dataclass(frozen=True)
class Keys:
    """``own`` is the key of the table itself, ``roots`` pairs of a move's number and the key up to it, in order."""

    own: bytes
    roots: tuple[tuple[int, bytes], ...] = ()

    def at(self, seq: int) -> bytes:
        """The key of the draws of a move."""
        return next((key for until, key in self.roots if seq <= until), self.own)

    def onward(self, engine: Engine, state: Any, seq: int) -> Any:
        """The position from which the record goes on after a move: redrawn where somebody went back to it."""
        return engine.redraw(state, self.at(seq + 1)) if any(until == seq for until, _key in self.roots) else state

    def up_to(self, seq: int) -> list[list[Any]]:
        """``Table.roots`` of a table that takes along the moves up to this one."""
        return [[until, key.hex()] for until, key in (*(root for root in self.roots if root[0] < seq), (seq, self.at(seq)))]


def keys_of(table: Table, words: Sequence[str]) -> Keys:
    """The keys of a record; ``words`` are those of its seats, in order of joining."""
    if left_out := table.get_deferred_fields() & SECRET:
        table.refresh_from_db(fields=["code", *sorted(left_out)])  # all in one query, and code says whose they are
    own = chance.game_key(bytes(table.secret), table.code, table.options.encode(), words)
    return Keys(own, tuple((until, bytes.fromhex(key)) for until, key in table.roots))
