"""Distribution of tests among the processes of ``make test``.

Each process gets whole files, the longest first, so that all processes end at about the same time. Module fixtures and the
results kept by ``keeping`` are then made once per file, not once in every process.
"""

from collections import Counter
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

# Suffix for the names of tests that commit, so that the rest of their files need not wait for them.
COMMITS = "commits"
# Files that take ten seconds or more. An outdated list breaks nothing; the end of a run takes a little longer.
LONG = (
    "tests/platform/test_new_game.py",
    "tests/site/sealing/test_every_address.py",
    "tests/site/pages/test_views_secrecy.py",
    "tests/platform/test_upgrades.py",
    "tests/engines/test_secrecy.py",
    "tests/engines/test_contract.py",
    "tests/site/pages/test_views_crawl.py",
    "tests/site/pages/test_demo.py",
    "tests/site/learning/test_glossary.py",
    "tests/site/archive/test_import_hostile.py",
    "tests/accounts/test_bad_input.py",
    "tests/platform/test_settings.py",
    "tests/engines/test_records.py",
    # This file runs before all browser tests, because it replaces the database file. Server threads with the old file open
    # could answer an open browser window for up to another minute, with nobody signed in.
    "tests/site/sealing/test_backups.py",
    "tests/browser/play/test_whole_games.py",
    "tests/browser/play/test_whole_game_zena1814.py",
    "tests/browser/test_replay.py",
    "tests/browser/test_accessible.py",
    "tests/browser/test_one_look_zena1814.py",
    "tests/browser/play/test_touches_gonzaga.py",
    "tests/browser/test_archive.py",
    "tests/browser/play/test_guides.py",
)


class WholeFiles(LoadScopeScheduling):
    """Scheduler that gives a process a whole file, or a group that must not run in parallel, in collection order."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        """Return the group of a test, or its file. The parameters in the test's id may contain any character."""
        path = nodeid.partition("::")[0]
        group = nodeid[nodeid.rfind("]") + 1 :].partition("@")[2]
        return f"{path}@{group}" if group in ("", COMMITS) else group


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests in order: whole sites, long files, tests with a database, tests that commit, all others."""
    sizes = Counter(map(_path, items))
    return sorted(items, key=lambda item: (_turn(item), _rank(item), -sizes[_path(item)], _path(item)))


def _turn(item: pytest.Item) -> int:
    groups = {mark.args[0] for mark in item.iter_markers("xdist_group")}
    if COMMITS in groups:
        return 3
    if groups or _path(item) in LONG:
        return 0 if groups else 1
    return 2 if item.get_closest_marker("database") else 4


def _rank(item: pytest.Item) -> int:
    path = _path(item)
    return LONG.index(path) if path in LONG else len(LONG)


def _path(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
