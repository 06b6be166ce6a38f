"""No module needs, directly or by way of others, one that needs it; imports for type checkers count too."""

from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def circle(imports: Mapping[str, Iterable[str]]) -> list[str]:
    """The modules of one circle, the first named again at the end; empty if there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("package", ["accounts", "config", "engines", "tables"])
def test_no_imports_go_round_in_a_circle(package):
    graph = grimp.build_graph(package, exclude_type_checking_imports=False, cache_dir=None)
    modules = [module for module in graph.modules if ".migrations" not in module]
    assert len(modules) > 10
    assert circle({module: graph.find_modules_directly_imported_by(module) for module in modules}) == []


def test_a_circle_is_seen():
    assert circle({"table": ["slots"], "slots": ["clockface"], "clockface": []}) == []
    assert set(circle({"table": ["slots"], "slots": ["clockface"], "clockface": ["table"]})) == {"table", "slots", "clockface"}
