"""Recap played as an animation at the table: its sentences, and the part of the board that each sentence is about."""

import re
from html import unescape

import pytest
from django.urls import reverse

from engines import registry
from engines.contract import Trait
from engines.gonzaga.events import FiefPlaced
from engines.zena1814 import events as zena
from tables.games.registry import presenter
from tables.models import Seat
from tables.selectors.play import state
from tests.engines.walks import needs
from tests.site import archiving, factories
from tests.site.play.test_recap import _retell as retell
from tests.site.views import HTMX, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
every_game = pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(factories.NOW, tick=False)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto")]


def address(table):
    return reverse("tables:recap", args=[table.code])


def seats(table):
    return Seat.objects.filter(table=table).select_related("table", "user").order_by("index")


def playing(seat):
    """Return the HTML that a seat's page fetches to play the recap."""
    response = signed_in(seat.user).get(f"{address(seat.table)}?play=1", headers=HTMX)
    assert response.status_code == 200
    return response.content.decode()


def sentences(part):
    return [unescape(words) for words in re.findall(r"<p[^>]*>(.*?)</p></li>", part, re.DOTALL)]


@every_game
def test_it_tells_what_the_recap_tells(people, game):
    table = archiving.witnessed(people, game=game, most=14).table
    for seat in seats(table):
        told = signed_in(seat.user).get(address(table)).context["recap"]
        assert sentences(playing(seat)) == list(told.sentences)


def test_it_is_a_part_of_a_page_for_scripts_alone(people):
    table = archiving.witnessed(people, most=8).table
    seat = seats(table)[0]
    assert "<h1>" in signed_in(seat.user).get(f"{address(table)}?play=1").content.decode()
    onlooker = signed_in(factories.person("Chiara")).get(f"{address(table)}?play=1", headers=HTMX)
    assert onlooker["Location"] == table.get_absolute_url()


@every_game
def test_it_depends_on_nothing_its_reader_cannot_see(people, game):
    needs(registry.engine(game), Trait.HIDDEN)
    table = archiving.witnessed(people, game=game, most=14).table
    for seat in seats(table):
        before = playing(seat)
        retell(table, seat)
        assert playing(seat) == before


def test_only_players_have_the_script(people):
    table = archiving.witnessed(people, most=8).table
    assert "js/recap." in signed_in(people[0]).get(table.get_absolute_url()).content.decode()
    assert "js/recap." not in signed_in().get(table.get_absolute_url()).content.decode()


def test_a_placed_fief_lights_its_hexes(people):
    table = factories.running_table(*people, game="gonzaga")
    public = state.seen(table, seats(table)[0]).public
    [spot] = presenter("gonzaga").board.spots([FiefPlaced(seat=0, fief=21, cells=(4, 5), castles=(), points=2)], public)
    assert spot == '.hx[data-i="4"], .hx[data-i="5"]'


def test_a_resolution_goes_area_by_area(people):
    """The gain of a marker belongs to the area whose majority is counted next, even if the card has left by then."""
    table = factories.running_table(*people, game="zena1814")
    public = state.seen(table, seats(table)[0]).public
    told = [
        zena.ResolutionBegan(),
        zena.MarkerEarned(seat=0, card="x", laid=901, gain=None),
        zena.MajorityCounted(area="cathedral", strengths=(2, 1), seat=0),
        zena.MarkerEarned(seat=1, card="y", laid=902, gain=None),
        zena.MajorityCounted(area="palace", strengths=(2, 1), seat=0),
        zena.MajorityEarned(seat=0, area="palace", gain=None),
        zena.PurchaseDeclined(seat=0),
    ]
    areas = [re.findall(r"#area-(\w+),", f"{spot},") for spot in presenter("zena1814").board.spots(told, public)]
    assert areas == [[], ["cathedral"], ["cathedral"], ["palace"], ["palace"], ["palace"], ["palace"]]


def test_a_card_that_has_gone_lights_where_it_lay(people):
    table = factories.running_table(*people, game="zena1814")
    public = state.seen(table, seats(table)[0]).public
    told = [
        zena.MarkerPlaced(seat=0, card="x", laid=901, slot=1, price=2),
        zena.CardLeft(card="x", laid=901, area="port", reason="done"),
    ]
    placed, _left = presenter("zena1814").board.spots(told, public)
    assert "#area-port" in placed
