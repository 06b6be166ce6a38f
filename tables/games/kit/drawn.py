"""What a template makes of one frozen thing is made once for each language and time zone: the same cards lie on every page."""

from collections.abc import Callable, Hashable
from datetime import tzinfo
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language

# Of each template. A card takes one to two thousand bytes.
MOST = 2_000


def drawn(template: str, name: str, *, most: int = MOST) -> Callable[..., SafeString]:
    """A function that renders ``template`` with a thing under this name, and remembers what came of it.

    The template must need nothing else. A safe text is equal to one that is not: where texts in the thing may be either, their
    types are given as further arguments.
    """

    @lru_cache(most)
    def kept(thing: Hashable, _language: str | None, _zone: tzinfo, *_kinds: type) -> SafeString:
        return mark_safe(render_to_string(template, {name: thing}))  # noqa: S308 - a template escapes

    def draw(thing: Hashable, *kinds: type) -> SafeString:
        return kept(thing, get_language(), get_current_timezone(), *kinds)

    return draw
