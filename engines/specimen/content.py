"""The facts of the game, read from ``data/<version>/*.toml`` into Structs and validated on the way."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from engines.contract import DataError

DATA = Path(__file__).parent / "data"

type Bag = Literal["town", "court"]
type Source = Literal["specimen"]
type Count = Annotated[int, msgspec.Meta(ge=0, le=99)]

BAGS: tuple[Bag, ...] = ("town", "court")


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of letter: which bag it comes from, its worth in points, how many there are [S-1.1]."""

    id: str
    bag: Bag
    worth: Count
    copies: Count
    source: Source


class Road(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One road: what die and horses must reach, and what it adds to each letter in points [S-5.3]."""

    id: str
    climb: Count
    reward: Count
    source: Source


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the rules; ``data/1/limits.toml`` names the rule of each."""

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
    """Everything ``data/<version>/`` says. Letters and roads are found by id."""

    letters: dict[str, Letter]
    roads: dict[str, Road]
    limits: Limits

    def bag(self, letter: str) -> Bag:
        """The bag a letter comes from; its back shows it."""
        return self.letters[letter].bag

    def stock(self, bag: Bag) -> tuple[str, ...]:
        """All letters that start in a bag, in the order of the file, copies included."""
        return tuple(letter.id for letter in self.letters.values() if letter.bag == bag for _ in range(letter.copies))


def load(folder: Path) -> Content:
    """Read and validate one version; raises :class:`DataError` naming file, entry and fault."""
    return Content(
        letters=_table(folder / "letters.toml", "letter", Letter),
        roads=_table(folder / "roads.toml", "road", Road),
        limits=_struct(folder / "limits.toml", "limits", _read(folder / "limits.toml"), Limits),
    )


@cache
def content(version: str) -> Content:
    """The facts a table plays with, loaded once for each version."""
    return load(DATA / version)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise DataError(f"{path.name}: {fault}") from fault


def _struct[T](path: Path, entry: str, raw: object, what: type[T]) -> T:
    try:
        return msgspec.convert(raw, what)
    except msgspec.ValidationError as fault:
        raise DataError(f"{path.name}: {entry}: {fault}") from fault


def _table[T: (Letter, Road)](path: Path, name: str, what: type[T]) -> dict[str, T]:
    raw = _read(path)
    if list(raw) != [name] or not isinstance(raw[name], list) or not raw[name]:
        raise DataError(f"{path.name}: expected entries [[{name}]] and nothing else")
    entries = [_struct(path, f"{name} {number}", entry, what) for number, entry in enumerate(raw[name], 1)]
    found = {entry.id: entry for entry in entries}
    if len(found) < len(entries):
        raise DataError(f"{path.name}: {name}: an id stands there twice")
    return found
