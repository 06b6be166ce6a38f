"""What import-linter cannot say: only a game's own presenter knows the game, and no slug stands in an ``if`` elsewhere."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.registry import PLAYABLE, SPECIMENS

ROOT = Path(__file__).resolve().parents[2]
GAMES = PLAYABLE + SPECIMENS
SITE = ("accounts", "config", "tables")


def modules() -> Iterator[Path]:
    for folder in SITE:
        yield from sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_presenter_of(path: Path, game: str) -> bool:
    inside = path.relative_to(ROOT)
    return inside.parts[:3] == ("tables", "games", game)


def test_only_a_games_own_presenter_imports_it() -> None:
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in modules()
        for name in imported(path)
        for game in GAMES
        if re.match(rf"engines\.{game}(\.|$)", name) and not is_presenter_of(path, game)
    ]
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_no_game_imports_another_or_anything_but_the_standard_library_and_msgspec(game: str) -> None:
    allowed = sys.stdlib_module_names - {"random", "time", "datetime", "secrets", "os"} | {"msgspec"}
    others = {other for other in GAMES if other != game}
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / "engines" / game).rglob("*.py"))
        for name in imported(path)
        for top, _, rest in [name.partition(".")]
        if top not in allowed and (top != "engines" or rest.split(".")[0] in others)
    ]
    assert found == []


def test_no_slug_decides_anything_outside_its_presenter() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno} compares with {constant.value!r}"
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Compare)
        for constant in (node.left, *node.comparators)
        if isinstance(constant, ast.Constant) and constant.value in GAMES and not is_presenter_of(path, str(constant.value))
    ]
    assert found == []
