"""Picture of Genoa in emails and on the front page, and its colours by day and night."""

import io
import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from PIL import Image

from engines.zena1814.content import FIGURES
from tables.games import pictures
from tables.games.kit import png
from tables.games.zena1814 import showcase
from tables.games.zena1814.board import ground
from tables.games.zena1814.board import picture as zena1814_picture
from tables.games.zena1814.board.pieces import COLOURS
from tables.games.zena1814.presenter import PRESENTER
from tests.site.pages.test_look import DAY, NIGHT, TOKENS, contrast
from tests.zena1814.games import random_game
from tests.zena1814.pages.test_board import figures
from tests.zena1814.positions import family, position


@pytest.mark.parametrize(("seats", "mode"), [(2, "beginner"), (5, "expert")])
def test_the_picture_is_a_png_of_town_and_families(seats: int, mode: str) -> None:
    moves = random_game(seats, 1, mode)
    first, last = moves[0].before.public, moves[-1].step.state.public
    drawn = [pictures.board("zena1814", public) for public in (first, last)]
    picture = Image.open(io.BytesIO(drawn[0]))
    assert (picture.format, picture.width) == ("PNG", zena1814_picture.WIDTH)
    assert drawn[0] != drawn[1]


def test_the_picture_counts_points_and_coins_in_the_order_of_play() -> None:
    state = position(family(coins=7), family(coins=2), family(coins=0), seats=3, start=2)
    purses = zena1814_picture.picture(state.public).purses
    assert [(purse.css, purse.coins) for purse in purses] == [("green", 0), ("red", 7), ("yellow", 2)]
    assert [purse.x for purse in purses] == sorted(purse.x for purse in purses)


def test_the_flat_style_sheet_knows_every_token() -> None:
    flat = png.flat_css("zena1814/map.css")
    assert "var(" not in flat
    assert "light-dark(" not in flat
    assert "@" not in flat


@pytest.mark.parametrize("light", ground.LIGHTS)
def test_the_scenery_is_drawn_with_the_colours_of_today(light: Any) -> None:
    """The scenery uses the current colours. After changing them run ``python -m tables.games.zena1814.board.ground``."""
    drawn = ground.image(light)
    assert ground.path(light).read_text("utf-8") == drawn
    assert ground.path(light, "panorama").read_text("utf-8") == ground.panorama(light)
    assert "class=" not in drawn
    assert "var(" not in drawn
    assert TOKENS["--gulf"][ground.LIGHTS.index(light)] in drawn


def test_every_class_of_the_drawing_has_a_style() -> None:
    drawing = render_to_string("games/zena1814/_showcase_board.html", dict(PRESENTER.board.showcase()))
    drawing += ground.DRAWING.read_text("utf-8")
    used = {css for value in re.findall(r'class="([^"]+)"', drawing) for css in value.split() if css.startswith("zn-")}
    styled = set(re.findall(r"\.(zn-[\w-]+)", "".join(png.sheet(name).read_text("utf-8") for name in (
        "zena1814/map.css", "zena1814/table.css", "zena1814/town.css"
    ))))  # fmt: skip
    assert used - styled == set()


def test_the_front_page_shows_twenty_figures() -> None:
    position_shown = showcase.position("1")
    assert len(position_shown.families) * len(FIGURES) == 20
    html = render_to_string("games/zena1814/_showcase_board.html", dict(PRESENTER.board.showcase()))
    assert len(figures(html)) == 20
    assert 'href="#area-' not in html
    assert 'aria-label="Genoa, seen from the sea"' in html


def test_every_seat_has_a_pattern_of_its_own() -> None:
    drawing = render_to_string("games/zena1814/_defs.html", {"colours": COLOURS})
    found = {re.search(rf'id="zn-pat-{css}"(.*?)</pattern>', drawing, re.S)[1].replace(css, "") for css in COLOURS}  # type: ignore[index]
    assert len(found) == 5


@pytest.mark.parametrize("mode", [DAY, NIGHT], ids=["day", "night"])
def test_names_and_numbers_on_the_drawing_can_be_read(mode: int) -> None:
    assert contrast(TOKENS["--emblem-ink"][mode], TOKENS["--marble"][mode]) >= 4.5
