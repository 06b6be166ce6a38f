"""Ended games on the table page: the points after conceding, and the page that follows the last move."""

import re

import pytest

from engines import registry
from engines.contract import encode
from tables.models import Table
from tables.selectors.play import state
from tables.services.play import ending
from tests.gonzaga.pages import walkthrough
from tests.rows import rewrite
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def test_it_shows_the_points_as_they_stood():
    """The table shows the points at the time of conceding. The seats store no score, since there was no final scoring."""
    anna, ben = factories.person("Anna"), factories.person("Ben")
    table = factories.running_table(anna, ben, game="gonzaga")
    state = next(each for each in walkthrough.played(2)[0] if all(court.score for court in each.public.courts))
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    ending.concede(table_id=table.pk, user=ben, now=factories.NOW)
    page = page_of(signed_in(anna), table.get_absolute_url())
    mine = factories.seat_of(factories.fresh(table), anna).index
    points = [str(court.score) for court in state.public.courts]
    assert re.findall(r'class="podium-points">(\d+)<', page) == [points[mine], points[1 - mine]]
    assert "The points are those scored before the game was conceded." in page
    assert set(table.seats.values_list("score", flat=True)) == {None}


@pytest.mark.parametrize(
    ("game", "mark"), [("gonzaga", 'class="place now"'), ("principato", '<span class="badge">to move</span>')]
)
def test_nobody_is_at_turn_any_more(game, mark):
    anna, ben = factories.person("Anna"), factories.person("Ben")
    table = factories.running_table(anna, ben, game=game)
    if game == "gonzaga":
        state = next(each for each in walkthrough.played(2)[0] if any(court.plan for court in each.public.courts))
        rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    assert mark in page_of(signed_in(anna), table.get_absolute_url())
    ending.concede(table_id=table.pk, user=ben, now=factories.NOW)
    assert mark not in page_of(signed_in(anna), table.get_absolute_url())


def test_who_ends_a_game_without_scripts_comes_to_its_headline():
    """Without scripts, the last move leads to the top of the table page. Every other move leads to the panel."""
    ben, anna = factories.person("Ben"), factories.person("Anna")
    table = factories.running_table(anna, ben, options={"version": "1", "nights": 1})
    went = ""
    while asked := factories.waiting(table):
        assert went in ("", f"{table.get_absolute_url()}#panel")
        seat = table.seats.select_related("user", "table").get(index=asked[0].seat)
        action = registry.engine(table.game).bot(state.seen(table, seat), asked[0])
        fields = {
            "key": asked[0].key,
            "own_ply": seat.plies,
            "token": f"token-of-move-{table.seq}",
            "action": encode(action).decode(),
        }
        went = signed_in(seat.user).post(f"{table.get_absolute_url()}act/", fields).headers["Location"]
    assert went == table.get_absolute_url()
