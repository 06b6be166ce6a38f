"""Small drawings of fiefs, rings and plans in an email and on the page that it links to."""

import re

import pytest

from engines.contract import When, view
from engines.gonzaga import ENGINE
from engines.gonzaga.actions import Donate, HoldWedding, PlaceFief, SealPlan
from engines.gonzaga.placements import rotated_cells
from engines.hexes import TURNS
from tables.games.contract import HexRow
from tables.games.gonzaga.board.geometry import SIZE, WIDTH, centre
from tables.games.gonzaga.board.shapes import hex_rows
from tables.games.gonzaga.choices import choices
from tests.gonzaga.pages.walkthrough import CONTENT, asked, played, players


def offered(kind):
    for state, pending in list(asked(kind, When.NOW, played(4)[0]))[::6]:
        seen = view(state, pending.seat)
        yield state, choices(seen, pending, list(ENGINE.legal(seen, pending)), players(state, pending.seat))


def test_every_turn_but_a_donation_has_its_shape() -> None:
    kinds = set()
    for state, answers in offered("turn"):
        for answer in answers:
            (turn,) = answer.actions
            kinds.add(type(turn))
            match turn:
                case PlaceFief(cells):
                    (placed,) = (event for event in told(state, turn) if hasattr(event, "castles"))
                    assert answer.shape.count('class="mark"') == len(placed.castles)
                    assert answer.shape.count("M") >= len(placed.castles) + 1
                    assert len(cells) in range(2, 8)
                case HoldWedding(_first, second):
                    assert answer.shape.count("<circle") == 1 + (second is not None)
                case Donate():
                    assert answer.shape == ""
    assert kinds == {PlaceFief, HoldWedding, Donate}


def told(state, turn):
    (pending,) = (each for each in ENGINE.pending(state.public) if each.when is When.NOW)
    return [each.event for each in ENGINE.apply(state, pending.seat, turn).events]


def test_a_fief_is_drawn_whole_in_one_scale() -> None:
    """A fief is drawn with all its castles and the same scale in both directions. Sizes differ between placements."""
    sizes = set()
    for _state, answers in offered("turn"):
        for answer in answers:
            if isinstance(answer.actions[0], PlaceFief):
                width, height = map(int, re.findall(r'(?:width|height)="(\d+)"', answer.shape))
                left, top, wide, high = map(float, re.findall(r'viewBox="([^"]+)"', answer.shape)[0].split())
                assert abs(width / wide - height / high) < 0.02
                marks = [tuple(map(float, each)) for each in re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", answer.shape)]
                assert marks
                assert all(left < x < left + wide and top < y < top + high for x, y in marks)
                sizes.add((width, height))
    assert len(sizes) > 3


def test_plans_of_different_regions_have_different_shapes() -> None:
    for _state, answers in offered("plan"):
        shapes = {}
        for answer in answers:
            (plan,) = answer.actions
            assert isinstance(plan, SealPlan)
            assert shapes.setdefault(plan.region, answer.shape) == answer.shape
        assert len(set(shapes.values())) == len(shapes)


FIEFS = {fief.number: fief for fief in CONTENT.fiefs}


def typed(fief, rotation=0, shift=(0, 0)):
    """Return the rows of a fief that is rotated clockwise and moved, as text."""
    letters = (HexRow.MARKED if cell in fief.castles else HexRow.HEX for cell in fief.cells)
    cells = [(q + shift[0], r + shift[1]) for q, r in rotated_cells(fief, rotation)]
    return [str(row) for row in hex_rows(dict(zip(cells, letters, strict=True)))]


def middles(rows):
    """Return the middles of a shape's hexes on the drawn map, from the left and the top, and their letters."""
    return {
        (round(column * WIDTH / 2), round(height * SIZE * 1.5)): letter
        for height, row in enumerate(rows)
        for column, letter in enumerate(row)
        if letter != " "
    }


def drawn(cells, letters):
    """Return the same for hexes of the map."""
    points = [centre(*cell) for cell in cells]
    left, top = min(point.x for point in points), min(point.y for point in points)
    return {(round(point.x - left), round(point.y - top)): letter for point, letter in zip(points, letters, strict=True)}


def test_the_arch_is_drawn_cell_by_cell_in_every_rotation():
    assert [typed(FIEFS[60], rotation) for rotation in range(TURNS)] == [
        ["^   ^", " # #"],
        [" ^", "#", " # ^"],
        [" # ^", "#", " ^"],
        [" # #", "^   ^"],
        ["^ #", "   #", "  ^"],
        ["  ^", "   #", "^ #"],
    ]


@pytest.mark.parametrize("number", FIEFS)
def test_every_fief_is_drawn_as_it_would_lie_on_the_map(number):
    fief = FIEFS[number]
    for rotation in range(TURNS):
        letters = [HexRow.MARKED if cell in fief.castles else HexRow.HEX for cell in fief.cells]
        rows = typed(fief, rotation)
        assert middles(rows) == drawn(rotated_cells(fief, rotation), letters)
        assert all(row == row.rstrip() for row in rows)
        assert all(typed(fief, rotation, shift) == rows for shift in ((1, 0), (0, 1), (3, 2)))


def test_the_shape_in_an_email_has_the_hexes_of_its_turn():
    for state, answers in offered("turn"):
        for answer in answers:
            (turn,) = answer.actions
            match turn:
                case PlaceFief(cells):
                    (placed,) = (event for event in told(state, turn) if hasattr(event, "castles"))
                    letters = [HexRow.MARKED if cell in placed.castles else HexRow.HEX for cell in cells]
                case HoldWedding(first, second):
                    cells = [cell for cell in (first, second) if cell is not None]
                    letters = [HexRow.RING] * len(cells)
                case Donate():
                    assert answer.rows == ()
                    continue
            hexes = [CONTENT.hexes[cell].at for cell in cells]
            assert middles(map(str, answer.rows)) == drawn(hexes, letters)


def test_a_plan_has_no_shape_in_an_email():
    assert {answer.rows for _state, answers in offered("plan") for answer in answers} == {()}
