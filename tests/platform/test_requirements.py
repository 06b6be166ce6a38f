"""Requirement files: every package is pinned with hashes, and no file names a download address."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PINNED = ("requirements.txt", "requirements-dev.txt", "requirements-uv.txt")


def entries(name: str) -> list[str]:
    """Return one string per pinned package, including its hashes."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / name).read_text(), flags=re.MULTILINE)
    return [entry for entry in text.replace("\\\n", " ").splitlines() if entry.strip()]


def names(name: str) -> dict[str, str]:
    return dict(entry.split()[0].split("==") for entry in entries(name))


def wanted(name: str) -> set[str]:
    lines = (ROOT / name).read_text().split("\n")
    return {re.split(r"[\[=<>~ ]", line)[0].lower() for line in lines if line and not line.startswith(("-r", "#"))}


@pytest.mark.parametrize("name", PINNED)
def test_every_package_is_pinned_with_hashes(name: str) -> None:
    found = entries(name)
    assert found
    assert [entry for entry in found if not re.match(r"[a-z0-9.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", entry)] == []


@pytest.mark.parametrize("name", [*PINNED, *(name.replace(".txt", ".in") for name in PINNED), "Dockerfile"])
def test_no_index_is_named(name: str) -> None:
    assert re.search(r"^-(?!r )|--(extra-)?index|--find-links|://", (ROOT / name).read_text(), re.MULTILINE) is None


@pytest.mark.parametrize("name", ["requirements", "requirements-dev", "requirements-uv"])
def test_what_is_wanted_is_pinned(name: str) -> None:
    assert wanted(f"{name}.in") - names(f"{name}.txt").keys() == set()


def test_the_tests_run_with_the_versions_of_production() -> None:
    tested = names("requirements-dev.txt")
    assert {name: version for name, version in names("requirements.txt").items() if tested.get(name) != version} == {}


def test_there_is_no_lock_that_names_an_index() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    assert not {"uv.lock", "poetry.lock", "Pipfile.lock"} & {Path(name).name for name in tracked}


def test_every_dependency_is_explained() -> None:
    explained = set(re.findall(r"^\| `([^`]+)`", (ROOT / "docs/dependencies.md").read_text(), re.MULTILINE))
    assert wanted("requirements.in") | wanted("requirements-dev.in") | wanted("requirements-uv.in") == explained
