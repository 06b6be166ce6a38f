"""How the processes of ``make test`` share the tests: whole files, those that take longest first, so that all end at once.

What a file makes once (``keeping``, fixtures of a module) is made once then, not in each process.
"""

from collections import Counter
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

# What is added to the names of tests that commit, so that the rest of their files need not wait for them.
COMMITS = "commits"
# What takes ten seconds and more. Nothing breaks if this is out of date; the end of a run becomes a little longer.
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
    # Before all with a browser: it puts a file in the place of the database, and a window that was open before would be served
    # for up to a minute more by threads that have the old one open, where nobody is signed in.
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
    """Gives a process a whole file, or a group that must not run side by side, in the order in which they were collected."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        """The group of a test, or its file; what stands in brackets may have any sign."""
        path = nodeid.partition("::")[0]
        group = nodeid[nodeid.rfind("]") + 1 :].partition("@")[2]
        return f"{path}@{group}" if group in ("", COMMITS) else group


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """Whole sites, what takes long, then as pytest-django has it: tests with a database, those that commit, all others."""
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
