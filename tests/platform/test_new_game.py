"""``make game``: what it writes is a game like any other, before a line is edited."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config import new_game

ROOT = Path(__file__).resolve().parents[2]
SLUG, TITLE = "heapgame", "A Heap of Stones"
COPIED = ("accounts", "config", "engines", "tables", "templates", "tests", "pyproject.toml", "manage.py")
FOLDERS = {
    f"engines/{SLUG}",
    f"tables/games/{SLUG}",
    f"tables/games/{SLUG}/static/{SLUG}",
    f"templates/games/{SLUG}",
    f"tests/{SLUG}",
}
CHOSEN = (
    f"tests/{SLUG}",
    "tests/engines/test_contract.py",
)


@pytest.fixture
def copy(tmp_path):
    """A copy of the tree, without what is built or kept; it goes once the test is over."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.png", "golden"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    yield tmp_path
    shutil.rmtree(tmp_path)


def texts(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_four_folders_and_one_line_are_written_and_hold_for_every_suite_of_games(copy):
    before = texts(copy)
    registry = before["engines/registry.py"].decode().splitlines()
    written = new_game.write(SLUG, TITLE, copy)
    after = texts(copy)
    changed = {path for path in after if after[path] != before.get(path)}
    assert changed == {str(path) for path in written}
    assert {str(Path(path).parent) for path in changed - {"engines/registry.py"}} == FOLDERS
    lines = after["engines/registry.py"].decode().splitlines()
    assert [line for line in lines if line not in registry] == [f'    "{SLUG}",']

    lint = [sys.executable, "-m", "ruff", "check", "--no-cache", "-q", *sorted(FOLDERS)]
    assert subprocess.run(lint, cwd=copy, check=False, capture_output=True, text=True).stdout == ""
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", SLUG, *CHOSEN],
        cwd=copy,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stdout[-4000:] + told.stderr[-2000:]


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
