"""Values of a submitted form, so that a refused form keeps its content."""

from typing import Any

from django import template

register = template.Library()


@register.filter
def sent(request: Any, name: str) -> str:
    """Return the submitted value of a field; empty if there is none."""
    posted = getattr(request, "POST", {})
    return str(posted.get(name, ""))
