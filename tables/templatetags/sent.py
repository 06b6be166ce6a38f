"""What a form was sent with, so that a refused one comes back as it was filled in."""

from typing import Any

from django import template

register = template.Library()


@register.filter
def sent(request: Any, name: str) -> str:
    """The value of a field just sent; empty if there is none, or nothing was sent."""
    posted = getattr(request, "POST", {})
    return str(posted.get(name, ""))
