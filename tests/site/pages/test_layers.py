"""Pictures composed of layers: they look like the whole drawing, and no layer is drawn twice."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
import resvg_py
from django.template.loader import render_to_string
from PIL import Image, ImageChops, ImageStat

from engines import registry
from engines.playout import nth_key, play_game
from tables.games.gonzaga.board import board, picture
from tables.games.kit import layers, png
from tables.games.principato.board import picture as principato_picture
from tables.games.principato.presenter import PRESENTER as PRINCIPATO
from tables.games.registry import presenter
from tables.games.zena1814.board import picture as zena1814_picture

CSS = "gonzaga/map.css"
DRAWINGS = {
    "gonzaga": (4, "gonzaga/map.css", lambda public: ("games/gonzaga/_map.svg", {"board": board.drawing(public)})),
    "principato": (
        4,
        "principato/map.css",
        lambda public: ("games/principato/_picture.svg", {"picture": principato_picture.picture(public)}),
    ),
    "zena1814": (
        5,
        "zena1814/map.css",
        lambda public: ("games/zena1814/_picture.svg", {"picture": zena1814_picture.picture(public)}),
    ),
}
unused = count(1)


def finished(slug, seats):
    engine = registry.engine(slug)
    return play_game(engine, engine.Options(), [engine.fallback, *[engine.bot] * (seats - 1)], nth_key(3, 1)).final.public


def sheet(inside, view="0 0 200 100"):
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="gz" viewBox="{view}">{inside}</svg>'


def composed(inside, **more):
    return layers.compose(sheet(inside, **more), css=CSS, width=200)


def new_colour():
    """Return a colour that no other test has used, so that no drawing with it is cached."""
    return f"#{next(unused):06x}"


@pytest.fixture
def drawings(monkeypatch):
    """Return a growing list with the width of each picture that resvg draws."""
    asked, draw = [], resvg_py.svg_to_bytes

    def counted(**named):
        asked.append(named["width"])
        return draw(**named)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", counted)
    return asked


@pytest.mark.parametrize("slug", DRAWINGS)
def test_a_board_laid_together_looks_like_the_board_drawn_whole(slug):
    seats, css, drawing = DRAWINGS[slug]
    public = finished(slug, seats)
    laid = presenter(slug).picture(public)
    whole = png.raster(render_to_string(*drawing(public)), css=png.flat_css(css), width=laid.width)
    paper = Image.new("RGBA", whole.size, png.tokens()["--paper"])
    expected = Image.alpha_composite(paper, whole).convert("RGB").resize(laid.size)
    # Every layer may be half a pixel off, but no layer may be missing or have another colour.
    apart = ImageChops.difference(laid.reduce(6), expected.reduce(6))
    assert max(most for _least, most in apart.getextrema()) < 75
    assert max(ImageStat.Stat(apart).mean) < 3


def test_shapes_lie_where_their_groups_move_them():
    colour = new_colour()
    inside = f'<g transform="translate(40 20) scale(2)"><g><rect x="10" y="5" width="4" height="3" fill="{colour}"/></g></g>'
    drawn = composed(inside)
    assert drawn.getpixel((61, 31)) == drawn.getpixel((67, 35)) == tuple(bytes.fromhex(colour[1:]))
    paper = tuple(bytes.fromhex(png.tokens()["--paper"][1:]))
    assert drawn.getpixel((58, 31)) == drawn.getpixel((69, 35)) == drawn.getpixel((61, 37)) == paper


def test_what_comes_later_lies_on_top():
    under, over = new_colour(), new_colour()
    both = [f'<rect width="50" height="50" fill="{colour}"/>' for colour in (under, over)]
    assert composed("".join(both)).getpixel((9, 9)) == tuple(bytes.fromhex(over[1:]))
    assert composed("".join(reversed(both))).getpixel((9, 9)) == tuple(bytes.fromhex(under[1:]))


def test_a_shape_is_drawn_once_wherever_it_lies(drawings):
    colour = new_colour()
    composed(f'<rect x="3" y="4" width="9" height="9" fill="{colour}"/>')
    assert drawings
    drawings.clear()
    moved = composed(f'<g transform="translate(20 20)"><rect x="33" y="4" width="9" height="9" fill="{colour}"/></g>')
    assert drawings == []
    assert moved.getpixel((57, 28)) == tuple(bytes.fromhex(colour[1:]))


def test_the_same_words_with_other_definitions_are_drawn_anew():
    one, other = new_colour(), new_colour()
    for colour in (one, other):
        inside = f'<defs><g id="thing"><rect width="9" height="9" fill="{colour}"/></g></defs><use href="#thing" x="8" y="8"/>'
        assert composed(inside).getpixel((12, 12)) == tuple(bytes.fromhex(colour[1:]))


def test_a_cut_shows_its_sheet_and_nothing_beside_it():
    colour = new_colour()
    rest = f'<!--sheet all--><rect width="200" height="100" fill="{colour}"/><!--/-->'
    drawn = composed(f'{rest}<path data-cut="all" d="M40 20l30 0 0 30-30 0Z"/>')
    inside, paper = tuple(bytes.fromhex(colour[1:])), tuple(bytes.fromhex(png.tokens()["--paper"][1:]))
    assert [drawn.getpixel(at) for at in ((42, 22), (68, 48))] == [inside] * 2
    assert [drawn.getpixel(at) for at in ((37, 22), (42, 17), (73, 48), (150, 80))] == [paper] * 4


def test_a_thin_pattern_is_not_lost():
    """A thin pattern is kept, although patterns are first located in a tiny picture in which its lines would vanish."""
    colour = new_colour()
    pattern = (
        f'<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 4H9" stroke="{colour}"/></pattern>'
    )
    drawn = composed(f'<defs>{pattern}</defs><rect x="20" y="20" width="60" height="60" fill="url(#p)"/>')
    assert drawn.getpixel((50, 24)) != drawn.getpixel((50, 28))


def test_the_still_part_is_drawn_once_for_all_threads(drawings):
    colour = new_colour()
    inside = f'<!--still--><g><circle cx="50" cy="50" r="40" fill="{colour}"/></g><!--/-->'
    with ThreadPoolExecutor(6) as pool:
        drawn = list(pool.map(lambda _number: composed(inside).tobytes(), range(12)))
    assert len(drawings) == 1
    assert len(set(drawn)) == 1


def test_what_was_not_used_for_longest_is_forgotten_when_there_is_too_much(monkeypatch, drawings):
    monkeypatch.setattr(layers, "_KEPT", layers._Kept())
    monkeypatch.setattr(layers, "MOST_PIXELS", 2 * 50 * 50)
    squares = [f'<rect width="50" height="50" fill="{new_colour()}"/>' for _each in range(3)]
    for each in (*squares, squares[2], squares[1]):
        composed(each)
    before = len(drawings)
    assert before == 3 * 2, "the last two are kept"
    composed(squares[0])
    assert len(drawings) > before


def test_outlines_of_the_cuts_fit_the_edge_in_the_style_sheet():
    assert f".gz .fief {{ stroke-width: {picture.EDGE};" in png.flat_css(CSS)


def test_a_known_board_needs_no_drawing_at_all(drawings):
    public = finished("principato", 2)
    first = PRINCIPATO.picture(public)
    drawings.clear()
    assert PRINCIPATO.picture(public).tobytes() == first.tobytes()
    assert drawings == []
