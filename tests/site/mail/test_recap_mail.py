"""Recap in an email: the same sentences and changes as on the page, and the link to step through them."""

import re

import pytest

from tables.games.registry import presenter
from tables.mail import compose
from tables.models import Notification, Seat
from tables.present.play.recap import recap
from tables.present.seats.seating import players
from tables.selectors.play import state
from tables.selectors.play.recap import gap
from tests.site import archiving, factories
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def mail_to(seat):
    """Return the email of a reminder to the holder of a seat."""
    told = Notification(
        pk=1,
        recipient=seat.user,
        key="k",
        kind=Notification.Kind.REMINDER,
        table=seat.table,
        seat=seat,
        created_at=factories.NOW,
    )
    return compose.compose([told], now=factories.NOW)


@pytest.mark.parametrize("game", ["gonzaga", "principato", "zena1814"])
def test_page_and_mail_tell_the_same(game, time_machine):
    time_machine.move_to(factories.NOW, tick=False)
    people = [factories.person(name) for name in ("Anna", "Berto", "Chiara")]
    table = archiving.witnessed(people, game=game, most=14).table
    changed = 0
    for seat in Seat.objects.filter(table=table).select_related("table", "user"):
        public = state.seen(table, seat).public
        seated = players(game, public, table.seats.select_related("user"), me=seat)
        told = recap(gap(table, seat, viewer=seat.index), presenter(game), public, seated)
        page = signed_in(seat.user).get(f"/t/{table.code}/recap/").context["recap"]
        assert (page.sentences, page.tallies, page.events) == (told.sentences, told.tallies, told.events)
        body = mail_to(seat).body
        assert [line for line in told.sentences if f"- {line}\n" not in body] == []
        assert [str(tally) for tally in told.tallies if f"  {tally}\n" not in body] == []
        assert bool(told.steps) == (f"http://127.0.0.1:8000/t/{table.code}/recap/" in body)
        changed += len(told.tallies)
    assert changed
    assert re.search(r"\b\d+ → \d+\b", body) or not told.tallies
