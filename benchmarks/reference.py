"""Asking the floor, which has a process of its own (``benchmarks.floor``)."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks.calling import Spent
from benchmarks.floor.answers import Answer


class Floor:
    """The floor at the other end of a line."""

    def __init__(self, link: Connection) -> None:
        self.link = link

    def get(self, name: str, answer: Answer, times: int = 1) -> list[Spent]:
        """What is spent on so many pages in a row that answer with these bytes."""
        spent: list[Spent] = self._ask("get", name, answer, times)
        return spent

    def post(self, name: str, answer: Answer, times: int = 1) -> list[Spent]:
        """What is spent on so many moves in a row that write these texts and answer with these bytes."""
        spent: list[Spent] = self._ask("post", name, answer, times)
        return spent

    def people(self, count: int) -> list[tuple[str, str]]:
        """The cookies and the CSRF token of each of so many new people."""
        people: list[tuple[str, str]] = self._ask("people", count)
        return people

    def tables(self, states: list[str]) -> list[int]:
        """New tables with these positions, by number."""
        ids: list[int] = self._ask("tables", states)
        return ids

    def _ask(self, name: str, *arguments: Any) -> Any:
        self.link.send((name, arguments))
        return self.link.recv()


def environment(folder: Path) -> dict[str, str]:
    """What a process of the floor sees: nothing of the site but which database server to use."""
    own = {"DJANGO_SETTINGS_MODULE": "benchmarks.floor.settings", "FLOOR_FOLDER": str(folder)}
    return {**os.environ, **own, "FLOOR_DATABASE": f"staffetta_bench_floor_{os.getpid()}"}


@contextmanager
def floor(folder: Path) -> Iterator[Floor]:
    """The floor for as long as it is turn, with a database in ``folder`` or beside the one of DATABASE_URL."""
    ours, theirs = Pipe()
    command = [sys.executable, "-m", "benchmarks.floor.stand", str(theirs.fileno())]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment(folder))
    theirs.close()
    try:
        yield Floor(ours)
    finally:
        ours.close()
        process.wait(30)
