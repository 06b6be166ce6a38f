"""Functions that compiled templates call while they render.

Each has a shortcut for the usual kinds of values. Anything else is left to Django's node, variable or condition, so that
Django's rules are implemented only once.
"""

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from django.core.signals import setting_changed
from django.template.base import FilterExpression, Node, Template, VariableDoesNotExist, render_value_in_context
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.templatetags.static import static
from django.urls import NoReverseMatch
from django.utils.safestring import SafeData, SafeString, mark_safe
from django.utils.timezone import template_localtime  # type: ignore[attr-defined]
from django.utils.translation import get_language, gettext, ngettext

from config.templating.addresses import path_to

# Compiled functions import this name.
__all__ = ["get_language"]
MISSING = object()
"""Value of a name that the context does not have."""
_must_be_escaped = re.compile("[&<>\"']").search
MOST_TEXTS = 20_000
MOST_FILES = 2_000
MOST_TOKENS = 100
MOST_TEMPLATES = 2_000


def reached(context: Context, value: Any, variable: Any, names: Sequence[Any], default: Any) -> Any:
    """Return the value of a dotted lookup, given the value of its first name; ``default`` if the lookup fails.

    If anything fails, Django tries the lookup again and raises the right error.
    """
    result = value
    try:
        if callable(result):
            result = _called(result)
        for name in names:
            if type(name) is int:
                result = _item(result, name)
            elif _may_have_items(type(result)):  # type: ignore[arg-type]  # a type is hashable
                try:
                    result = result[name]
                except (TypeError, AttributeError, KeyError, ValueError, IndexError):
                    if type(result) is dict and not hasattr(dict, name):
                        return default
                    result = getattr(result, name)
            else:
                result = getattr(result, name)
            if callable(result):
                result = _called(result)
        return result
    except Exception:  # noqa: BLE001 - Django raises it again
        return by_django(context, value, variable, default)


def called(context: Context, value: Any, variable: Any, default: Any) -> Any:
    """Return the value of a name without dots."""
    return by_django(context, value, variable, default) if callable(value) else value


def by_django(context: Context, value: Any, variable: Any, default: Any) -> Any:
    """Return Django's value of a variable, given the value of its first name; ``default`` if the lookup fails."""
    if value is MISSING:
        return default
    with context.push({variable.lookups[0]: value}):
        try:
            return variable.resolve(context)
        except VariableDoesNotExist:
            return default


@cache
def _may_have_items(kind: type) -> bool:
    """Return whether ``value["name"]`` can work for values of a type."""
    getter = getattr(kind, "__getitem__", None)
    return getter is not None and getter not in (str.__getitem__, tuple.__getitem__, list.__getitem__)


def _item(value: Any, index: int) -> Any:
    """Return an item of a list or tuple. Raises :class:`TypeError` for anything else."""
    if type(value) is tuple or type(value) is list:
        return value[index]
    raise TypeError


def _called(value: Any) -> Any:
    """Return the result of a callable. Raises :class:`TypeError` for a callable that Django would not call."""
    if getattr(value, "do_not_call_in_templates", False) or getattr(value, "alters_data", False):
        raise TypeError
    return value()


def filtered(context: Context, function: Callable[..., Any], value: Any, *arguments: Any) -> Any:
    """Return the result of a filter."""
    if getattr(function, "expects_localtime", False):
        value = template_localtime(value, context.use_tz)
    if getattr(function, "needs_autoescape", False):
        result = function(value, *arguments, autoescape=context.autoescape)
    else:
        result = function(value, *arguments)
    is_safe = getattr(function, "is_safe", False) and isinstance(value, SafeData)
    return mark_safe(result) if is_safe else result  # noqa: S308 - as Django does


def resolved(context: Context, expression: FilterExpression, names: dict[str, Any], *, ignore_failures: bool) -> Any:
    """Return Django's value of an expression."""
    with context.push(names):
        return expression.resolve(context, ignore_failures)


def judged(context: Context, condition: Any, names: dict[str, Any]) -> Any:
    """Return Django's result of a condition."""
    with context.push(names):
        try:
            return condition.eval(context)
        except VariableDoesNotExist:
            return None


def show(context: Context, value: Any) -> Any:
    """Return a value as text, escaped unless it is marked safe."""
    kind: Any = type(value)
    if kind is SafeString:
        return value
    if kind is str and context.autoescape:
        return html.escape(value) if _must_be_escaped(value) else value
    # The site has no thousand separators.
    if kind is int:
        return str(value)
    return render_value_in_context(value, context)


def foreign(context: Context, node: Node, names: dict[str, Any]) -> str:
    """Return the output of a node that is not compiled."""
    with context.push(names):
        return str(node.render_annotated(context))


def token_field(context: Context) -> str:
    """Return the hidden field of a form, the same in all forms of a page."""
    token = context.get("csrf_token")
    return _token_field(str(token) if token else "")


@lru_cache(MOST_TOKENS)
def _token_field(token: str) -> str:
    return CsrfTokenNode().render(Context({"csrf_token": token}))


def sequence(value: Any) -> Any:
    """Return the value that a loop iterates over, as something with a length."""
    if value is None:
        return ()
    return value if hasattr(value, "__len__") else list(value)


def turns(items: Iterable[Any], length: int, parent: Any) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield ``forloop`` and the item for each turn of a loop."""
    loop = {"parentloop": parent, "length": length}
    for index, item in enumerate(items):
        loop["counter0"] = index
        loop["counter"] = index + 1
        loop["revcounter"] = length - index
        loop["revcounter0"] = length - index - 1
        loop["first"] = index == 0
        loop["last"] = index == length - 1
        yield loop, item


def included(context: Context, node: Node, name: Any, names: dict[str, Any]) -> str:
    """Return the output of an included template that sees the names of the including one."""
    if not isinstance(name, str | tuple):
        return foreign(context, node, names)
    template = _template(_engine(context), name)
    with context.push(names):
        return template.render(context)


def included_alone(context: Context, name: Any, names: dict[str, Any]) -> str:
    """Return the output of an included template that sees only these names."""
    return _template(_engine(context), name).render(context.new(names))


def _engine(context: Context) -> Any:
    template: Any = context.template
    return template.engine


@lru_cache(MOST_TEMPLATES)
def _template(engine: Any, name: str | tuple[str, ...]) -> Template:
    template: Template = engine.select_template(name if isinstance(name, tuple) else (name,))
    return template


def address(context: Context, name: Any, arguments: Sequence[Any], named: Mapping[str, Any]) -> str:
    """Return the path of ``{% url %}``. Raises :class:`django.urls.NoReverseMatch`."""
    request = getattr(context, "request", None)
    match = getattr(request, "resolver_match", None)
    return path_to(name, arguments, named, getattr(request, "current_app", getattr(match, "namespace", None)))


def address_or_empty(context: Context, name: Any, arguments: Sequence[Any], named: Mapping[str, Any]) -> str:
    """Return the path of ``{% url … as … %}``, or an empty string if there is none."""
    try:
        return address(context, name, arguments, named)
    except NoReverseMatch:
        return ""


@lru_cache(MOST_FILES)
def file_address(path: Any) -> str:
    """Return the URL of a static file. Raises :class:`ValueError` if it was not collected."""
    return static(path)


def _forget_addresses(*, setting: str, **_rest: Any) -> None:
    if setting in {"STORAGES", "STATIC_URL"}:
        file_address.cache_clear()


setting_changed.connect(_forget_addresses)


@lru_cache(MOST_TEXTS)
def translated(_language: str | None, message: str) -> str:
    """Return a text in the active language. The first argument must name it, for the cache."""
    return gettext(message)


def counted(singular: str, plural: str, number: Any) -> str:
    """Return a text for a number. Raises :class:`ValueError` for any other type, which Django then handles."""
    if not isinstance(number, int | float):
        raise ValueError(number)
    return ngettext(singular, plural, number)
