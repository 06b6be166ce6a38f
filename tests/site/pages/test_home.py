"""Front page: lists every registered game, with its own picture and words or with the general ones."""

import re
from itertools import cycle, islice

import pytest
from django.urls import reverse

from engines import registry
from tables.games.base import Presenter
from tables.games.registry import presenter
from tables.templatetags.showcase import showcase_words

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def page(client):
    return client.get("/").content.decode()


def test_every_game_has_a_card_a_picture_and_its_rules(page):
    titles = [engine.title for engine in registry.engines()]
    assert re.findall(r"<article class=\"card\"><h[23]>(.*?)</h", page) == [*titles, "The archive"]
    assert page.count('<figure class="hero-map">') == len(titles)
    for engine in registry.engines():
        assert f'href="{reverse("rules", args=[engine.slug])}">Rules of {engine.title}</a>' in page
        assert showcase_words(presenter(engine.slug), "about").strip() in page


def test_pictures_stand_on_the_other_side_each_time(page):
    sides = cycle([("hero turned", "figure"), ("hero", "div")])
    rows = re.findall(r'<div class="(hero(?: turned)?)">\s*<(figure|div)', page)
    assert rows == list(islice(sides, len(registry.PLAYABLE) - 1))


def test_words_of_a_game_stand_beside_its_own_picture(page):
    rows = page.split('class="hero')[1:]
    first, *others = [engine.title for engine in registry.engines()]
    assert f"<h2>{first}</h2>" in page.split('<ol class="steps">')[0]
    for title in others:
        row = next(row for row in rows if f"<h3>{title}</h3>" in row)
        assert f"<h3>{first}</h3>" not in row


def test_style_sheets_of_the_pictures_are_loaded(page):
    sheets = [sheet for engine in registry.engines() for sheet in presenter(engine.slug).showcase_styles]
    assert sheets
    assert all(sheet.removesuffix(".css") in page for sheet in sheets)


def test_a_game_without_words_of_its_own_says_how_many_play_it():
    plain = Presenter(registry.engine("specimen"))
    assert showcase_words(plain, "about").strip() == "A game for 2 to 3 players."
    assert showcase_words(plain, "caption").strip() == "Night Post"
