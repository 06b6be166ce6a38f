"""``make`` without a required tool: it says which tool to install and how, and leaves nothing half built."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("Makefile", ".python-version", "requirements-dev.txt", "requirements-uv.txt")
FETCHED = "The first start fetches three things: uv (unless it is installed), Python 3.13 (unless it is installed)"

pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("make") is None, reason="no make here")]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with the files that ``make setup`` reads, and nothing built."""
    folder = tmp_path / "check out"
    folder.mkdir()
    for name in NEEDED:
        shutil.copy(ROOT / name, folder)
    return folder


def make(checkout: Path, uv: str = "") -> subprocess.CompletedProcess[str]:
    """Run ``make setup`` without a registry. ``uv`` is a shell command that replaces uv. If it is empty, uv is missing."""
    tools = checkout.parent / "bin"
    tools.mkdir()
    for name in ("sh", "sort", "cut", "grep", "rm", "touch", "cat"):
        (tools / name).symlink_to(str(shutil.which(name)))
    (tools / "python3").symlink_to(Path(sys.base_prefix, "bin", "python3"))
    if uv:
        (tools / "uv").write_text(f"#!/bin/sh\n{uv}\n")
        (tools / "uv").chmod(0o755)
    surroundings = {
        "PATH": str(tools),
        "HOME": str(checkout.parent),
        "PIP_INDEX_URL": "http://127.0.0.1:9/",
        "PIP_RETRIES": "0",
        "PIP_CONFIG_FILE": os.devnull,
    }
    command = [str(shutil.which("make")), "setup"]
    return subprocess.run(command, cwd=checkout, env=surroundings, capture_output=True, text=True, timeout=120, check=False)


def test_without_a_network_uv_is_named_and_what_else_will_be_fetched(checkout: Path) -> None:
    ended = make(checkout)
    assert ended.returncode != 0
    assert "uv could not be fetched; the reason stands above." in ended.stderr
    assert FETCHED in ended.stderr
    assert not (checkout / ".uv").exists()


@pytest.mark.parametrize(
    ("fails", "said"),
    [
        ("venv", "There is no Python 3.13 here, and it could not be fetched"),
        ("pip", "The packages of requirements-dev.txt could not be fetched"),
    ],
)
def test_without_a_python_or_packages_they_are_named(checkout: Path, fails: str, said: str) -> None:
    ended = make(checkout, f'[ "$1" = --version ] && echo "uv 99.0.0" && exit; [ "$1" != {fails} ]')
    assert ended.returncode != 0
    assert said in ended.stderr
    assert FETCHED in ended.stderr
    assert not (checkout / ".venv" / ".built").exists()
