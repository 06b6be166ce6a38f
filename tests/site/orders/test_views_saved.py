"""Saved orders: the page confirms them in place, and the panel shows them as active and can remove them."""

import re

import pytest

from tests.site import factories
from tests.site.order_forms import address, kept, post, seat_of
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
SAVED = 'id="saved" role="status"'
FORMS = {
    "gonzaga": ("take", {"points": "7", "rings": "0"}, "at least 7 points"),
    "principato": ("feed", {"feed": "reach", "strength": "6", "reach_otherwise": "none"}, "a strength of 6"),
    "zena1814": ("react", {"answer": "join", "at_most": "2"}, ""),
}
GAMES = pytest.mark.parametrize("game", FORMS)


def table_of(game):
    table = factories.running_table(*map(factories.person, ("Anna", "Ben", "Carla")), game=game)
    return table, seat_of(table, "Anna")


def panel_of(page):
    return page[page.index('id="panel"') : page.index('id="log"')]


@GAMES
def test_it_is_said_in_the_form_that_saved_it_and_nowhere_else(game):
    table, anna = table_of(game)
    form, fields, _words = FORMS[game]
    said = post(signed_in(anna.user), table, order=form, **fields)
    assert said.redirect_chain == [(f"{address(table)}?saved={form}#saved", 302)]
    page = said.content.decode()
    assert page.count(SAVED) == 1
    assert f'id="form-{form}" open' in page
    inside = page[page.index(f'id="form-{form}"') :]
    assert SAVED in inside[: inside.index("</form>")]
    assert SAVED not in page_of(signed_in(anna.user), address(table))


@GAMES
def test_what_is_changed_in_the_list_is_said_there(game):
    table, anna = table_of(game)
    client = signed_in(anna.user)
    post(client, table, order=FORMS[game][0], **FORMS[game][1])
    page = page_of(client, address(table))
    number = re.search(r'name="number" value="(\d+)"', page).group(1)
    said = post(client, table, do="pause", number=number)
    assert said.redirect_chain == [(f"{address(table)}?saved=list#saved", 302)]
    assert said.content.decode().index(SAVED) < said.content.decode().index('class="order-list"')


@GAMES
def test_it_stands_in_the_panel_and_is_removed_there(game):
    table, anna = table_of(game)
    client, (form, fields, words) = signed_in(anna.user), FORMS[game]
    before = kept(anna)
    post(client, table, order=form, **fields)
    new = next(policy for policy in kept(anna) if policy not in before)
    panel = panel_of(page_of(client, table.get_absolute_url()))
    assert words in panel
    place = kept(anna).index(new)
    number = re.findall(r'id="active-(\d+)"', panel)[place]
    said = post(client, table, do="remove", number=number, back="panel")
    assert said.redirect_chain == [(f"{table.get_absolute_url()}?saved=panel#saved", 302)]
    assert SAVED in panel_of(said.content.decode())
    assert kept(anna) == before


def test_an_order_that_rests_is_not_shown_as_active():
    table, anna = table_of("gonzaga")
    client = signed_in(anna.user)
    post(client, table, order="take", points="7", rings="0")
    number = re.search(r'id="active-(\d+)"', panel_of(page_of(client, table.get_absolute_url()))).group(1)
    post(client, table, do="pause", number=number)
    assert "active-" not in panel_of(page_of(client, table.get_absolute_url()))


def test_nobody_else_sees_them_in_their_panel():
    table, anna = table_of("gonzaga")
    post(signed_in(anna.user), table, order="take", points="83", rings="0")
    for viewer in (seat_of(table, "Ben").user, None):
        assert "83 points" not in page_of(signed_in(viewer), table.get_absolute_url())
