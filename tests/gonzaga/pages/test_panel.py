"""The panel of Gonzaga, which offers only legal choices and works without a script."""

import json
import re

import pytest
from django.template.loader import render_to_string

from engines.contract import When, decode, view
from engines.gonzaga import ENGINE, scoring
from engines.gonzaga.actions import Donate, PlaceFief
from engines.gonzaga.board import Cover
from tables.games.gonzaga.presenter import PRESENTER
from tests.gonzaga.pages.walkthrough import asked, panel, played, slot
from tests.site.views import read


def test_a_locked_card_cannot_be_chosen_and_says_why() -> None:
    state, pending = next(
        (state, pending) for state, pending in asked("plan", When.NOW, played()[0]) if state.public.courts[pending.seat].locked
    )
    locked = state.public.courts[pending.seat].locked
    assert locked is not None
    shown = panel(state, pending)
    for card in shown["regions"]:
        assert bool(card.locked) == (card.value == locked.region)
    for card in shown["actions"]:
        assert bool(card.locked) == (card.value == locked.action)
    html = render_to_string("games/gonzaga/_panel.html", {"panel": shown, "slot": slot()})
    assert re.search(rf'value="{locked.region}"[^>]* required disabled', read(html))


def test_every_plan_the_cards_allow_is_legal_and_the_other_way_round() -> None:
    for state, pending in asked("plan", When.NOW, played()[0]):
        shown = panel(state, pending)
        free = [
            (region.value, action.value, privilege)
            for region in shown["regions"]
            for action in shown["actions"]
            for privilege in (("", "yes") if not shown["privilege"].locked else ("",))
            if not region.locked and not action.locked
        ]
        made = [
            PRESENTER.panel.compose("plan", {"region": region, "deed": deed, "privilege": privilege})[0]
            for region, deed, privilege in free
        ]
        assert set(made) == set(ENGINE.legal(view(state, pending.seat), pending))


@pytest.mark.parametrize("fields", [{}, {"region": "francia", "deed": "plunder"}])
def test_nonsense_makes_no_plan(fields: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        PRESENTER.panel.compose("plan", fields)


def test_no_other_form_is_composed() -> None:
    with pytest.raises(ValueError, match="turn"):
        PRESENTER.panel.compose("turn", {"region": "francia", "deed": "cities"})


def test_the_list_of_turns_is_legal_complete_and_sorted_by_points() -> None:
    for state, pending in asked("turn", When.NOW, played()[0]):
        seen = view(state, pending.seat)
        legal = ENGINE.legal(seen, pending)
        shown = panel(state, pending)
        listed = [decode(ENGINE.Action, choice.value) for choice in (*shown["best"], *shown["rest"])]
        assert set(listed) <= set(legal)
        assert {frozenset(scoring.covered_by(turn)) for turn in listed} == {
            frozenset(scoring.covered_by(turn)) for turn in legal
        }
        assert Donate() in listed
        points = [choice.points for choice in (*shown["best"][:-1], *shown["rest"])]
        assert points == sorted(points, reverse=True)


def test_the_script_is_told_every_legal_turn_with_its_points() -> None:
    state, pending = next(asked("turn", When.NOW, played()[0]))
    seen = view(state, pending.seat)
    data = panel(state, pending)["data"]()
    told = {tuple(row[0]): row[1] for row in (*data["fiefs"], *data["weddings"])}
    cover = Cover(len(state.public.courts), state.public.pieces)
    world = ENGINE.world(state.public)
    legal = [turn for turn in ENGINE.legal(seen, pending) if not isinstance(turn, Donate)]
    assert told == {scoring.covered_by(turn): scoring.gain(world, cover, pending.seat, turn).points for turn in legal}
    assert len(json.dumps(data)) < 60_000


@pytest.mark.parametrize("when", [When.NOW, When.MAY])
def test_the_turn_form_works_without_a_script(when: When) -> None:
    state, pending = next(asked("turn", when, played()[0]))
    shown = panel(state, pending)
    html = render_to_string("games/gonzaga/_panel.html", {"panel": shown, "slot": slot()})
    assert ('action="/act/"' in html) == (when is When.NOW)
    assert ('action="/file/"' in html) == (when is When.MAY)
    assert "style=" not in html
    assert "&quot;type&quot;: &quot;Donate" in html or "&quot;type&quot;:&quot;Donate" in html


def test_a_hex_that_cannot_be_covered_says_why() -> None:
    """G-8.3, G-8.4: the panel's data has a letter with the reason for each hex that no legal fief covers.

    The hexes of legal fiefs have a dot. The hexes with a fief or the player's own ring have a ``t``.
    """
    said: set[str] = set()
    for state, pending in asked("turn", When.NOW, played()[0]):
        legal = ENGINE.legal(view(state, pending.seat), pending)
        shut = panel(state, pending)["data"]()["shut"]
        covered = {cell for turn in legal if isinstance(turn, PlaceFief) for cell in turn.cells}
        assert {cell for cell, why in enumerate(shut) if why == "."} == covered
        taken = {cell for piece in state.public.pieces for cell in piece.cells if piece.fief or piece.seat == pending.seat}
        assert {cell for cell, why in enumerate(shut) if why == "t"} == taken
        said |= set(shut)
    assert said == set(".tdrn")
