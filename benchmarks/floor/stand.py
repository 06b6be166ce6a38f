"""Floor in a process of its own, which answers the requests of ``benchmarks.reference``.

``python -m benchmarks.floor.stand DESCRIPTOR`` takes the descriptor of the connection to the caller. It creates its database
when it starts, and removes it once the connection is closed.
"""

import secrets
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.db import connection  # noqa: E402

from benchmarks.calling import Spent  # noqa: E402
from benchmarks.floor.answers import ANSWERS, Answer  # noqa: E402
from benchmarks.floor.models import Table  # noqa: E402
from benchmarks.floor.wsgi import application  # noqa: E402
from benchmarks.visitor import Visitor  # noqa: E402


class Stand:
    """One user and one table, with more on request."""

    def __init__(self) -> None:
        self.visitor = self._visitor("somebody")
        self.table = Table.objects.create(state="")

    def get(self, name: str, answer: Answer, times: int) -> list[Spent]:
        """Request a page with these bytes ``times`` times. Return the time spent on each request."""
        ANSWERS[name] = answer
        return [self.visitor.get(f"/look/{name}/").spent for _time in range(times)]

    def post(self, name: str, answer: Answer, times: int) -> list[Spent]:
        """Make a move ``times`` times. Return the time spent on each request."""
        ANSWERS[name] = answer
        path = f"/move/{name}/{self.table.pk}/"
        return [self.visitor.post(path, {"token": secrets.token_urlsafe(12)}).spent for _time in range(times)]

    def people(self, count: int) -> list[tuple[str, str]]:
        """Create users. Return the cookies and the CSRF token of each."""
        return [(one.cookie, one.csrf) for one in (self._visitor(f"person {number}") for number in range(count))]

    def tables(self, states: list[str]) -> list[int]:
        """Create tables with these positions. Return their ids."""
        return [Table.objects.create(state=state).pk for state in states]

    def _visitor(self, name: str) -> Visitor:
        return Visitor(application, User.objects.create_user(name), "django.contrib.auth.backends.ModelBackend")


def answer_all(link: Connection) -> None:
    """Call the methods of a :class:`Stand` that the caller names, until the caller closes the connection."""
    stand = Stand()
    while True:
        try:
            name, arguments = link.recv()
        except EOFError:
            return
        do: Callable[..., Any] = getattr(stand, name)
        link.send(do(*arguments))


def main() -> None:
    """Create the database, answer the caller's requests, and remove the database."""
    name = str(connection.settings_dict["NAME"])
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        answer_all(Connection(int(sys.argv[1])))
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


if __name__ == "__main__":
    main()
