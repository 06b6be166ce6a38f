"""Additional parts of a page in an htmx response."""

from django import template
from django.utils.safestring import SafeString

register = template.Library()
_BESIDE = SafeString(' hx-swap-oob="true"')


@register.filter
def swaps(is_beside: object) -> SafeString | str:
    """Return the attribute that replaces the element with the same id, if the part is outside the requested one."""
    return _BESIDE if is_beside else ""
