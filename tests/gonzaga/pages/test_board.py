"""Gonzaga on the page: texts of refusals, events and standing orders, the map, its pictures, the hand and the options form."""

import ast
import re
from itertools import batched
from typing import Any, get_args

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import escape

from engines.contract import IllegalAction, Pending, When, view
from engines.gonzaga import ENGINE, events
from engines.gonzaga.actions import ActionCard, HoldWedding, PlaceFief, SealPlan
from engines.gonzaga.board import Cover
from engines.gonzaga.options import Options
from engines.gonzaga.policy import DonateBelow, TakeMost
from engines.gonzaga.state import State
from tables.games import pictures
from tables.games.gonzaga import places, showcase
from tables.games.gonzaga import words as gonzaga_words
from tables.games.gonzaga.board import geometry
from tables.games.gonzaga.board import ground as gonzaga_map
from tables.games.gonzaga.presenter import PRESENTER
from tables.games.kit import png
from tests.gonzaga.pages.walkthrough import CONTENT, HEX, KIT, NAMES, SOURCES, asked, played, players


def codes_of_refusals() -> set[str]:
    found = set()
    for path in (*SOURCES.rglob("*.py"), *KIT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("IllegalAction", "BadOptions"):
                assert isinstance(node.args[0], ast.Constant), path
                found.add(str(node.args[0].value))
    return found


PARAMS = {"hex": HEX["Paris"], "region": "francia", "action": "cities", "fief": 20, "cities": 1, "harbours": 1, "rings": 0}
PARAMS |= {"least": 2, "most": 4, "scenario": "Colombo", "seats": 3, "version": "9"}  # type: ignore[dict-item]


@pytest.mark.parametrize("code", sorted(codes_of_refusals()))
def test_every_refusal_has_a_sentence(code: str) -> None:
    sentence = PRESENTER.words.explain(code, PARAMS)
    assert sentence.endswith("."), code
    assert "%(" not in sentence


def test_a_refusal_names_places_not_numbers() -> None:
    sentence = PRESENTER.words.explain("fief_there", {"hex": HEX["Paris"]})
    assert "Paris" in sentence
    assert str(HEX["Paris"]) not in sentence


def test_a_refusal_of_a_hex_beyond_the_map_does_not_fail() -> None:
    assert PRESENTER.words.explain("off_the_map", {"hex": 9999})


def test_unknown_codes_are_left_to_the_page() -> None:
    assert PRESENTER.words.explain("no_such_code", {}) == ""


def test_every_refusal_of_the_engine_can_be_worded_with_its_own_parameters() -> None:
    state, pending = next(asked("turn", When.NOW, played()[0]))
    wrong = [PlaceFief((0, 1, 200)), PlaceFief((3, 2, 1)), PlaceFief((990,)), HoldWedding(0, 0), HoldWedding(HEX["Paris"])]
    for turn in wrong:
        with pytest.raises(IllegalAction) as refused:
            ENGINE.apply(state, pending.seat, turn)
        assert PRESENTER.words.explain(refused.value.code, refused.value.params)


def sample(event: type[Any]) -> Any:
    """Return an event of this type with plausible fields."""
    plan = SealPlan("francia", ActionCard.CITIES, True)
    fields = {"seat": 1, "plan": plan, "plans": (plan, plan), "colours": ("red", "blue"), "scenario": "colombo"}
    fields |= {"objective": 3, "round": 7, "last": True, "card": 52, "fief": 50, "again": True, "left": 1, "order": (1, 0)}
    fields |= {"cells": (HEX["Paris"], HEX["Dijon"]), "castles": (), "hexes": (HEX["Paris"],), "points": 6, "forced": True}
    fields |= {"sea": "mare-balticum", "uncovered": 1, "sizes": (3, 2), "seats": (0,), "cities": 2, "reason": "covered"}
    return event(**{name: fields[name] for name in event.__struct_fields__})


@pytest.mark.parametrize("kind", get_args(events.Event), ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence(kind: type[Any]) -> None:
    state = played()[0][0]
    sentence = PRESENTER.event_words(sample(kind), state.public, players(state))
    assert sentence.endswith("."), sentence
    assert "%(" not in sentence


def test_the_log_of_a_whole_game_can_be_told() -> None:
    states, told = played()
    lines = [PRESENTER.event_words(event, states[-1].public, players(states[-1])) for event in told]
    assert any("Gonzaga bonus" in line for line in lines)
    assert sum(line.startswith("Round ") for line in lines) >= states[-1].public.round


def test_no_card_is_locked_for_a_round_that_never_comes() -> None:
    states, told = played()
    locked = next(event for event in told if isinstance(event, events.CardsLocked))
    assert PRESENTER.event_words(locked, states[0].public, players(states[0])).startswith("Locked for Anna next round: ")
    assert PRESENTER.event_words(locked, states[-1].public, players(states[-1])) == ""


def test_a_placement_is_told_by_its_places() -> None:
    state = played()[0][0]
    event = events.FiefPlaced(1, 20, (HEX["Bordeaux"], HEX["Toulouse"], HEX["Marseille"]), (), 9)
    assert PRESENTER.event_words(event, state.public, players(state)) == (
        "Bruno places fief 20 on Bordeaux, Toulouse, Marseille: 9 points."
    )


def test_bare_hexes_are_named_by_the_grid_along_the_frame() -> None:
    number = next(index for index, cell in enumerate(CONTENT.hexes) if cell.at == (3, 0))
    assert places.place_name(CONTENT, number) == "D1"
    names = {places.grid_name(CONTENT, index) for index in range(len(CONTENT.hexes))}
    assert len(names) == len(CONTENT.hexes)


def test_the_ground_covers_every_hex_and_every_site() -> None:
    ground = gonzaga_map.ground("1")
    assert [cell.index for cell in ground.cells] == list(range(len(CONTENT.hexes)))
    assert {mark.hex for mark in ground.marks} == {site.hex for site in CONTENT.sites}
    assert len(ground.routes) == sum(len([s for s in CONTENT.sites if s.mark == sea.id]) - 1 for sea in CONTENT.seas)
    assert sum(len(ridge.peaks) for ridge in ground.ridges) == sum(len(barrier.sides) for barrier in CONTENT.barriers)


def test_the_grid_has_every_side_of_every_hex_once() -> None:
    drawn: list[frozenset[tuple[int, int]]] = []
    for line in gonzaga_map.ground("1").grid.split("M")[1:]:
        steps = list(map(int, re.findall(r"-?\d+", line)))
        here = (0, 0)
        for number, (x, y) in enumerate(batched(steps, 2, strict=True)):
            ahead = (here[0] + x, here[1] + y)
            drawn += [frozenset((here, ahead))] if number else []
            here = ahead
    corners = {
        geometry.corner(cell.at, index): tuple(map(round, geometry.shaken(geometry.corner(cell.at, index))))
        for cell in CONTENT.hexes
        for index in range(6)
    }
    sides = {
        frozenset((corners[geometry.corner(cell.at, index)], corners[geometry.corner(cell.at, index + 1)]))
        for cell in CONTENT.hexes
        for index in range(6)
    }
    assert len(drawn) == len(sides)
    assert set(drawn) == sides


def test_every_region_and_sea_is_lettered_by_eye() -> None:
    from tables.games.gonzaga.board.lettering import letterings

    ground = gonzaga_map.ground("1")
    for shape in (*ground.regions, *ground.seas):
        assert shape.letters != letterings(shape.name, "unheard-of", geometry.Point(0, 0))
        assert (
            "".join(line.text for line in shape.letters).casefold() == shape.name.replace(" ", "").casefold()
            or len(shape.letters) == 1
        )


def test_names_of_sites_do_not_overlap() -> None:
    from tables.games.gonzaga.board.lettering import LETTER

    boxes = []
    for mark in gonzaga_map.ground("1").marks:
        width, x, y = LETTER * len(mark.name), float(mark.label_x), float(mark.label_y)
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[mark.anchor]
        boxes.append((left, y - 10, left + width, y + 3, mark.name))
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            apart = one[2] <= other[0] + 2 or other[2] <= one[0] + 2 or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one[4], other[4])


def test_a_merged_shape_runs_once_round_its_cells() -> None:
    loops = geometry.loops([(0, 0), (1, 0), (0, 1)])
    assert len(loops) == 1
    assert len(loops[0]) == 12
    assert len(geometry.loops([(0, 0), (5, 0)])) == 2


def test_an_inset_shape_lies_inside() -> None:
    [loop] = geometry.loops([(0, 0)])
    assert all(abs(point.x) < geometry.WIDTH / 2 - 2 and abs(point.y) < 28 for point in geometry.inset(loop, 3))


def board_html(state: State, marked: tuple[Any, ...] = ()) -> str:
    board = PRESENTER.board.context(view(state, None), players(state), marked)
    return render_to_string("games/gonzaga/_board.html", {"board": board})


def test_the_map_draws_every_piece_once_and_has_no_inline_style() -> None:
    state = played()[0][-1]
    html = board_html(state)
    fiefs = [piece for piece in state.public.pieces if piece.fief]
    assert html.count('class="fief fill') == len(fiefs)
    assert html.count('class="ring-edge"') == len(state.public.pieces) - len(fiefs)
    assert html.count('href="#gz-castle"') == sum(len(piece.castles) for piece in fiefs)
    assert "style=" not in html
    assert "var(" not in html


def test_every_drawing_tells_lands_that_flourish_from_idle_ones() -> None:
    state = played()[0][-1]
    new = next(piece for piece in reversed(state.public.pieces) if piece.fief)
    told = [events.FiefPlaced(new.seat, new.fief, new.cells, new.castles, 0)]
    close_up = PRESENTER.board.close_up(state.public, Pending(0, "turn", "turn", When.NOW), [], told)
    flourishing = CONTENT.scenario(state.public.scenario).flourishing
    for drawn in (board_html(state), PRESENTER.board.svg(state.public), close_up):
        assert drawn.count('href="#gz-seal-gold"') == len(flourishing) > 0
        assert drawn.count('href="#gz-seal-idle"') == drawn.count('class="idle"') == len(CONTENT.regions) - len(flourishing) > 0


def test_every_hex_can_be_reached_and_says_what_is_there() -> None:
    state = played()[0][-1]
    html = board_html(state)
    labels = re.findall(r'class="hx"[^>]*aria-label="([^"]+)"', html)
    assert len(labels) == len(CONTENT.hexes)
    assert html.count('tabindex="0"') == 1
    piece = next(piece for piece in state.public.pieces if piece.fief)
    assert f"fief {piece.fief} of {NAMES[piece.seat]}" in labels[piece.cells[0]]
    assert labels[HEX["Paris"]].startswith("Paris, city, Religio, Francia")


def test_names_are_drawn_over_the_hexes_that_light_up() -> None:
    html = board_html(played()[0][-1])
    assert html.rindex('class="hx"') < html.index('class="name ')


def test_only_pieces_of_the_marked_events_are_new() -> None:
    state = played()[0][-1]
    event = next(event for event in reversed(played()[1]) if isinstance(event, events.FiefPlaced))
    assert "fresh" not in board_html(state)
    assert board_html(state, (event,)).count('class="fresh"') == 1


def test_seals_follow_the_scenario() -> None:
    state = played()[0][0]
    flourishing = CONTENT.scenario(state.public.scenario).flourishing
    html = board_html(state)
    assert html.count('href="#gz-seal-gold"') == len(flourishing)
    assert html.count('href="#gz-seal-idle"') == len(CONTENT.regions) - len(flourishing)


def test_every_reference_in_the_drawing_leads_somewhere() -> None:
    html = board_html(played()[0][-1])
    ids = set(re.findall(r'id="([^"]+)"', html))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= ids
    assert set(re.findall(r"url\(#([^)]+)\)", html)) <= ids


def test_the_picture_is_a_png_of_the_same_map() -> None:
    picture = pictures.board("gonzaga", played()[0][-1].public)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert picture != pictures.board("gonzaga", played()[0][0].public)


def test_the_flat_style_sheet_knows_every_token() -> None:
    flat = png.flat_css("gonzaga/map.css")
    assert "var(" not in flat
    assert "light-dark(" not in flat
    assert png.tokens()["--sea"] in flat


def test_the_board_tells_an_onlooker_no_secret() -> None:
    state, pending = next(asked("plan", When.MAY, played()[0]))
    hand = PRESENTER.hand.context(view(state, None), players(state))
    html = render_to_string("games/gonzaga/_hand.html", {"hand": hand})
    assert "objective" not in html
    assert "Plan sealed" in html
    assert state.public.courts[pending.seat].plan is None


def test_a_sealed_plan_is_shown_only_to_its_owner() -> None:
    state, pending = next(asked("plan", When.MAY, played()[0]))
    plan = state.hands[pending.seat].plan
    assert plan is not None
    words = escape(gonzaga_words.plan_words(CONTENT, plan))
    for seat in range(len(state.hands)):
        hand = PRESENTER.hand.context(view(state, seat), players(state, seat))
        html = render_to_string("games/gonzaga/_hand.html", {"hand": hand})
        assert (f"Plan sealed: {words}" in html) == (seat == pending.seat)
        assert "Plan sealed" in html


def test_the_owner_sees_the_objective_and_which_cities_are_held() -> None:
    state = played()[0][-1]
    hand = PRESENTER.hand.context(view(state, 0), players(state, 0))
    held = Cover(len(state.public.courts), state.public.pieces).held(0)
    wanted = CONTENT.cities_of(state.hands[0].objective)
    assert {HEX[city["name"]] for city in hand["objective"]["cities"]} == set(wanted)
    assert hand["objective"]["count"] == sum(held >> cell & 1 for cell in wanted)


def test_the_objective_is_no_longer_hidden_once_the_game_is_over() -> None:
    states = played()[0]
    texts = []
    for state in (states[0], states[-1]):
        hand = dict(PRESENTER.hand.context(view(state, 0), players(state, 0)))
        hand["objective"] = dict(hand["objective"]) | {"count": 3, "points": 3, "next": 5}
        texts.append(render_to_string("games/gonzaga/_hand.html", {"hand": hand}))
    during, after = texts
    assert "Nobody else sees your hidden objective before the end." in during
    assert "One more city makes it 5." in during
    assert "Nobody else sees" not in after
    assert "One more city makes it" not in after
    assert "Held: 3 of 6, worth 3 points." in after


def test_the_front_page_position_keeps_the_rules() -> None:
    public = showcase.position("1")
    from engines.gonzaga import placements

    board = ENGINE.world(public).board
    cells = [cell for piece in public.pieces for cell in piece.cells if piece.fief]
    assert len(cells) == len(set(cells))
    for piece in public.pieces:
        if piece.fief:
            found = placements.poses(board, piece.fief, piece.cells)
            assert any(pose.castles == piece.castles and placements.on_land(board, pose.castles) for pose in found)
            assert not board.crosses_barrier(piece.cells)


def test_words_follow_the_language_of_the_reader() -> None:
    with translation.override("en"):
        assert PRESENTER.words.question_words("plan") == "plan the round"
        assert PRESENTER.words.question_words("turn") == "place a fief"
        assert PRESENTER.options.options_words(Options(scenario="colombo")) == "scenario Colombo"
        assert PRESENTER.words.line_words("leagues") == "Sea Leagues"
        assert PRESENTER.words.reason_words("covered").endswith(".")


def test_the_scenario_form_takes_a_scenario_or_none() -> None:
    by_lot = PRESENTER.options.form({"scenario": ""})
    assert by_lot.is_valid()
    assert by_lot.cleaned_data == {"scenario": None}
    assert PRESENTER.options.form({"scenario": "colombo"}).is_valid()
    assert not PRESENTER.options.form({"scenario": "nowhere"}).is_valid()


def test_the_last_round_is_announced_to_everybody() -> None:
    states = played()[0]
    last = [state for state in states if state.public.agenda and state.public.round == state.public.last_round]
    assert last
    assert PRESENTER.words.banner(last[0].public)
    assert not PRESENTER.words.banner(states[0].public)


MOST = "Take the turn that scores the most straight away, if it scores at least"


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (DonateBelow(1), "Donate if no turn scores at least 1 point straight away."),
        (TakeMost(9), f"{MOST} 9 points. Don’t arrange a Wedding for it."),
        (TakeMost(6, 1), f"{MOST} 6 points. Use at most 1 ring for it."),
        (TakeMost(6, 2), f"{MOST} 6 points. Use at most 2 rings for it."),
    ],
)
def test_every_standing_order_is_a_sentence(order: Any, words: str) -> None:
    assert PRESENTER.orders.order_words(order, ()) == words
