"""Keys from which a record's draws were made: one key, or several consecutive keys if a practice game was taken back.

A table that stems from another begins with moves of that table's record, drawn with that table's key. Each entry of
``Table.roots`` is the number of a move and a key in hex. The key applies to the moves up to this number, after those of the
previous entry. The moves after the last entry have the key of the table itself. At each root, everything not yet drawn was
shuffled with the next key.

A table with a fixed deal, such as that of a guide, has one entry that covers all possible moves.
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
    """Return ``Table.roots`` of a table that uses this key for all draws."""
    return [[ALWAYS, key.hex()]]


@dataclass(frozen=True)
class Keys:
    """Keys of a record: ``own`` is the table's own key, ``roots`` the keys of earlier moves.

    ``roots`` are pairs of a move's number and the key up to it, in order.
    """

    own: bytes
    roots: tuple[tuple[int, bytes], ...] = ()

    def at(self, seq: int) -> bytes:
        """Return the key for the draws of a move."""
        return next((key for until, key in self.roots if seq <= until), self.own)

    def state_to_continue(self, engine: Engine, state: Any, seq: int) -> Any:
        """Return the position after a move from which the record continues, reshuffled if the game was taken back to it."""
        return engine.redraw(state, self.at(seq + 1)) if any(until == seq for until, _key in self.roots) else state

    def up_to(self, seq: int) -> list[list[Any]]:
        """Return ``Table.roots`` of a new table that takes over the moves up to this one."""
        return [[until, key.hex()] for until, key in (*(root for root in self.roots if root[0] < seq), (seq, self.at(seq)))]

    def is_fixed(self, game: str) -> bool:
        """True if the deal is that of a guide, or of a table with the same fixed deal."""
        return any(until == ALWAYS for until, _key in self.roots) or self.at(0) in _guide_keys(game)


def _guide_keys(game: str) -> set[bytes]:
    return {guide.key for guide in guides_of(game)}


def are_public(table: Table, keys: Keys) -> bool:
    """Return whether these keys are public, provided that the table has ended: no running game uses them.

    The key of a deal becomes public with its round. The keys of guides are public. The key of a table whose moves were
    taken over stays secret while that table runs.
    """
    if table.is_withheld:
        return False
    if {key for _until, key in keys.roots} <= _guide_keys(table.game):
        return True
    return all(before.status != Table.Status.RUNNING for before in _before(table))


def _before(table: Table) -> Iterator[Table]:
    """Yield the tables from which a table stems, the latest first."""
    while table.stems_from_id:
        table = Table.objects.only("status", "stems_from").get(pk=table.stems_from_id)
        yield table


def own_key(table: Table, words: Sequence[str]) -> bytes:
    """Return the key that follows from a table's secret: from the deal if there is one, else from the table and the words."""
    secret = bytes(table.secret)
    if table.deal:
        return chance.deal_key(secret, table.deal)
    return chance.game_key(secret, table.code, table.options.encode(), words)


def keys_of(table: Table, words: Sequence[str]) -> Keys:
    """Return the keys of a record; ``words`` are those of its seats, in order of joining."""
    if deferred := table.get_deferred_fields() & SECRET:
        table.refresh_from_db(fields=["code", *sorted(deferred)])  # one query; ``code`` identifies the row of the sealed roots
    return Keys(own_key(table, words), tuple((until, bytes.fromhex(key)) for until, key in table.roots))
