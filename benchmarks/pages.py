"""What a table page and a move cost, over whole games for four."""

import secrets
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from benchmarks import bare, weight
from benchmarks.browser import Browser
from benchmarks.constants import Constant
from benchmarks.figure import Figure
from engines import registry
from engines.contract import Pending, When, encode
from tables import clock
from tables.forms.play import ChatForm
from tables.models import Move, Seat, Table
from tables.selectors.play import state
from tables.services.lobby import tables
from tables.views.play import answer

GAME, SEATS = "gonzaga", 4
GAMES, LOOKS = 3, 3
LIMIT = 80


@dataclass
class Taken:
    """Seconds at each position, ours and the reference's in turns; queries and weight (thousands of bytes) of each page."""

    get: list[tuple[float, float]] = field(default_factory=list)
    post: list[tuple[float, float]] = field(default_factory=list)
    queries: list[int] = field(default_factory=list)
    weight: list[float] = field(default_factory=list)


def figures() -> Iterator[Figure]:
    """Milliseconds of a move and of a page over whole games, their queries late and early, and the heaviest page."""
    people = [Browser(User.objects.create_user(f"{number}@example.org")) for number in range(SEATS)]
    games = [play(people) for _game in range(GAMES)]
    yield Figure("move-post-milliseconds", *_mean([pair for game in games for pair in game.post]), 2, "less")
    yield Figure("table-page-get-milliseconds", *_mean([pair for game in games for pair in game.get]), 3, "less")
    third = min(len(game.queries) for game in games) // 3
    early = max(max(game.queries[:third]) for game in games)
    late = max(max(game.queries[-third:]) for game in games)
    yield Figure("table-page-queries-late-against-early", late, early, 1, "less")
    yield Figure("table-page-kilobytes", max(max(game.weight) for game in games), LIMIT, 1, "less")


def running_table(people: list[Browser]) -> Table:
    """A table that has just started."""
    now = timezone.now()
    fields: dict[str, Any] = {"options": {}, "pace": clock.PACES["day"], "word": "bench", "now": now}
    table = tables.create_table(host=people[0].user, game=GAME, seats=SEATS, **fields)
    for one in people[1:]:
        tables.join_table(table_id=table.pk, user=one.user, word="bench", invite=table.invite, now=now)
    table.refresh_from_db()
    return table


def play(people: list[Browser]) -> Taken:
    """Look at and play every move of one game; bots choose the moves, outside the time that is measured."""
    taken = Taken()
    table, shadow = running_table(people), running_table(people)
    while found := asked_first(table):
        seat, asked = found
        browser = next(one for one in people if one.user.pk == seat.user_id)
        _look(taken, browser, table)
        _move(taken, browser, table, shadow, seat, asked)
    return taken


def asked_first(table: Table) -> tuple[Seat, Pending] | None:
    """The first seat that is waited for and what it is asked, None once the game is over."""
    table.refresh_from_db()
    pending = registry.engine(table.game).pending(state.seen(table, None).public)
    asked = next((each for each in pending if each.when is When.NOW), None)
    return (Seat.objects.get(table=table, index=asked.seat), asked) if asked else None


def _constants(browser: Browser, table: Table, template: str, *, htmx: bool) -> None:
    request = browser.request(table.get_absolute_url(), htmx=htmx)
    context = answer.context_of(request, Table.objects.get(pk=table.pk))
    known = context | {"page": Constant(context["page"]), "chat_form": ChatForm()}
    bare.CONSTANTS.template = template
    bare.CONSTANTS.context = known | {"waiting_count": 1} | ({"oob": True} if htmx else {})


def _look(taken: Taken, browser: Browser, table: Table) -> None:
    path = table.get_absolute_url()
    _constants(browser, table, answer.TEMPLATE, htmx=False)
    with CaptureQueriesContext(connection) as queries:
        browser.get(path)
        taken.queries.append(len(queries))
    taken.weight.append(weight.kilobytes(browser.body))
    ours = len(browser.body)
    browser.get("/bare/look/")
    _alike(path, ours, len(browser.body))
    pairs = [(browser.get(path), browser.get("/bare/look/")) for _time in range(LOOKS)]
    taken.get.append(_medians(pairs))


def _move(taken: Taken, browser: Browser, table: Table, shadow: Table, seat: Seat, asked: Pending) -> None:
    action = choice(table, seat, asked)
    form = {"key": asked.key, "own_ply": str(seat.plies), "token": secrets.token_urlsafe(12), "action": encode(action).decode()}
    ours = browser.post(f"/t/{table.code}/act/", form)
    size = len(browser.body)
    _constants(browser, table, f"{answer.TEMPLATE}#moved", htmx=True)
    _rows(table, shadow)
    browser.post("/bare/move/", form | {"token": secrets.token_urlsafe(12)})
    # The site's move came upon a machine that had just been thinking, so must this.
    choice(table, seat, asked)
    reference = browser.post("/bare/move/", form | {"token": secrets.token_urlsafe(12)})
    _alike(asked.key, size, len(browser.body))
    taken.post.append((ours, reference))


def choice(table: Table, seat: Seat, asked: Pending) -> Any:
    """What a bot would play there."""
    return registry.engine(table.game).bot(state.seen(table, seat), asked)


def _rows(table: Table, shadow: Table) -> None:
    """The bare view writes what the move just played wrote, at a table of its own."""
    last = Move.objects.filter(table=table).latest("seq")
    names = ("key", "kind", "action", "via", "events", "draws", "sealed", "salt", "receipt")
    known = bare.CONSTANTS
    known.table_id, known.seat_id = shadow.pk, shadow.seats.earliest("pk").pk
    known.row = {name: getattr(last, name) for name in names}
    known.state = last.table.state


def _alike(what: str, ours: int, reference: int) -> None:
    if abs(ours - reference) > ours / 50:
        raise RuntimeError(f"{what}: the bare view answers with {reference} bytes, the site with {ours}")


def _medians(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    return statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)


def _mean(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """Milliseconds, ours and the reference's."""
    return 1000 * statistics.fmean(pair[0] for pair in pairs), 1000 * statistics.fmean(pair[1] for pair in pairs)
