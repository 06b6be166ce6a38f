"""Cache for templates that render one frozen object, per process, language and time zone."""

from collections.abc import Callable, Hashable
from datetime import tzinfo
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language

# Maximum number of cached renderings per template. A card takes one to two thousand bytes.
MOST = 2_000


def cached_renderer(template: str, name: str, *, most: int = MOST) -> Callable[..., SafeString]:
    """Return a function that renders ``template`` with an object under ``name`` and caches the result.

    The template may use no other variable. A safe text and an unsafe text can be equal. If a text in the object may be of
    either type, pass its type as a further argument.
    """

    @lru_cache(most)
    def cached(subject: Hashable, _language: str | None, _zone: tzinfo, *_kinds: type) -> SafeString:
        return mark_safe(render_to_string(template, {name: subject}))  # noqa: S308 - a template escapes

    def draw(subject: Hashable, *kinds: type) -> SafeString:
        return cached(subject, get_language(), get_current_timezone(), *kinds)

    return draw
