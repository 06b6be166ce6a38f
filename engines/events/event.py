"""Rows of an event: its setup, its players, and its rounds with their results."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from typing import Literal

import msgspec

from engines.events.pairs import Pair, pairs_at
from engines.events.standings import Result

type Format = Literal["match", "knockout", "cup", "season", "groups"]
# Points of a bye for each table that the others play.
BYE = Fraction(1)


class Setup(msgspec.Struct, frozen=True):
    """Format of an event.

    ``match``: pairings of two tables; everybody against everybody up to ten players, else a Swiss system over ``rounds``.
    ``knockout``: pairings of two tables; the loser is out. ``cup``: three to five at a table; a design where one is known,
    else a Swiss system over ``rounds``. ``season``: one division, all tables at once. ``groups``: ``groups`` of this kind, then
    one final table.
    """

    format: Format
    seats: int
    rounds: int = 0
    groups: int = 0

    @property
    def tables_each(self) -> int:
        """Number of tables of a player in a round of a Swiss system or design in rounds."""
        return 2 if self.seats == 2 else 1


class Round(msgspec.Struct, frozen=True):
    """Round with its tables (players by seat) and byes. ``results`` has one entry per table, None while it is played."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    results: tuple[Result | None, ...] = ()


class Event(msgspec.Struct, frozen=True, dict=True):
    """Event with its players, strongest first, and its rounds so far.

    ``seed``: the public seed. ``left``: players who have withdrawn. ``withdrawals``: the same players, the first
    one first.
    """

    setup: Setup
    players: tuple[int, ...]
    seed: bytes
    rounds: tuple[Round, ...] = ()
    left: frozenset[int] = frozenset()
    withdrawals: tuple[int, ...] = ()

    def stay(self, player: int) -> int:
        """Return the position of a player among those who have withdrawn, higher for a later one."""
        return self.withdrawals.index(player) if player in self.withdrawals else -1

    @cached_property
    def results(self) -> Sequence[Result]:
        """Results of all finished tables."""
        return [result for played in self.rounds for result in played.results if result is not None]

    @cached_property
    def present(self) -> Sequence[int]:
        """Players who have not withdrawn."""
        return [player for player in self.players if player not in self.left]

    @cached_property
    def extra(self) -> Mapping[int, Fraction]:
        """Points of byes."""
        byes = [player for played in self.rounds for player in played.byes]
        return {player: byes.count(player) * BYE * self.setup.tables_each for player in byes}

    @cached_property
    def met(self) -> Mapping[Pair, int]:
        """Number of tables at which two players sat together, the lower number first in each pair."""
        met: dict[Pair, int] = {}
        for played in self.rounds:
            for table in played.tables:
                for pair in pairs_at(table):
                    met[pair] = met.get(pair, 0) + 1
        return met

    @cached_property
    def rested(self) -> frozenset[int]:
        """Players who have had a bye."""
        return frozenset(player for played in self.rounds for player in played.byes)

    @cached_property
    def unfinished(self) -> Sequence[tuple[int, ...]]:
        """Tables that are still played."""
        tables = [pair for played in self.rounds for pair in zip_longest(played.tables, played.results)]
        return [table for table, result in tables if result is None]

    @property
    def is_played(self) -> bool:
        """True if all tables drawn so far are finished."""
        return not self.unfinished

    def is_playing(self, one: int, other: int) -> bool:
        """Return whether two players have a table that is not finished."""
        return any(one in table and other in table for table in self.unfinished)
