"""Imports between rooms make no circle, directly or through others; imports for type checkers count too.

A room is a folder or module of a floor (``tables.services.play``, ``tables.services.once``), a game (``tables.games.gonzaga``)
or a part of accounts, config and engines (``config.safe``). A contract of import-linter in pyproject.toml forbids circles
within a room.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

PACKAGES = ("accounts", "config", "engines", "tables")


def circle(imports: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the rooms of one circle, the first repeated at the end. The list is empty if there is no circle."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def room_of(module: str) -> str:
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[0] == "tables" else 2])


@pytest.fixture(scope="module")
def rooms() -> Mapping[str, set[str]]:
    """Return the rooms that each room imports."""
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=False, cache_dir=None)
    found: dict[str, set[str]] = defaultdict(set)
    for module in graph.modules:
        if ".migrations" in module:
            continue
        others = {room_of(other) for other in graph.find_modules_directly_imported_by(module)}
        found[room_of(module)] |= others - {room_of(module)}
    return found


def test_no_imports_go_round_in_a_circle(rooms):
    assert {"tables.services.play", "tables.selectors.play", "tables.errors", "accounts.guests", "config.safe"} <= rooms.keys()
    assert circle(rooms) == []


def test_a_circle_is_seen():
    assert circle({"table": ["slots"], "slots": ["clockface"], "clockface": []}) == []
    assert set(circle({"table": ["slots"], "slots": ["clockface"], "clockface": ["table"]})) == {"table", "slots", "clockface"}
