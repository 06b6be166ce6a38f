"""Reads one version of the data from a folder of TOML files."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engines.principato import validate
from engines.principato.content import (
    CARDS,
    CULTURE,
    GOALS,
    LIMITS,
    Card,
    Content,
    Culture,
    Goal,
    Pool,
    ScoringCards,
    Seats,
    Spaces,
    Start,
    StartStack,
    Storage,
    fault,
)

DATA = Path(__file__).parent / "data"


class _CardsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: tuple[Card, ...]
    start: tuple[StartStack, ...]


class _CultureFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    culture: tuple[Culture, ...]


class _GoalsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    goal: tuple[Goal, ...]


class _LimitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pool: Pool
    storage: Storage
    start: Start
    seats: tuple[Seats, ...]
    scoring_cards: ScoringCards
    spaces: Spaces


@cache
def load(folder: Path) -> Content:
    """Read and validate one version of the data. Raises :class:`DataError` naming file, entry and fault."""
    cards = _read(folder, CARDS, _CardsFile)
    limits = _read(folder, LIMITS, _LimitsFile)
    found = Content(
        version=folder.name,
        cards=cards.card,
        start_cards=cards.start,
        cultures=_read(folder, CULTURE, _CultureFile).culture,
        goals=_read(folder, GOALS, _GoalsFile).goal,
        pool=limits.pool,
        storage=limits.storage,
        start=limits.start,
        seats=limits.seats,
        scoring_cards=limits.scoring_cards,
        spaces=limits.spaces,
    )
    validate.content(found)
    return found


@cache
def content(version: str) -> Content:
    """The facts of a version a table plays with."""
    return load(DATA / version)


def _read(folder: Path, name: str, shape: Any) -> Any:
    try:
        raw = tomllib.loads((folder / name).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise fault(name, "file", str(error)) from error
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        raise fault(name, where.strip("`") or "file", what) from error
