"""Soft hyphens in titles in narrow columns."""

import pytest
from django.utils import translation

from tables.templatetags.hyphens import hyphenated

SOFT = "\N{SOFT HYPHEN}"


@pytest.mark.parametrize(
    ("language", "words", "parts"),
    [
        ("de", "Gefährlicher Handelsweg", "Gefährli|cher Han|dels|weg"),
        ("de", "Bank-Investment", "Bank-Invest|ment"),
        ("de", "Steuereintreiber", "Steuer|ein|trei|ber"),
        ("it", "Confraternita", "Con|fra|ter|nita"),
        ("en", "Confraternity", "Con|fra|tern|ity"),
        ("lij", "Invexendarse", "Inve|xen|darse"),
    ],
)
def test_long_words_get_hyphens_by_the_patterns_of_their_language(language, words, parts):
    assert hyphenated(words, language) == parts.replace("|", SOFT)


def test_without_a_language_it_is_that_of_the_page():
    with translation.override("it"):
        assert hyphenated("Confraternita") == hyphenated("Confraternita", "it")


@pytest.mark.parametrize(("language", "words"), [("de", "Taverne"), ("xx", "Gassengeflüster"), ("de", "")])
def test_short_words_and_unknown_languages_stay(language, words):
    assert hyphenated(words, language) == words
