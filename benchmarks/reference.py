"""Client of the floor, which has a process of its own (``benchmarks.floor``)."""

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
    """Connection to the floor."""

    def __init__(self, link: Connection) -> None:
        self.link = link

    def get(self, name: str, answer: Answer, times: int = 1) -> list[Spent]:
        """Request a page with these bytes ``times`` times. Return the time spent on each request."""
        spent: list[Spent] = self._ask("get", name, answer, times)
        return spent

    def post(self, name: str, answer: Answer, times: int = 1) -> list[Spent]:
        """Make a move with these texts and bytes ``times`` times. Return the time spent on each request."""
        spent: list[Spent] = self._ask("post", name, answer, times)
        return spent

    def people(self, count: int) -> list[tuple[str, str]]:
        """Create users. Return the cookies and the CSRF token of each."""
        people: list[tuple[str, str]] = self._ask("people", count)
        return people

    def tables(self, states: list[str]) -> list[int]:
        """Create tables with these positions. Return their ids."""
        ids: list[int] = self._ask("tables", states)
        return ids

    def _ask(self, name: str, *arguments: Any) -> Any:
        self.link.send((name, arguments))
        return self.link.recv()


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a floor process, with settings, a folder and a database of its own."""
    own = {"DJANGO_SETTINGS_MODULE": "benchmarks.floor.settings", "FLOOR_FOLDER": str(folder)}
    return {**os.environ, **own, "FLOOR_DATABASE": f"staffetta_bench_floor_{os.getpid()}"}


@contextmanager
def floor(folder: Path) -> Iterator[Floor]:
    """Run the floor for the duration of the block.

    Its database is in ``folder``, or on the server of DATABASE_URL.
    """
    ours, theirs = Pipe()
    command = [sys.executable, "-m", "benchmarks.floor.stand", str(theirs.fileno())]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment(folder))
    theirs.close()
    try:
        yield Floor(ours)
    finally:
        ours.close()
        process.wait(30)
