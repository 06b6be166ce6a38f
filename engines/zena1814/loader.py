"""Loader that reads one version of the data from a folder of TOML files."""

from functools import cache
from pathlib import Path

import msgspec

from engines.kit.data import read
from engines.zena1814 import validate
from engines.zena1814.content import (
    ACTIONS,
    EVENTS,
    FORTS,
    GOALS,
    RULES,
    Battle,
    Board,
    Content,
    Dice,
    Event,
    Goal,
    Income,
    Limits,
    Offerable,
    Pairs,
    PalaceOffer,
    Strengths,
    Total,
)

DATA = Path(__file__).parent / "data"


class _ActionsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    action: tuple[Offerable, ...]


class _EventsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    event: tuple[Event, ...]


class _FortsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fort: tuple[Battle, ...]


class _GoalsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    goal: tuple[Goal, ...]


class _RulesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limits: Limits
    figures: Strengths
    board: Board
    palace: PalaceOffer
    dice: Dice
    pairs: Pairs
    income: tuple[Income, ...]
    total: tuple[Total, ...]


@cache
def load(folder: Path) -> Content:
    """Read and validate one version of the data. Raises :class:`DataError` naming file, entry and fault."""
    rules = read(folder, RULES, _RulesFile)
    facts = Content(
        version=folder.name,
        actions=read(folder, ACTIONS, _ActionsFile).action,
        events=read(folder, EVENTS, _EventsFile).event,
        forts=read(folder, FORTS, _FortsFile).fort,
        goals=read(folder, GOALS, _GoalsFile).goal,
        limits=rules.limits,
        figures=rules.figures,
        board=rules.board,
        palace=rules.palace,
        dice=rules.dice,
        pairs=rules.pairs,
        income=rules.income,
        totals=rules.total,
    )
    validate.content(facts)
    return facts


@cache
def content(version: str) -> Content:
    """Return the facts of the version used by a table."""
    return load(DATA / version)
