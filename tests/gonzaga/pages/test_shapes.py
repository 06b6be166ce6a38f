"""Small drawings of fiefs, rings and plans on the page that an email links to."""

import re

from engines.contract import When, view
from engines.gonzaga import ENGINE
from engines.gonzaga.actions import Donate, HoldWedding, PlaceFief, SealPlan
from tables.games.gonzaga.choices import choices
from tests.gonzaga.pages.walkthrough import asked, played, players


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
