"""Import rules beyond import-linter, and the places in code and templates that may name a game."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.registry import PLAYABLE, SPECIMENS
from tables.games import contract

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
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno} names no package"
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


def test_what_games_share_knows_no_game() -> None:
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / "engines").rglob("*.py"))
        if path.relative_to(ROOT).parts[1] not in GAMES
        for name in imported(path)
        if re.match(rf"engines\.({'|'.join(GAMES)})(\.|$)", name)
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


def named_in_code(path: Path) -> Iterator[str]:
    """Yield the string constants of a module, without its docstrings."""
    tree = ast.parse(path.read_text())
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body and isinstance(node.body[0], ast.Expr)
    }
    yield from (
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    )


def pages() -> Iterator[Path]:
    found = (path for path in (ROOT / "templates").rglob("*.*") if path.suffix in {".html", ".svg", ".txt"})
    yield from (path for path in sorted(found) if not set(path.relative_to(ROOT).parts[1:3]) & set(GAMES))


def test_a_game_is_named_in_its_own_folders_and_in_the_registry_alone() -> None:
    """Apart from the demo, the site's code and pages name a game only in the game's own folders.

    ``docs/decisions/0019-four-folders.md`` lists the files that may name games.
    """
    may = {Path("tables/management/demo.py")}
    word = re.compile(rf"\b({'|'.join(GAMES)})\b")
    texts = [(path, text) for path in modules() for text in named_in_code(path)]
    texts += [(path, path.read_text()) for path in pages()]
    found = {
        f"{path.relative_to(ROOT)} names {game}"
        for path, text in texts
        for game in word.findall(text)
        if path.relative_to(ROOT) not in may and not is_presenter_of(path, game)
    }
    assert found == set()


def test_every_template_a_game_can_have_is_described_in_the_contract() -> None:
    """The contract describes the kit's fallback for each template, so that authors of a game need not read the code."""
    described = set(re.findall(r"``(\w+\.html)``", contract.__doc__ or ""))
    assert {path.name for path in (ROOT / "templates/games/kit").iterdir()} <= described
