"""``make game``: the game it writes passes all checks before any line is edited."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import new_game
from engines.registry import PLAYABLE, SPECIMENS

ROOT = Path(__file__).resolve().parents[2]
SLUG, TITLE = "heapgame", "A Heap of Stones"
NOT_COPIED = {
    ".venv",
    ".uv",
    ".git",
    ".pytest_cache",
    ".ruff_cache",
    ".import_linter_cache",
    ".hypothesis",
    "var",
    "__pycache__",
}
FOLDERS = {
    f"engines/{SLUG}",
    f"tables/games/{SLUG}",
    f"tables/games/{SLUG}/static/{SLUG}",
    f"templates/games/{SLUG}",
    f"tests/{SLUG}",
}
RECORDS = {
    f"docs/check_record/{SLUG}-1.json",
    f"tests/engines/frozen/{SLUG}-1.json",
    f"tests/engines/golden/{SLUG}-heap.txt",
    f"tests/site/frozen/{SLUG}-1-format2.json",
}
TOOLS = Path(sys.executable).parent
COMMANDS = {"chaos", "fuzz", "journeys", "leaks", "screens", "tour"}
EVERY_GAME = re.compile(r"\bregistry\.engines\(|\bPLAYABLE\b|\bSPECIMENS\b")
# The broker, database and folder of the surrounding test run stay out of this environment.
ALONE = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ} | {"PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Path]:
    """Yield a copy of the tree without built or kept files, and delete it after the test."""
    tree = tmp_path / "tree"
    shutil.copytree(ROOT, tree, ignore=lambda _folder, names: NOT_COPIED & set(names))
    yield tree
    shutil.rmtree(tree)


def texts(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def lists_games(path: Path, root: Path, looked_at: set[Path]) -> bool:
    """Return whether a test module loops over the games, or imports a test module that does."""
    if path in looked_at:
        return False
    looked_at.add(path)
    text = path.read_text()
    return bool(EVERY_GAME.search(text)) or any(lists_games(other, root, looked_at) for other in imported(text, root))


def imported(text: str, root: Path) -> Iterator[Path]:
    """Yield the test modules that a module imports, except those of commands that loop over every game themselves."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests"):
            module = root / (node.module or "").replace(".", "/")
            named = [module.with_suffix(".py"), *(module / f"{alias.name}.py" for alias in node.names)]
            yield from (path for path in named if path.is_file() and not COMMANDS & set(path.parts))


def cross_game(root: Path) -> list[str]:
    """Return the test modules that a new game may break, except browser tests and tests of existing games."""
    apart = {*PLAYABLE, *SPECIMENS, "browser"}
    found = [path for path in sorted((root / "tests").rglob("test_*.py")) if not apart & set(path.relative_to(root).parts)]
    return [
        str(path.relative_to(root))
        for path in found
        if path != root / "tests/platform/test_new_game.py" and lists_games(path, root, set())
    ]


def passes(*command: str, tree: Path) -> None:
    done = subprocess.run(command, cwd=tree, env=ALONE, check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)[:200]}\n{done.stdout[-6000:]}{done.stderr[-2000:]}"


@pytest.mark.slow
def test_four_folders_one_line_and_records_are_written_and_all_that_is_checked_of_every_game_holds(copy: Path) -> None:
    """The test takes as long as the suites of one game. Only running them all shows that a new game breaks none."""
    before = texts(copy)
    registry = before["engines/registry.py"].decode().splitlines()
    written = new_game.write(SLUG, TITLE, copy)
    after = texts(copy)
    changed = {path for path in after if after[path] != before.get(path)}
    assert changed == {str(path) for path in written}
    assert {str(Path(path).parent) for path in changed - {"engines/registry.py"}} == FOLDERS
    lines = after["engines/registry.py"].decode().splitlines()
    assert [line for line in lines if line not in registry] == [f'    "{SLUG}",']
    new_game.record(SLUG, copy)
    assert {path for path in texts(copy) if path not in after and "__pycache__" not in path} == RECORDS

    python = sys.executable
    passes(python, "-m", "ruff", "check", "--no-cache", ".", tree=copy)
    passes(python, "-m", "ruff", "format", "--no-cache", "--check", ".", tree=copy)
    passes(python, "-m", "mypy", tree=copy)
    passes(f"{TOOLS}/lint-imports", tree=copy)
    passes(f"{TOOLS}/djlint", "templates", "--lint", "--quiet", tree=copy)
    passes(f"{TOOLS}/oxlint", "--quiet", "--deny-warnings", "accounts", "tables", tree=copy)
    passes(python, "manage.py", "makemigrations", "--check", "--dry-run", tree=copy)
    passes(python, "-m", "config.translations", "check", tree=copy)
    of_others = " and ".join(f"not {game}" for game in (*PLAYABLE, *SPECIMENS))
    modules = [*cross_game(copy), f"tests/{SLUG}"]
    passes(python, "-m", "pytest", "-q", "-n0", "-m", "not slow", "-k", of_others, *modules, tree=copy)


def test_modules_that_go_through_the_games_are_found_by_what_they_import() -> None:
    found = cross_game(ROOT)
    assert {"tests/engines/test_contract.py", "tests/site/pages/test_home.py", "tests/site/mail/test_mail_source.py"} <= set(
        found
    )
    assert not {"tests/site/clubs/test_chronicle.py", "tests/site/sealing/test_every_address.py"} & set(found)


@pytest.mark.parametrize(
    ("slug", "title"),
    [
        ("kit", "Kit"),
        ("Heap", "Heap"),
        ("../heap", "Heap"),
        ("x", "Heap"),
        ("gonzaga", "Heap"),
        ("heap", "<b>"),
        ("heap", 'a"b'),
    ],
)
def test_names_that_cannot_be_are_refused_and_nothing_is_written(slug, title, tmp_path):
    (tmp_path / "engines/gonzaga").mkdir(parents=True)
    shutil.copy(ROOT / "engines/registry.py", tmp_path / "engines")
    before = texts(tmp_path)
    with pytest.raises(new_game.Refused):
        new_game.write(slug, title, tmp_path)
    assert texts(tmp_path) == before
