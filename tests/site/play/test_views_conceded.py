"""A game that was given up: what its table shows of the points."""

import re

import pytest

from engines.contract import encode
from tables.models import Table
from tables.services.play import ending
from tests.gonzaga.pages import walkthrough
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def test_it_shows_the_points_as_they_stood():
    """Nobody scored them in the end, so neither the record nor the archive knows of any."""
    anna, ben = factories.person("Anna"), factories.person("Ben")
    table = factories.running_table(anna, ben, game="gonzaga")
    state = next(each for each in walkthrough.played(2)[0] if all(court.score for court in each.public.courts))
    Table.objects.filter(pk=table.pk).update(state=encode(state).decode())
    ending.concede(table_id=table.pk, user=ben, now=factories.NOW)
    page = page_of(signed_in(anna), table.get_absolute_url())
    shown = page[page.index('class="scores"') : page.index("</table>")]
    mine = factories.seat_of(factories.fresh(table), anna).index
    points = [str(court.score) for court in state.public.courts]
    assert re.findall(r'<td class="number">(\d+)</td>', shown) == ["1", points[mine], "2", points[1 - mine]]
    assert "The points are those that had been scored by then." in page
    assert set(table.seats.values_list("score", flat=True)) == {None}


@pytest.mark.parametrize(("game", "badge"), [("gonzaga", "now"), ("principato", "at turn")])
def test_nobody_is_at_turn_any_more(game, badge):
    anna, ben = factories.person("Anna"), factories.person("Ben")
    table = factories.running_table(anna, ben, game=game)
    if game == "gonzaga":
        state = next(each for each in walkthrough.played(2)[0] if any(court.plan for court in each.public.courts))
        Table.objects.filter(pk=table.pk).update(state=encode(state).decode())
    assert f'<span class="badge">{badge}</span>' in page_of(signed_in(anna), table.get_absolute_url())
    ending.concede(table_id=table.pk, user=ben, now=factories.NOW)
    assert f'<span class="badge">{badge}</span>' not in page_of(signed_in(anna), table.get_absolute_url())
