"""Looking a thing up by what another one says."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def of(mapping: Any, key: Any) -> Any:
    """What a mapping has under a key; empty if it has nothing, or is none."""
    return mapping.get(key, "") if isinstance(mapping, Mapping) else ""
