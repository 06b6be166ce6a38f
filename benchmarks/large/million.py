"""Comparison of costs with a million live tables and with ten thousand.

The comparison needs PostgreSQL and some gigabytes of disk.
"""

import statistics
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from accounts.models import User
from benchmarks import scratch
from benchmarks.browser import Browser
from benchmarks.figure import Figure
from benchmarks.large import crowd, sweeping
from tables.models import Seat, Table

FEW, MANY = 10_000, 1_000_000
SIZES = {"few": FEW, "many": MANY}
# For every thousand live tables: tables that wait for players, and seats that a player has left.
WAITING, LEFT = 10, 5
PAGE_GOAL, LOOKS = 1.3, 25
PAGES = {"my-games": "/my/", "lobby": "/tables/"}


def figures() -> Iterator[Figure]:
    """Yield figures for a sweep of a thousand deadlines, a user's list of games, and the lobby."""
    if connection.vendor != "postgresql":
        raise RuntimeError("a million tables need PostgreSQL: set DATABASE_URL")
    start = timezone.now()
    with scratch.databases(*SIZES):
        browsers = {name: _prepare(name, tables, start) for name, tables in SIZES.items()}
        yield sweeping.compared(start, f"{MANY}-against-{FEW}").figure
        spent: dict[tuple[str, str], list[float]] = defaultdict(list)
        for number in range(LOOKS):
            for name in SIZES if number % 2 else reversed(SIZES):
                _look(name, browsers[name], spent)
    for label in PAGES:
        many, few = (1000 * statistics.median(spent[label, name]) for name in ("many", "few"))
        yield Figure(f"{label}-{MANY}-against-{FEW}", many, few, PAGE_GOAL, "less")


def _prepare(name: str, tables: int, now: datetime) -> Browser:
    scratch.use(name)
    crowd.create_first_tables(now)
    _wait(now)
    _leave(now)
    crowd.multiply(tables // crowd.FIRST)
    _spread()
    # The lobby shows the progress of tables with an open seat.
    crowd.seal(Seat.objects.filter(opened_at__isnull=False).values_list("table_id", flat=True))
    scratch.rest()
    # The user with the middle id has as many games as every other user.
    people = User.objects.order_by("pk")
    return Browser(people[people.count() // 2])


def _wait(now: datetime) -> None:
    """Create tables that wait for players, with one user each."""
    people = list(User.objects.order_by("pk")[:WAITING])
    fields = {"game": crowd.GAME, "seat_count": crowd.SEATS, "options": "{}", "decision_minutes": 1440, "reply_minutes": 720}
    tables = Table.objects.bulk_create(
        Table(**fields, commitment="0" * 64, created_at=now - timedelta(minutes=number)) for number in range(WAITING)
    )
    Seat.objects.bulk_create(
        Seat(table=table, position=position, user=None if position else person, joined_at=None if position else now)
        for table, person in zip(tables, people, strict=True)
        for position in range(crowd.SEATS)
    )


def _leave(now: datetime) -> None:
    running = Seat.objects.filter(table__status=Table.Status.RUNNING, position=0)
    chosen = list(running.order_by("pk").values_list("pk", flat=True)[:: crowd.FIRST // LEFT])
    Seat.objects.filter(pk__in=chosen).update(opened_at=now, steward_since=now)


def _spread() -> None:
    """Spread the times of copies, since users open tables and leave seats one after the other."""
    with connection.cursor() as cursor:
        statement = "UPDATE tables_table SET created_at = created_at - id * interval '1 second' WHERE status = %s"
        cursor.execute(statement, [Table.Status.WAITING])
        cursor.execute("UPDATE tables_seat SET opened_at = opened_at - id * interval '1 second' WHERE opened_at IS NOT NULL")


def _look(name: str, browser: Browser, spent: dict[tuple[str, str], list[float]]) -> None:
    """Request every page once on an open connection, and add its seconds to ``spent``."""
    scratch.use(name)
    browser.get("/archive/")
    for label, path in PAGES.items():
        spent[label, name].append(browser.get(path).spent.clock)
