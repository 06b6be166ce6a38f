"""Deals every table as in every other run. Python runs this at the start of each process with this folder on PYTHONPATH.

All chance of a table follows from its secret, its code and the words of its players. Here all tables have the same secret, and
their codes come one after the other: ``JOURNEYS_CODES`` names the file that counts them. Emails wait one second instead of
twenty for what else happens, or a game by letters would take a quarter of an hour.
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
    """Stands for ``secrets`` in the module that makes codes and secrets."""

    def __init__(self) -> None:
        self._letters: list[float] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(secrets, name)

    def token_bytes(self, size: int) -> bytes:
        """Return the same bytes every time."""
        return bytes(size)

    def choice(self, letters: str) -> str:
        """Return the next letter of a code that has not been used."""
        if not self._letters:
            chance = random.Random(counted())
            self._letters = [chance.random() for _letter in range(CODE_LETTERS)]
        return letters[int(self._letters.pop() * len(letters))]


def counted() -> int:
    """Return how many codes there have been in all processes."""
    with open(COUNT, "a+") as count:
        fcntl.flock(count, fcntl.LOCK_EX)
        count.write(".")
        return count.tell()


def deals(module: ModuleType) -> None:
    """Let a module make codes and secrets of ours."""
    module.secrets = Dealer()  # type: ignore[attr-defined]


def hurries(module: ModuleType) -> None:
    """Let a module put emails off for a second only."""
    module.SETTLE = timedelta(seconds=1)  # type: ignore[attr-defined]


CHANGED = {"tables.models.play": deals, "tables.services.mail.notify": hurries}


class Finder(MetaPathFinder):
    """Changes these modules once they have been run."""

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
