"""Refusals of the site: every code is used somewhere, and has its own text."""

from pathlib import Path

import pytest

from engines.contract import IllegalAction
from tables.errors import Broken, Code, Crashed, Refusal
from tables.present import refusals

TABLES = Path(refusals.__file__).parents[1]
SOURCES = [path for path in TABLES.rglob("*.py") if path.name != "refusals.py"]


@pytest.mark.parametrize("code", Code)
def test_every_reason_has_words_of_its_own(code):
    others = {refusals.words(Refusal(each)) for each in Code if each is not code}
    assert refusals.words(Refusal(code)) not in others | {refusals.words(IllegalAction("no such code", ""))}


def test_every_reason_is_given_somewhere():
    written = "".join(path.read_text() for path in SOURCES)
    given = {code for code in Code if f"Code.{code.name}" in written}
    # Invalid numbers in a standing order are reported like an action that breaks a rule, in the site's own words.
    assert set(Code) - given == {Code.ORDER_NUMBER}


def test_a_broken_game_is_no_refusal():
    assert not issubclass(Broken, Refusal)
    assert not issubclass(Crashed, Refusal)
