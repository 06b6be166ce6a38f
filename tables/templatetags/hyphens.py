"""Soft hyphens for titles in narrow columns."""

import re
from functools import cache

from django import template
from django.utils.translation import get_language
from pyphen import Pyphen, language_fallback

register = template.Library()
SOFT = "\N{SOFT HYPHEN}"
LONG = re.compile(r"[^\W\d_]{9,}")
# Minimum number of letters on each side of a hyphen.
LEAST = 3
# Genoese has no hyphenation patterns of its own; the Italian patterns fit.
NEAREST = {"lij": "it"}


@register.filter
def hyphenated(words: object, language: str = "") -> str:
    """Return the text with soft hyphens in long words, by the patterns of the given or active language.

    A style sheet can ask a browser to hyphenate, but Chromium does so only after it has fetched its dictionaries.
    """
    locale = language or get_language() or ""
    return LONG.sub(lambda match: _softened(match.group(), NEAREST.get(locale, locale)), str(words))


@cache
def _patterns(language: str) -> Pyphen | None:
    supported = language_fallback(language)
    return Pyphen(lang=supported, left=LEAST, right=LEAST) if supported else None


@cache
def _softened(word: str, language: str) -> str:
    patterns = _patterns(language)
    parts = [word]
    for position in reversed(patterns.positions(word) if patterns else []):
        if len(parts[0]) - position >= LEAST:
            parts[:1] = [parts[0][:position], parts[0][position:]]
    return SOFT.join(parts)
