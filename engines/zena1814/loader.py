"""Reads one version of the data from a folder of TOML files."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

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
    fault,
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
    rules = _read(folder, RULES, _RulesFile)
    found = Content(
        version=folder.name,
        actions=_read(folder, ACTIONS, _ActionsFile).action,
        events=_read(folder, EVENTS, _EventsFile).event,
        forts=_read(folder, FORTS, _FortsFile).fort,
        goals=_read(folder, GOALS, _GoalsFile).goal,
        limits=rules.limits,
        figures=rules.figures,
        board=rules.board,
        palace=rules.palace,
        dice=rules.dice,
        pairs=rules.pairs,
        income=rules.income,
        totals=rules.total,
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
