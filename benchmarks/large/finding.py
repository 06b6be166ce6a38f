"""Cost of finding finished games among a million, and among ten thousand. Needs PostgreSQL."""

import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import QueryDict
from django.utils import timezone

from accounts.models import User
from benchmarks import scratch
from benchmarks.browser import Browser
from benchmarks.figure import Figure
from benchmarks.large import library
from tables.forms.archive import Finder
from tables.selectors.archive import finding

FEW, MANY = 10_000, 1_000_000
SIZES = {"few": FEW, "many": MANY}
GOAL = 1.5
ROUNDS = 15
LEAST = 20


def figures() -> Iterator[Figure]:
    """Yield milliseconds of the archive's page among a million games, and among ten thousand, for several searches.

    It yields nothing without PostgreSQL.
    """
    if connection.vendor != "postgresql":
        return
    searches = _searches()
    with scratch.databases(*SIZES):
        browsers = {name: _prepare(name, size, searches) for name, size in SIZES.items()}
        spent: dict[tuple[str, str], list[float]] = defaultdict(list)
        for number in range(ROUNDS):
            for name in SIZES if number % 2 else reversed(SIZES):
                _round(name, browsers[name], searches, spent)
    for label in searches:
        many, few = (1000 * statistics.median(spent[label, name]) for name in ("many", "few"))
        yield Figure(f"archive-{label}-{MANY}-against-{FEW}", many, few, GOAL, "less")


def _searches() -> Mapping[str, str]:
    """Return the query strings of the searches by name.

    ``frequent`` matches about one game in 15, ``middling`` one in 750, and ``rare`` only forty games.
    """
    facets = library.combination()
    return {
        "first-page": "",
        "frequent": f"{facets.numbers_query(0, 0)}&seats=3",
        "middling": facets.query(0.5, 0.25),
        "rare": facets.query(0.5, 0.5),
        "player": f"{facets.query(0, 0)}&player={library.FRIEND.replace(' ', '+')}",
        "longest": f"{facets.query(0.5, 0.25)}&order=longest",
    }


def _prepare(name: str, size: int, searches: Mapping[str, str]) -> Browser:
    scratch.use(name)
    library.fill(size, timezone.now())
    for label, query in searches.items():
        finder = Finder(QueryDict(query))
        if not finder.is_valid():
            raise RuntimeError(f"{label}: {finder.errors}")
        page = finding.archive_page(AnonymousUser(), finder.search())
        if len(page.games) < LEAST:
            raise RuntimeError(f"{label}: only {len(page.games)} of {size} games fit")
        library.seat(game.pk for game in page.games)
    return Browser(User.objects.create_user("reader@example.org"))


def _round(name: str, browser: Browser, searches: Mapping[str, str], spent: dict[tuple[str, str], list[float]]) -> None:
    """Make each search once on an open connection, and add its seconds to ``spent``."""
    scratch.use(name)
    browser.get("/archive/")
    for label, query in searches.items():
        spent[label, name].append(browser.get(f"/archive/?{query}").spent.clock)
