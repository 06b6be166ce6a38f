"""Loader that reads one version of the data from a folder of TOML files."""

from functools import cache
from pathlib import Path

import msgspec

from engines.kit.data import read
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
    """Return one version of the data, read from its folder and validated.

    Raises :class:`DataError` naming file, entry and fault.
    """
    cards = read(folder, CARDS, _CardsFile)
    limits = read(folder, LIMITS, _LimitsFile)
    facts = Content(
        version=folder.name,
        cards=cards.card,
        start_cards=cards.start,
        cultures=read(folder, CULTURE, _CultureFile).culture,
        goals=read(folder, GOALS, _GoalsFile).goal,
        pool=limits.pool,
        storage=limits.storage,
        start=limits.start,
        seats=limits.seats,
        scoring_cards=limits.scoring_cards,
        spaces=limits.spaces,
    )
    validate.content(facts)
    return facts


@cache
def content(version: str) -> Content:
    """Return the facts of the version used by a table."""
    return load(DATA / version)
