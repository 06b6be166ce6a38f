"""Facts of the game, read from ``data/<version>/*.toml`` into validated Structs."""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from engines.kit.data import fault, read

DATA = Path(__file__).parent / "data"
LETTERS, ROADS, LIMITS = "letters.toml", "roads.toml", "limits.toml"

type Bag = Literal["town", "court"]
type Source = Literal["specimen"]
type Count = Annotated[int, msgspec.Meta(ge=0, le=99)]

BAGS: tuple[Bag, ...] = ("town", "court")


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of letter: its bag, its worth in points, and its number of copies [S-1.1]."""

    id: str
    bag: Bag
    worth: Count
    copies: Count
    source: Source


class Road(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One road: the sum that die and horses must reach, and the points it adds to each letter [S-5.3]."""

    id: str
    climb: Count
    reward: Count
    source: Source


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the rules; ``data/1/limits.toml`` names the rule of each."""

    source: Source
    first_letters: Count
    first_coins: Count
    dawn_letters: Count
    dawn_coins: Count
    horses: Count
    places: Count
    joining: Count
    pack: Count
    late: Count
    die: Annotated[int, msgspec.Meta(ge=2, le=20)]
    renown: Count
    undelivered: Count


class Content(msgspec.Struct, frozen=True):
    """All facts of ``data/<version>/``. Letters and roads are keyed by id."""

    letters: dict[str, Letter]
    roads: dict[str, Road]
    limits: Limits

    def bag(self, letter: str) -> Bag:
        """Return the bag of a letter; its back shows it."""
        return self.letters[letter].bag

    def stock(self, bag: Bag) -> tuple[str, ...]:
        """Return all letters that start in a bag, in the order of the file, copies included."""
        return tuple(letter.id for letter in self.letters.values() if letter.bag == bag for _ in range(letter.copies))


class _LettersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    letter: Annotated[tuple[Letter, ...], msgspec.Meta(min_length=1)]


class _RoadsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    road: Annotated[tuple[Road, ...], msgspec.Meta(min_length=1)]


def load(folder: Path) -> Content:
    """Read and validate one version; raises :class:`DataError` naming file, entry and fault."""
    return Content(
        letters=_by_id(LETTERS, read(folder, LETTERS, _LettersFile).letter),
        roads=_by_id(ROADS, read(folder, ROADS, _RoadsFile).road),
        limits=read(folder, LIMITS, Limits),
    )


@cache
def content(version: str) -> Content:
    """Return the facts used by a table, loaded once for each version."""
    return load(DATA / version)


def _by_id[T: (Letter, Road)](file: str, entries: tuple[T, ...]) -> dict[str, T]:
    by_id = {entry.id: entry for entry in entries}
    if len(by_id) < len(entries):
        raise fault(file, "file", "an id stands there twice")
    return by_id
