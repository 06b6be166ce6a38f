"""What compiled templates call while they render: Django's rules for names, filters and values.

Everything here does what :mod:`django.template.base` does, to the byte, by a shorter way for the usual kinds of values; what
has none goes Django's.
"""

import html
import re
from collections.abc import Callable, Iterable, Sized
from inspect import signature
from typing import Any

from django.template.base import Node, Template, VariableDoesNotExist, render_value_in_context
from django.template.context import Context
from django.template.loader_tags import construct_relative_path
from django.utils.html import conditional_escape
from django.utils.safestring import SafeData, SafeString, mark_safe
from django.utils.timezone import template_localtime  # type: ignore[attr-defined]
from django.utils.translation import gettext

from config import catalogues


class Absent:
    """What a name stands for that leads nowhere; any name behind it leads nowhere too. It is false, as None and "" are."""

    def __bool__(self) -> bool:
        return False


# Nothing has this name; or something on the way said that the template need not know.
MISSING, SILENT = Absent(), Absent()
_kinds: dict[type, bool] = {}
# Values of these types are never called.
_PLAIN = frozenset({str, SafeString, int, bool, type(None), tuple, list, dict, float})
_TRANSLATED = "_kept_translations"
_needs_escape = re.compile("[&<>\"']").search


def root(context: Context, name: str) -> Any:
    """What a name stands for in the context."""
    value = raw(context, name)
    return begun(value) if callable(value) else value


def begun(value: Any) -> Any:
    """The first of some names, called."""
    try:
        return called(value)
    except Exception as error:
        if getattr(error, "silent_variable_failure", False):
            return SILENT
        raise


def at(value: Any, name: str) -> Any:
    """What stands behind a dot: an item, an attribute or an item of a sequence; called if it can be."""
    kind = type(value)
    try:
        has_items = _kinds.get(kind)
        if has_items or (has_items is None and _may_have_items(kind)):
            try:
                value = value[name]
            except (TypeError, AttributeError, KeyError, ValueError, IndexError):
                value = _attribute(value, name)
        else:
            try:
                value = getattr(value, name)
            except (TypeError, AttributeError):
                value = _instead(value, name)
        return value if type(value) in _PLAIN or not callable(value) else called(value)
    except Exception as error:
        if getattr(error, "silent_variable_failure", False):
            return SILENT
        raise


def nth(value: Any, name: str, index: int) -> Any:
    """What stands behind a dot, where that is a number."""
    if type(value) in (tuple, list) and index < len(value):
        value = value[index]
        return called(value) if callable(value) else value
    return at(value, name)


def _may_have_items(kind: type) -> bool:
    """Whether ``value["name"]`` may be something. Of texts, lists and tuples it never is: the attribute is tried at once."""
    getter = getattr(kind, "__getitem__", None)
    answer = _kinds[kind] = getter is not None and getter not in (str.__getitem__, tuple.__getitem__, list.__getitem__)
    return answer


def _attribute(value: Any, name: str) -> Any:
    """Or an item of a sequence. Raises what a property raised."""
    try:
        return getattr(value, name)
    except (TypeError, AttributeError):
        return _instead(value, name)


def _instead(value: Any, name: str) -> Any:
    """An item of a sequence, while an attribute is said not to be there. Raises the error at hand if it is there."""
    # What is built in has no attribute that says so of itself.
    if type(value) not in _PLAIN and type(value) is not Absent and _has(value, name):
        raise
    try:
        return value[int(name)]
    except (IndexError, ValueError, KeyError, TypeError):
        return value if isinstance(value, Absent) else MISSING


def _has(value: Any, name: str) -> bool:
    """``name in dir(value)``, which sorts all there is, without that where a class has no words of its own for it."""
    kind = type(value)
    if kind.__dir__ is not object.__dir__:  # type: ignore[comparison-overlap]  # of a class without its own
        return name in dir(value)
    return name in getattr(value, "__dict__", ()) or any(name in vars(base) for base in kind.__mro__)


def called(value: Any) -> Any:
    """What a callable in a template gives."""
    if getattr(value, "do_not_call_in_templates", False):
        return value
    if getattr(value, "alters_data", False):
        return ""
    try:
        return value()
    except TypeError:
        try:
            signature(value).bind()
        except (TypeError, ValueError):
            return ""
        raise


def text(value: Any) -> Any:
    """A value for a filter or an argument; what is not there is an empty text."""
    return "" if isinstance(value, Absent) else value


def known(value: Any) -> Any:
    """A value for a condition or a loop; what is not there is None."""
    return (None if value is MISSING else "") if isinstance(value, Absent) else value


def argument(value: Any) -> Any:
    """A value for the argument of a filter, which must be there. Raises :class:`VariableDoesNotExist`."""
    if value is MISSING:
        raise VariableDoesNotExist("An argument of a filter leads nowhere.")
    return text(value)


def raw(context: Context, name: str) -> Any:
    """What stands in the context, not called."""
    for layer in reversed(context.dicts):
        if name in layer:
            return layer[name]
    return MISSING


def shower(context: Context) -> Callable[[Any], str]:
    """How values become text in this context."""

    def shown(value: Any) -> Any:
        kind = type(value)
        if kind is SafeString:
            return value
        if kind is str:
            return html.escape(value) if _needs_escape(value) else value
        if kind is int:
            return str(value)
        if kind is Absent:
            return ""
        return render_value_in_context(value, context)

    def plain(value: Any) -> str:
        return "" if isinstance(value, Absent) else render_value_in_context(value, context)

    return shown if context.autoescape else plain


def filtered(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter as a function of the context, the value and its arguments."""
    localises, escapes = getattr(function, "expects_localtime", False), getattr(function, "needs_autoescape", False)
    is_safe = getattr(function, "is_safe", False)

    def apply(context: Context, value: Any, *arguments: Any) -> Any:
        if localises:
            value = template_localtime(value, context.use_tz)
        result = function(value, *arguments, autoescape=context.autoescape) if escapes else function(value, *arguments)
        return mark_safe(result) if is_safe and isinstance(value, SafeData) else result  # noqa: S308 - as Django does

    return apply


def attempt(test: Callable[[], Any]) -> Any:
    """An operation within a condition; it is false if it cannot be done."""
    try:
        return test()
    except Exception:  # noqa: BLE001 - as smartif does
        return False


def missed(test: Callable[[], Any]) -> Any:
    """A condition without operations; it is false if an argument of a filter leads nowhere."""
    try:
        return test()
    except VariableDoesNotExist:
        return None


def values(value: Any) -> Any:
    """What a loop goes over, as something that has a length."""
    if value is None or isinstance(value, Absent):
        return ()
    return value if hasattr(value, "__len__") else list(value)


def unpacked(item: Any, count: int) -> Iterable[Any]:
    """The parts of an item of a loop with several names. Raises :class:`ValueError` unless there are as many."""
    length = len(item) if isinstance(item, Sized) else 1
    if length != count:
        raise ValueError(f"Need {count} values to unpack in for loop; got {length}. ")
    return item  # type: ignore[no-any-return]


def turn(loop: dict[str, Any], index: int, length: int) -> None:
    """Count one turn of a loop."""
    loop["counter0"] = index
    loop["counter"] = index + 1
    loop["revcounter"] = length - index
    loop["revcounter0"] = length - index - 1
    loop["first"] = index == 0
    loop["last"] = index == length - 1


def parent(context: Context) -> Any:
    """The loop around this one."""
    around = raw(context, "forloop")
    return {} if around is MISSING else around


def rendered(context: Context, node: Node, names: dict[str, Any]) -> str:
    """A node that is not compiled, with the names that are kept outside the context."""
    context.dicts.append(names)
    try:
        return str(node.render_annotated(context))
    finally:
        context.dicts.pop()


def translator() -> Callable[[str], str]:
    """What ``{% translate %}`` says for constants, whose percent signs are doubled, in the language of now."""
    texts = catalogues.kept(_TRANSLATED)

    def translated(msgid: str) -> str:
        text = texts.get(msgid)
        if text is None:
            text = texts[msgid] = gettext(msgid).replace("%%", "%")
        return text

    return translated


def said(context: Context, output: Any) -> Any:
    """What a tag gave that is a function."""
    return conditional_escape(output) if context.autoescape else output


class Above:
    """What ``{{ block.super }}`` stands for."""

    def __init__(self, context: Context, name: str, show: Callable[[Context], str] | None) -> None:
        self._context, self.name, self._show = context, name, show
        self._depth = len(context.render_context.dicts)

    def super(self) -> str:
        """The same block of the template that is extended; nothing if that has none, or in a template that is included."""
        if self._show is None or len(self._context.render_context.dicts) != self._depth:
            return ""
        return mark_safe(self._show(self._context))  # noqa: S308 - as Django does


def in_block(name: str, function: Callable[[Context], str], above: Callable[[Context], str] | None, context: Context) -> str:
    """A block, which has names of its own."""
    context.dicts.append({"block": Above(context, name, above)})
    try:
        return function(context)
    finally:
        context.dicts.pop()


def _engine(context: Context) -> Any:
    template: Any = context.template
    return template.engine


class Inclusion:
    """Finds and renders what ``{% include %}`` names; a constant name is looked up once."""

    def __init__(self, node: Any, *, is_constant: bool) -> None:
        self.node, self.is_constant = node, is_constant
        self._kept: tuple[Any, Template] | None = None
        self._named: tuple[Any, dict[str | tuple[str, ...], Template]] = (None, {})

    def render(self, context: Context, name: Any, names: dict[str, Any]) -> str:
        """With more names in the context."""
        template = self._template(context, name)
        before = context.dicts
        # As a context of its own would see it, without the making of one.
        context.dicts = [before[0], names] if self.node.isolated_context else [*before, names]
        try:
            return _included(template, context)
        finally:
            context.dicts = before

    def _template(self, context: Context, name: Any) -> Any:
        engine = _engine(context)
        if self._kept is not None and self._kept[0] is engine:
            return self._kept[1]
        if self.is_constant:
            template = self.find(context, name)
            self._kept = engine, template
            return template
        if type(name) is not str and type(name) is not tuple:
            return self.find(context, name)
        # Names that stand in variables are those of games' own templates, so there are few.
        if self._named[0] is not engine:
            self._named = engine, {}
        known = self._named[1]
        if name not in known:
            known[name] = self.find(context, name)
        return known[name]

    def find(self, context: Context, name: Any) -> Any:
        """As ``{% include %}`` does. Raises :class:`TemplateDoesNotExist`."""
        if callable(getattr(name, "render", None)):
            return getattr(name, "template", name)
        if isinstance(name, str) and name:
            return _engine(context).select_template((construct_relative_path(self.node.origin.template_name, name),))
        return _engine(context).select_template(tuple(name or ()))


def _included(template: Any, context: Context) -> str:
    """``template.render(context)`` of a context that has a template already, without a generator for each."""
    nodes = template.nodelist
    if getattr(nodes, "is_bare", False):
        return nodes.function(context)  # type: ignore[no-any-return]
    state = context.render_context
    before, state.template = state.template, template
    state.dicts.append({})
    try:
        return str(template._render(context))
    finally:
        state.template = before
        state.dicts.pop()
