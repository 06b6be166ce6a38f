"""Preview of an answer behind an email link: the board after the answer, without facts unknown to the reader."""

import io
import re
from collections import Counter
from functools import cache

import pytest
from django.test import Client
from PIL import Image

from engines import registry
from engines.contract import When, view
from engines.gonzaga.actions import Donate, HoldWedding, PlaceFief, SealPlan
from engines.gonzaga.events import FiefPlaced, WeddingHeld
from engines.zena1814.actions import Influence, OfferCard, PayCoins, React
from tables.games import base
from tables.games.contract import Player
from tables.games.kit.outlook import outlook
from tables.games.registry import presenter
from tables.models import Table
from tables.selectors import coding
from tables.selectors.play import state
from tests.engines.walks import Setup, options_of, states
from tests.rows import rewrite
from tests.site import factories
from tests.site.factories import NOW
from tests.site.linking import everything, link_to, mail_to, taps
from tests.site.views import page_of

every_game = pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
NAMES = ("Anna", "Berto", "Chiara", "Dario", "Elena")
REVEALED_LATER = "it is not on this board"


@cache
def offered(game):
    """Return answers from random games, a few for each kind of decision.

    Each item consists of the seat's view, its decision and one answer.
    """
    engine, show, found = registry.engine(game), presenter(game), []
    people = [Player(seat, name) for seat, name in enumerate(NAMES)]
    for options in options_of(engine):
        known = Counter()
        for position in states(Setup(game, options, list(engine.seat_range)[:2][-1], 1)):
            for pending in engine.pending(position.public):
                known[sort := (pending.kind, pending.when)] += 1
                if pending.when is not When.MAY and known[sort] % 7 == 1 and known[sort] < 50:
                    seen = view(position, pending.seat)
                    answers = show.answers(seen, pending, people[: len(position.hands)])
                    found += [(seen, pending, answer) for answer in (*answers[:2], *answers[-1:])]
    return found


@every_game
def test_an_answer_is_drawn_as_far_as_its_reader_can_know_and_alike_in_every_world_they_may_be_in(game):
    """Previews do not depend on imagined hidden facts.

    The previewed position and events are the same in three imagined worlds.
    """
    engine, show, drawn = registry.engine(game), presenter(game), {}
    for seen, pending, answer in offered(game):
        worlds = [outlook(engine, seen, answer.actions, key=bytes([number]) * 32) for number in range(3)]
        assert worlds[0] == worlds[1] == worlds[2] == show.outlook(seen, answer.actions), answer.words
        svg = show.board.close_up(worlds[0].public, pending, answer.actions, worlds[0].certain_events)
        drawn.setdefault((pending.kind, type(answer.actions[0])), svg)
    assert drawn
    assert any(drawn.values()) is (show.board.close_up.__module__ != base.__name__)
    assert {show.look(svg).width for svg in drawn.values() if svg} <= {760}


def close_ups(game, wanted):
    show = presenter(game)
    for seen, pending, answer in offered(game):
        if isinstance(answer.actions[0], wanted):
            ahead = show.outlook(seen, answer.actions)
            yield ahead, answer, show.board.close_up(ahead.public, pending, answer.actions, ahead.certain_events)


def test_a_fief_and_its_rings_lie_on_the_map_marked_though_the_step_draws_the_next_fiefs():
    shown = 0
    for ahead, _answer, svg in close_ups("gonzaga", PlaceFief | HoldWedding):
        event = next(event for event in ahead.certain_events if isinstance(event, FiefPlaced | WeddingHeld))
        assert svg.count('class="fresh"') == (1 if isinstance(event, FiefPlaced) else len(event.hexes))
        shown += not ahead.is_whole
    assert shown, "no step drew anything"


def test_of_a_plan_its_region_is_marked_and_of_a_donation_nothing():
    assert all('class="fresh"' in svg for _ahead, _answer, svg in close_ups("gonzaga", SealPlan))
    assert {svg for _ahead, _answer, svg in close_ups("gonzaga", Donate)} == {""}


def test_a_close_up_of_the_map_is_a_part_of_it():
    _ahead, _answer, svg = next(close_ups("gonzaga", PlaceFief))
    whole = presenter("gonzaga").board.svg(_ahead.public)
    (_, _, wide, _), (_, _, all_wide, _) = (map(float, re.search(r'viewBox="([^"]+)"', one)[1].split()) for one in (svg, whole))
    assert wide < all_wide * 0.6


def test_the_card_that_an_answer_is_about_is_shown_with_its_new_marker():
    found = set()
    for _ahead, answer, svg in close_ups("zena1814", OfferCard | Influence | React | PayCoins):
        assert svg.count('class="zn-mark"') == 1, answer.words
        wanted = 0 if isinstance(answer.actions[0], PayCoins) else 1
        assert ('<rect class="zn-fresh" width="64"' in svg) == bool(wanted), answer.words
        found.add(type(answer.actions[0]))
    assert len(found) == 4


def test_a_principality_shows_what_it_will_hold_and_marks_it():
    marked = 0
    for ahead, answer, svg in close_ups("principato", object):
        own = {seat for event in ahead.certain_events if (seat := getattr(event, "seat", None)) is not None}
        assert own or "Keep" in answer.words
        marked += 'class="pr-fresh"' in svg
    assert marked > 5


class TestPage:
    pytestmark = [pytest.mark.database, pytest.mark.django_db]

    @pytest.fixture(autouse=True)
    def noon(self, time_machine):
        time_machine.move_to(NOW, tick=False)

    def offered(self, game, **more):
        """Play a game until an email link has several answers. Return its page, its address and its seat."""
        table = factories.running_table(factories.person("Anna"), factories.person("Berto"), game=game, now=NOW, **more)
        while True:
            for asked in factories.waiting(table):
                seat = table.seats.select_related("table").get(index=asked.seat)
                page = page_of(Client(), address := link_to(seat, asked.key))
                if len(taps(page)) > 1:
                    return page, address, seat
            asked = factories.waiting(table)[0]
            seat = table.seats.select_related("table").get(index=asked.seat)
            factories.send(seat, registry.engine(game).bot(state.seen(table, seat), asked), key=asked.key)

    @pytest.mark.parametrize("game", ["gonzaga", "zena1814"])
    def test_a_chosen_answer_stands_on_the_board_above_the_one_red_button(self, game):
        plain, address, _seat = self.offered(game)
        assert "<button" not in plain
        page = page_of(Client(), taps(plain)[1])
        picture = re.search(r'<img src="([^"]+board\.png\?choice=[^"]+)" alt="The board after this choice: ([^"]+)"', page)
        assert page.index("Your choice") < picture.start() < page.index("<button")
        assert page.count("<button") == page.count("<img") == 1
        assert len(taps(page)) == len(taps(plain)) - 1
        before = everything(Table.objects.get())
        one, other, whole = (Client().get(path) for path in (picture[1], f"{address}board.png?choice=x", f"{address}board.png"))
        assert everything(Table.objects.get()) == before
        width, height = Image.open(io.BytesIO(one.content)).size
        assert width == 760
        # The page reserves room for the picture, because otherwise the button would move while it loads.
        assert f'width="760" height="{height}"' in page
        assert one.content != whole.content == other.content

    def test_where_no_board_is_drawn_the_page_does_without(self):
        page = page_of(Client(), taps(self.offered("specimen")[0])[0])
        assert "<img" not in page
        assert REVEALED_LATER not in page

    @pytest.mark.parametrize("game", ["gonzaga", "principato", "zena1814"])
    def test_neither_page_nor_picture_depends_on_what_its_reader_cannot_see(self, game):
        page, _address, seat = self.offered(game)
        looks, engine = taps(page), registry.engine(game)
        true = coding.state(game, factories.fresh(seat.table).state)
        shown, worlds = set(), set()
        for number in range(3):
            imagined = coding.to_text(engine.imagine(view(true, seat.index), bytes([number]) * 32))
            worlds.add(imagined)
            rewrite(Table.objects.filter(pk=seat.table_id), state=imagined, secret=bytes([number]) * 32)
            page = re.sub(r'name="token" value="[^"]+"', "", page_of(Client(), looks[0]))
            found = re.search(r'src="([^"]+board\.png[^"]*)"', page)
            shown.add((page, Client().get(found[1]).content))
        assert len(worlds) > 1
        assert len(shown) == 1

    def test_the_board_comes_before_the_list_and_each_choice_of_gonzaga_has_its_shape(self):
        table = factories.running_table(factories.person(), factories.person(), game="gonzaga", now=NOW)
        seat = table.seats.select_related("table", "user").get(index=0)
        page = page_of(Client(), link_to(seat))
        assert 0 < page.index("<img") < page.index('<ul class="answers">') < page.index('class="shape"')
        assert page.count('class="shape"') == len(taps(page)) > 3
        letter = mail_to(seat.user).alternatives[0].content
        assert 0 < letter.index("cid:") < letter.index('class="offer"')
        assert letter.count("cid:") == 1
