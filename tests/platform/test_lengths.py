"""Maximum length of every function, so that it can be read at a glance."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TREES = ("accounts", "benchmarks", "config", "docs", "engines", "tables", "tests")
MOST = 60
"""Lines of a function, from its ``def`` to its last one."""


def lengths(source: str) -> Iterator[tuple[str, int]]:
    """Yield the name and line count of every function, including methods and nested functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def test_no_function_is_longer_than_sixty_lines() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name} has {lines} lines"
        for tree in TREES
        for path in sorted((ROOT / tree).rglob("*.py"))
        for name, lines in lengths(path.read_text())
        if lines > MOST
    ]
    assert found == []


def test_lines_are_counted_of_every_kind_of_function() -> None:
    inside = "class A:\n    async def b(self):\n        def c():\n            pass\n        return c\n"
    assert sorted(lengths(f"{inside}\n\n@cache\ndef d():\n    pass\n")) == [("b", 4), ("c", 2), ("d", 2)]
