"""What compiled templates say for ``{% url %}``, ``{% static %}`` and ``{% csrf_token %}``, kept for a page or for good."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.base import Node
from django.template.context import Context
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils.functional import empty
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from config.templating.lookups import MISSING, raw


def shown_address(context: Context, name: Any, arguments: Sequence[Any], named: Mapping[str, Any]) -> str:
    """``{% url %}``. Raises :class:`django.urls.NoReverseMatch`."""
    path = _address(context, name, arguments, named)
    return _escaped(path) if context.autoescape else path


def still_address(context: Context, path: str) -> str:
    """``{% static %}``. Raises :class:`ValueError` for a file that is not there."""
    kept = _of_context(context)
    if kept.storage is None:
        storage: Any = staticfiles_storage
        if storage._wrapped is empty:
            storage._setup()
        kept.storage = storage._wrapped, settings.DEBUG, settings.STATIC_URL
    url = _file_address(*kept.storage, path)
    return _escaped(url) if context.autoescape else url


@lru_cache(maxsize=4096)
def _escaped(address: str) -> str:
    """An address of the site, of which a page has some forty."""
    return conditional_escape(address)


@lru_cache(maxsize=1024)
def _file_address(storage: Any, _debug: bool, _root: str, path: str) -> str:
    return str(storage.url(path))


def token_field(context: Context, node: Node) -> str:
    """``{% csrf_token %}``, the same in all forms of a page."""
    kept, token = _of_context(context), raw(context, "csrf_token")
    if token is MISSING:
        return str(node.render(context))
    if kept.field is None or kept.field[0] is not token:
        kept.field = token, str(node.render(context))
    return kept.field[1]


class _Kept:
    """What stays the same while a context is rendered: where still files lie, the token with its field of a form, and to which
    addresses names lead."""

    site: tuple[Any, str, str | None] | None = None
    storage: tuple[Any, bool, str | None] | None = None
    field: tuple[Any, str] | None = None


def _of_context(context: Any) -> _Kept:
    try:
        kept: _Kept = context._kept_by_lookups
    except AttributeError:
        kept = context._kept_by_lookups = _Kept()
    return kept


def address_or_none(context: Context, name: Any, arguments: Sequence[Any], named: Mapping[str, Any]) -> str:
    """``{% url … as … %}``, which is an empty text where there is no such address."""
    try:
        return _address(context, name, arguments, named)
    except NoReverseMatch:
        return ""


def _address(context: Context, name: Any, arguments: Sequence[Any], named: Mapping[str, Any]) -> str:
    kept = _of_context(context)
    if kept.site is None:
        request: Any = getattr(context, "request", None)
        app = request.current_app if hasattr(request, "current_app") else _namespace(request)
        kept.site = get_urlconf() or settings.ROOT_URLCONF, get_script_prefix(), app
    for value in (name, *arguments, *named.values()):
        if type(value) not in _KEYS:
            return reverse(name, args=arguments, kwargs=dict(named), current_app=kept.site[2])
    # The kinds are part of the key: 1 and True are equal and make different paths.
    key = name, tuple(arguments), tuple(map(type, arguments)), tuple(named.items()), tuple(map(type, named.values()))
    return _reversed(*kept.site, key)


def path_to(name: str, *arguments: str | int) -> str:
    """``reverse(name, args=arguments)``, kept. Raises :class:`django.urls.NoReverseMatch`."""
    key = name, arguments, tuple(map(type, arguments)), (), ()
    return _reversed(get_urlconf() or settings.ROOT_URLCONF, get_script_prefix(), None, key)


def _namespace(request: Any) -> str | None:
    return getattr(getattr(request, "resolver_match", None), "namespace", None)


_KEYS = (str, SafeString, int)


@lru_cache(maxsize=4096)
def _reversed(urlconf: Any, prefix: str, app: str | None, key: tuple[Any, ...]) -> str:
    name, arguments, _kinds_of, named, _kinds_of_named = key
    return reverse(name, urlconf=urlconf, args=arguments, kwargs=dict(named), current_app=app)
