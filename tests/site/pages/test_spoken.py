"""Texts cached per language: each language gets its own text."""

import pytest
from django.utils import translation
from django.utils.translation import gettext

from tables.games.kit import spoken as kit
from tables.games.kit.spoken import cached_by_language


@pytest.fixture
def asked():
    return []


@pytest.fixture
def say(asked):
    @cached_by_language
    def password(number: int) -> str:
        """Return a translated text with a number, and record the call."""
        asked.append(number)
        return f"{gettext('My games')} {number}"

    return password


def test_each_language_says_it_once(say, asked):
    words = {}
    for language in ("en", "de", "it", "de", "en"):
        with translation.override(language):
            words.setdefault(language, set()).update({say(1), say(2), say(1), say(number=2)})
    assert [len(said) for said in words.values()] == [2, 2, 2]
    assert len(set.union(*words.values())) == 6
    # A call by keyword is not cached: two cached texts in three languages, and one keyword call in each of five rounds.
    assert len(asked) == 6 + 5


def test_the_oldest_is_forgotten(say, asked):
    for number in range(kit.MOST + 1):
        say(number)
    say(0)
    assert asked.count(0) == 2
    assert asked.count(kit.MOST) == 1


def test_it_keeps_its_name(say):
    assert (say.__name__, say.__doc__) == ("password", "Return a translated text with a number, and record the call.")
