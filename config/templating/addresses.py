"""Paths of named URLs, looked up once for each set of arguments."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.safestring import SafeString


def path_to(name: Any, arguments: Sequence[Any] = (), named: Mapping[str, Any] | None = None, app: str | None = None) -> str:
    """Return the path of a URL name as Django's ``reverse`` does. Raises :class:`django.urls.NoReverseMatch`."""
    named = dict(named or {})
    values = (*arguments, *named.values())
    # Other objects may change their text while they stay equal.
    if not all(type(value) in (str, SafeString, int) for value in (name, *values)):
        return reverse(name, args=arguments, kwargs=named, current_app=app)
    return _reversed(get_urlconf() or settings.ROOT_URLCONF, get_script_prefix(), app, name, tuple(named), *values)


# The cache is typed because 1 and True are equal and make different paths.
@lru_cache(maxsize=4096, typed=True)
def _reversed(urlconf: Any, _prefix: str, app: str | None, name: str, names: tuple[str, ...], *values: Any) -> str:
    count = len(values) - len(names)
    named = dict(zip(names, values[count:], strict=True))
    return reverse(name, urlconf=urlconf, args=values[:count], kwargs=named, current_app=app)
