"""Looking a thing up by what another one says."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def of(mapping: Any, key: Any) -> Any:
    """What a mapping has under a key; empty if it has nothing, or is none."""
    return mapping.get(key, "") if isinstance(mapping, Mapping) else ""


@register.filter
def chosen(menu: Any, value: str) -> SafeString:
    """The options of a menu, of which one may be chosen already."""
    options: SafeString = menu.with_chosen(value)
    return options


@register.filter
def drawn_on(shown: Any, thing: Any) -> SafeString:
    """A thing as it is drawn with what a page shows on it, if it shows anything."""
    drawn: SafeString = thing.drawn_with(shown or None)
    return drawn
