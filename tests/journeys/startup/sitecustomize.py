"""Hook that makes every run deal the same games. Python runs it at the start of each process with this folder on PYTHONPATH.

All random draws of a table depend on its secret, its code and its players' words. Here all tables share one secret, and their
codes follow a fixed order. ``JOURNEYS_CODES`` names the file that counts the codes.

Emails are held back for one second instead of twenty to collect news. A game by email would otherwise take 15 minutes.
"""

import fcntl
import os
import random
import secrets
import sys
from datetime import timedelta
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

COUNT = os.environ.get("JOURNEYS_CODES", "")
CODE_LETTERS = 8


class Dealer:
    """Substitute for ``secrets`` in the module that makes codes and secrets."""

    def __init__(self) -> None:
        self._letters: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(secrets, name)

    def token_bytes(self, size: int) -> bytes:
        """Return the same bytes every time."""
        return bytes(size)

    def choice(self, letters: str) -> str:
        """Return the next letter of an unused code."""
        if not self._letters:
            chance = random.Random(counted())
            self._letters = [chance.random() for _letter in range(CODE_LETTERS)]
        return letters[int(self._letters.pop() * len(letters))]


def counted() -> int:
    """Count one more code, and return the number of codes made so far by all processes."""
    with open(COUNT, "a+") as count:
        fcntl.flock(count, fcntl.LOCK_EX)
        count.write(".")
        return count.tell()


def deals(module: ModuleType) -> None:
    """Make a module create predictable codes and secrets."""
    module.secrets = Dealer()  # type: ignore[attr-defined]


def hurries(module: ModuleType) -> None:
    """Make a module hold emails back for one second only."""
    module.SETTLE = timedelta(seconds=1)  # type: ignore[attr-defined]


CHANGED = {"tables.models.play": deals, "tables.services.mail.notify": hurries}


class Finder(MetaPathFinder):
    """Import hook that changes the modules of ``CHANGED`` once they have been run."""

    def find_spec(self, name: str, path: Any, _target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path) if name in CHANGED else None
        if spec is None or spec.loader is None:
            return None
        run = spec.loader.exec_module

        def run_and_change(module: ModuleType) -> None:
            run(module)
            CHANGED[name](module)

        spec.loader.exec_module = run_and_change  # type: ignore[method-assign]
        return spec


if COUNT:
    sys.meta_path.insert(0, Finder())
