"""Helpers that open and play practice tables."""

import hashlib

from django.urls import reverse

from accounts.models import User
from engines import registry
from engines.contract import Filed
from tables.games.registry import presenter
from tables.models import Decision, Seat, Table
from tables.selectors import coding
from tables.selectors.play import state
from tables.services.lobby import practice
from tables.services.lobby.tables import create_practice
from tables.services.play import at_once
from tests.site import factories

NOW = factories.NOW


def opened(user: User, game: str = "specimen", **more):
    fields = {"seats": registry.engine(game).seat_range[0], "options": presenter(game).practice, "now": NOW} | more
    return factories.fresh(practice.open_practice(user=user, game=game, **fields))


def dealt(user: User, game: str, number: int) -> Table:
    """Create a practice table with draws fixed by ``game`` and ``number``. Return the table."""
    key, seats = hashlib.sha256(f"{game} {number}".encode()).digest(), registry.engine(game).seat_range[0]
    with at_once.opening(NOW) as opening:
        table = create_practice(user=user, game=game, seats=seats, options=presenter(game).practice, key=key, now=NOW)
        opening.append(table.pk)
    return factories.fresh(table)


def begin(client, game: str = "specimen", **fields):
    """Open a practice table as the button on the front page does. Return the table."""
    response = client.post(reverse("tables:practice", args=[game]), fields)
    assert response.status_code == 302, response.status_code
    return Table.objects.get(code=response["Location"].strip("/").split("/")[-1])


def own_seat(table: Table) -> Seat:
    return Seat.objects.select_related("table", "user").get(table=table, user__isnull=False)


def asked(seat: Seat) -> Decision:
    return Decision.objects.open().filter(seat=seat).exclude(when="may").order_by("key").first()


def play_as_bot(client, table, turns):
    """Send up to ``turns`` answers of the person at a table through the page. The bot chooses them. Return the table."""
    engine, game = registry.engine(table.game), table.game
    for _turn in range(turns):
        seat = own_seat(table)
        waiting = factories.waiting(table, seat)
        if not waiting:
            break
        action = engine.bot(state.seen(factories.fresh(table), seat), waiting[0])
        sent = {"key": waiting[0].key, "own_ply": seat.plies, "token": f"{game}-turn-{seat.plies}"}
        sent["action"] = coding.to_text(action.actions[0] if isinstance(action, Filed) else action)
        assert client.post(reverse("tables:act", args=[table.code]), sent).status_code == 302
    return factories.fresh(table)
