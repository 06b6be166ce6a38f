"""Finished games for the tests of the archive."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from engines.contract import view
from tables.models import ShownPlan, Table
from tables.selectors import coding, planning
from tables.selectors.play import state
from tables.services import planning as plans
from tables.services.archive.archiving import archive_game
from tables.services.play import ending
from tests.site import factories

NOW = factories.NOW
ONE_NIGHT = {"version": "1", "nights": 1}


@dataclass
class Witnessed:
    """Game with the encoded true state after every move, recorded while it was played."""

    table: Table
    people: list[User]
    states: list[str] = field(default_factory=list)

    def seen(self, step: int, seat: int | None) -> Any:
        """Return the view that a seat had after move ``step``, during the game."""
        return view(coding.state(self.table.game, self.states[step]), seat)


def signed_in(user: User | None = None) -> Client:
    """Return a browser signed in as this user, or a signed-out browser."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def archived(table: Table) -> Table:
    """Run the archive task of a finished table, and return the table."""
    archive_game(table_id=table.pk)
    return factories.fresh(table)


def conceded(winner: User, loser: User, **more: Any) -> Table:
    """Create a game, concede it before the first move, and archive it. Return its table."""
    table = factories.running_table(winner, loser, **more)
    ending.concede(table_id=table.pk, user=loser, now=more.get("now", NOW))
    return archived(table)


def finished(*people: User, **more: Any) -> Table:
    """Play a short game to its end, and archive it. Return its table."""
    return archived(factories.play_to_end(factories.running_table(*people, **{"options": ONE_NIGHT} | more)))


def witnessed(
    people: list[User], *, game: str = "specimen", options: dict[str, Any] | None = None, most: int = 500
) -> Witnessed:
    """Play a game among people only, with one move for each answer. Stop after ``most`` moves. Return game and states."""
    open_table = factories.open_table(people[0], seats=len(people), game=game, options=options or {})
    table = factories.filled(factories.with_known_chance(open_table), *people)
    found = Witnessed(table, people, [table.state])
    while (asked := factories.waiting(table)) and len(found.states) <= most:
        seat = table.seats.select_related("table").get(index=asked[0].seat)
        action = factories.registry.engine(game).bot(state.seen(table, seat), asked[0])
        factories.send(seat, action, key=asked[0].key)
        found.states.append(factories.fresh(table).state)
    found.table = factories.fresh(table)
    return found


def shown_variation(table: Table, user: User, at: int = 1, now: datetime = NOW) -> ShownPlan:
    """Plan a variation of a finished game with one step and a note, show it to others, and return it."""
    root = planning.PlanRoot(user, table, table.seats.filter(user=user).first(), at)
    asked = planning.open_decisions(root, root.start)[0]
    action = root.engine.bot(view(root.start, asked.seat), asked)
    step = plans.try_out(root, after=None, pending=asked, actions=[action], now=now)
    plans.note(step.node, "Better.")
    return plans.show(root, step, now=now)


def text_of(response: HttpResponse, part: str = "main") -> str:
    """Return the text of a part of a page without tags. ``part`` is the tag name or id of an element."""
    page = response.content.decode()
    start = re.search(rf'<{part}[ >]|<\w+[^>]* id="{part}"[^>]*>', page)
    assert start is not None, part
    tag = re.match(r"<(\w+)", start.group()).group(1)  # type: ignore[union-attr]
    begin = page.index(">", start.start()) + 1
    inside = page[begin : _end(page, tag, begin)]
    return " ".join(unescape(re.sub(r"<(script|style|svg).*?</\1>|<[^>]+>", " ", inside, flags=re.DOTALL)).split())


def _end(page: str, tag: str, start: int) -> int:
    depth = 1
    for found in re.finditer(rf"<(/?){tag}\b", page[start:]):
        depth += -1 if found.group(1) else 1
        if depth == 0:
            return start + found.start()
    raise AssertionError(tag)
