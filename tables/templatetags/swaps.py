"""Parts of a page that an answer brings along, beside what was asked for."""

from django import template
from django.utils.safestring import SafeString

register = template.Library()
_BESIDE = SafeString(' hx-swap-oob="true"')


@register.filter
def swaps(is_beside: object) -> SafeString | str:
    """The attribute by which a part takes the place of the one with its id, where it is beside what was asked for."""
    return _BESIDE if is_beside else ""
