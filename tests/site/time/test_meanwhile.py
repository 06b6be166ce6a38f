"""Panel between a player's turns: awaited players, possible preparations, and the probable time of the next turn."""

import re

import pytest
from django.urls import reverse

from tables.models import Table
from tables.present.time.paces import soon_words
from tests.site import factories
from tests.site.views import HTMX, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
GAMES = pytest.mark.parametrize("game", ["gonzaga", "principato", "zena1814"])


def meanwhile(page):
    found = re.search(r'<div id="meanwhile".*?</div>', page, re.DOTALL)
    return found and re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", found.group()))


def acts(seat):
    """Send the bot's choice for the seat's first open decision, if it has one."""
    for pending in factories.waiting(seat.table, seat)[:1]:
        action = factories.registry.engine(seat.table.game).bot(factories.state.seen(seat.table, seat), pending)
        factories.send(seat, action, key=pending.key)


def table_with_somebody_idle(game):
    """Start a table of three. Return the table, a seat without a decision, and a seat that must decide.

    If all seats decide at the same time, the first seat has already answered.
    """
    people = [factories.person(name) for name in ("Anna", "Bruno", "Clara")]
    table = factories.running_table(*people, game=game)
    seats = list(table.seats.select_related("user", "table").order_by("index"))
    while len(asked := {pending.seat for pending in factories.waiting(table)}) == len(seats):
        acts(seats[0])
    idle = next(seat for seat in seats if seat.index not in asked)
    return factories.fresh(table), idle, next(seat for seat in seats if seat.index in asked)


@GAMES
def test_it_says_who_what_and_when(game):
    table, idle, asked = table_with_somebody_idle(game)
    page = page_of(signed_in(idle.user), reverse("tables:detail", args=[table.code]))
    said = meanwhile(page)
    assert asked.user.display_name in said
    assert idle.user.display_name not in said
    assert re.search(r"Your turn should come in about \d+ (hours|days?)", said)
    panel = page[page.index('id="panel"') : page.index('id="log"')]
    assert reverse("tables:plan", args=[table.code]) in panel
    assert reverse("tables:orders", args=[table.code]) in panel
    for anchor in re.findall(r'href="#(ahead-\d+)"', panel):
        assert f'id="{anchor}"' in panel


@GAMES
def test_a_player_on_turn_reads_nothing_of_it(game):
    table, _idle, asked = table_with_somebody_idle(game)
    address = reverse("tables:detail", args=[table.code])
    for viewer in (asked.user, None):
        assert meanwhile(page_of(signed_in(viewer), address)) is None


def test_it_follows_the_moves_of_others_though_the_panel_stays():
    table, idle, asked = table_with_somebody_idle("gonzaga")
    client = signed_in(idle.user)
    page = page_of(client, reverse("tables:detail", args=[table.code]))
    live = re.search(r'id="live"[^>]*hx-get="([^"]+)"', page).group(1).replace("&amp;", "&")
    acts(asked)
    answer = client.get(live, headers=HTMX).content.decode()
    assert 'id="panel"' not in answer
    assert asked.user.display_name not in meanwhile(answer)


def test_while_the_game_is_paused_nothing_is_foretold():
    table, idle, asked = table_with_somebody_idle("principato")
    Table.objects.filter(pk=table.pk).update(paused_at=factories.NOW)
    said = meanwhile(page_of(signed_in(idle.user), reverse("tables:detail", args=[table.code])))
    assert asked.user.display_name in said
    assert "should come in" not in said


@pytest.mark.parametrize(
    ("minutes", "weekends", "waits", "said"),
    [
        (60, True, 1, "less than an hour"),
        (24 * 60, True, 1, "about 8 hours"),
        (24 * 60, True, 3, "about 1 day"),
        (3 * 24 * 60, True, 2, "about 2 days"),
        (3 * 24 * 60, False, 5, "about 7 days"),
    ],
)
def test_a_third_of_the_time_of_each(minutes, weekends, waits, said):
    assert soon_words(Table(decision_minutes=minutes, reply_minutes=60, weekends=weekends), waits) == said
