"""Template filters for looking up values in mappings."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def of(mapping: Any, key: Any) -> Any:
    """Return the value for a key; empty if there is none or ``mapping`` is not a mapping."""
    return mapping.get(key, "") if isinstance(mapping, Mapping) else ""


@register.filter
def chosen(menu: Any, value: str) -> SafeString:
    """Return the options of a menu, with the one for ``value`` selected if there is one."""
    options: SafeString = menu.with_chosen(value)
    return options


@register.filter
def drawn_on(shown: Any, thing: Any) -> SafeString:
    """Return a thing drawn with the given overlay, if there is one."""
    drawn: SafeString = thing.drawn_with(shown or None)
    return drawn
