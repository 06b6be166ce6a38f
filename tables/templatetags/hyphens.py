"""Soft hyphens for titles that stand in narrow columns."""

import re
from functools import cache

from django import template
from django.utils.translation import get_language
from pyphen import Pyphen, language_fallback

register = template.Library()
SOFT = "\N{SOFT HYPHEN}"
LONG = re.compile(r"[^\W\d_]{9,}")
# The shortest part of a word that may stand on a line, in letters.
LEAST = 3
# Genoese has no patterns of its own; Italian's fit.
NEAREST = {"lij": "it"}


@register.filter
def hyphenated(words: object, language: str = "") -> str:
    """Return the words with soft hyphens in the long ones, by the patterns of a language, else of the active one.

    A style sheet can ask a browser to hyphenate, but Chromium does so only once it has fetched its dictionaries.
    """
    spoken = language or get_language() or ""
    return LONG.sub(lambda found: _softened(found.group(), NEAREST.get(spoken, spoken)), str(words))


@cache
def _patterns(language: str) -> Pyphen | None:
    known = language_fallback(language)
    return Pyphen(lang=known, left=LEAST, right=LEAST) if known else None


@cache
def _softened(word: str, language: str) -> str:
    patterns = _patterns(language)
    parts = [word]
    for position in reversed(patterns.positions(word) if patterns else []):
        if len(parts[0]) - position >= LEAST:
            parts[:1] = [parts[0][:position], parts[0][position:]]
    return SOFT.join(parts)
