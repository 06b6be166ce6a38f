"""Offer of a game to the site: its names and arguments are checked when the game is imported."""

from collections.abc import Mapping
from dataclasses import fields
from traceback import format_exception
from types import ModuleType
from typing import Any

import pytest

from engines import registry
from tables.games import offer
from tables.games.base import Presenter
from tables.games.registry import presenter

GROUPS = [group for group in vars(offer).values() if isinstance(group, type) and issubclass(group, offer.Offer)]
TAKING = {
    "another name": lambda code, parameters: "",
    "too few": lambda code: "",
    "too many": lambda code, params, more: "",
    "another order": lambda params, code: "",
}


@pytest.mark.parametrize("group", GROUPS[1:], ids=lambda group: group.__name__)
def test_a_name_that_no_group_has_is_refused_with_the_nearest_one(group):
    for field in fields(group):
        with pytest.raises(TypeError, match=rf"'{field.name}s'. Did you mean '{field.name}'\?"):
            group(**{f"{field.name}s": presenter("specimen").words.explain})


def test_a_misspelt_name_is_refused_in_the_presenter_and_in_a_module():
    written = ModuleType("words")
    written.explian = presenter("specimen").words.explain
    with pytest.raises(TypeError, match=r"'explian'\. Did you mean 'explain'"):
        offer.Words(explian=written.explian)
    with pytest.raises(AttributeError) as refused:
        offer.Words(explain=written.explain)
    assert "Did you mean: 'explian'" in "".join(format_exception(refused.value))


@pytest.mark.parametrize("function", TAKING.values(), ids=TAKING)
def test_a_function_with_other_arguments_is_refused(function):
    with pytest.raises(TypeError, match=r"Words.explain takes \(code, params\)"):
        offer.Words(explain=function)


def test_what_can_be_left_out_by_those_who_call_can_be_left_out():
    with pytest.raises(TypeError, match=r"Board.context takes \(seen, players, marked\)"):
        offer.Board(context=lambda seen, players, marked: {})


def test_a_function_may_take_more_that_has_defaults():
    def explain(code: str, params: Mapping[str, Any], loud: bool = False) -> str:
        return code.upper() if loud else code

    assert (
        Presenter(registry.engine("pebbles"), words=offer.Words(explain=explain)).words.explain("empty_house", {})
        == "empty_house"
    )


@pytest.mark.parametrize("game", registry.PLAYABLE + registry.SPECIMENS)
def test_nothing_is_missing_from_a_presenter(game):
    show = presenter(game)
    groups = [getattr(show, group.__name__.lower()) for group in GROUPS[1:]]
    assert [field.name for group in groups for field in fields(group) if getattr(group, field.name) is None] == []
