"""The keys under which a record was drawn: one, or where somebody went back in a practice game, one after the other.

A table that stems from another begins with moves of its record, which were drawn under the key of that table. Each entry of
``Table.roots`` is the number of a move and the key in hex of all moves up to it that no entry before it covers; the moves after
the last one have the key of the table itself. At each root what nobody had drawn yet was shuffled under the key that follows.

A table with a fixed deal, such as that of a guide, has one entry that covers all moves there may ever be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engines import chance
from engines.contract import Engine
from engines.guide import guides_of
from tables.models import Table

SECRET = {"secret", "roots"}
# Number of a move that no game reaches.
ALWAYS = 2**31 - 1


def fixed(key: bytes) -> list[list[Any]]:
    """Return ``Table.roots`` of a table whose draws all follow from this key."""
    return [[ALWAYS, key.hex()]]


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

    def is_fixed(self, game: str) -> bool:
        """True if the deal is that of a guide, or of a table that is always dealt so."""
        return any(until == ALWAYS for until, _key in self.roots) or self.at(0) in _of_guides(game)


def _of_guides(game: str) -> set[bytes]:
    return {guide.key for guide in guides_of(game)}


def are_public(table: Table, keys: Keys) -> bool:
    """True if nobody plays under one of these keys any more, once the table itself has ended.

    Keys of guides are known to everybody; the key of a table from which moves were taken along stays secret while it runs.
    """
    if {key for _until, key in keys.roots} <= _of_guides(table.game):
        return True
    return all(before.status != Table.Status.RUNNING for before in _before(table))


def _before(table: Table) -> Iterator[Table]:
    """The tables from which a table stems, the latest first."""
    while table.stems_from_id:
        table = Table.objects.only("status", "stems_from").get(pk=table.stems_from_id)
        yield table


def keys_of(table: Table, words: Sequence[str]) -> Keys:
    """The keys of a record; ``words`` are those of its seats, in order of joining."""
    if left_out := table.get_deferred_fields() & SECRET:
        table.refresh_from_db(fields=["code", *sorted(left_out)])  # all in one query, and code says whose they are
    own = chance.game_key(bytes(table.secret), table.code, table.options.encode(), words)
    return Keys(own, tuple((until, bytes.fromhex(key)) for until, key in table.roots))
