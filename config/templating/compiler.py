"""Node lists as Python functions.

Django parses a template as ever; then each of its node lists becomes one function for texts, variables, conditions, loops,
``with``, ``include``, ``url`` and translations. Any other node stays what it is and is rendered by Django.

Names of loops and of ``with`` are Python's own variables, unless something in their reach could set a name: then they stand in
the context, as Django keeps them. A node that Django renders, and an included template, gets them as one more layer of it.
"""

import linecache
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from django.template.base import FilterExpression, Node, NodeList, TextNode, TokenType, Variable, VariableNode
from django.template.context import Context
from django.template.defaulttags import (
    CommentNode,
    CsrfTokenNode,
    ForNode,
    IfNode,
    LoadNode,
    TemplateLiteral,
    URLNode,
    WithNode,
)
from django.template.library import SimpleNode
from django.template.loader_tags import BlockNode, IncludeNode
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, trim_whitespace

from config.templating import lookups

# What else a compiled function calls; the names are those of its source.
HELPERS: dict[str, Any] = {
    function.__name__: function
    for function in (
        lookups.address_or_none,
        lookups.argument,
        lookups.at,
        lookups.attempt,
        lookups.begun,
        lookups.known,
        lookups.missed,
        lookups.nth,
        lookups.parent,
        lookups.raw,
        lookups.rendered,
        lookups.root,
        lookups.shower,
        lookups.shown_address,
        lookups.still_address,
        lookups.text,
        lookups.token_field,
        lookups.translator,
        lookups.turn,
        lookups.unpacked,
        lookups.values,
    )
}
COUNTERS = {"counter": "({0} + 1)", "counter0": "{0}", "first": "({0} == 0)", "last": "({0} + 1 == {1})"}


class Compiled(NodeList):
    """A node list that renders itself by a function made of it."""

    function: Callable[[Context], str]
    # Whether nothing in it asks which template is being rendered, or keeps something for the length of that.
    is_bare = False

    def render(self, context: Context) -> SafeString:
        """As the nodes would."""
        return SafeString(self.function(context))


_numbers = count(1)


@dataclass(frozen=True)
class Loop:
    """The variables of a loop outside the context: its index, its length and, where it is needed, the ``forloop`` itself."""

    index: str
    length: str
    whole: str


def compiled(nodes: NodeList) -> NodeList:
    """The same list, with all it holds, rendered by functions."""
    if isinstance(nodes, Compiled) or not nodes:
        return nodes
    result = Compiled(nodes)
    result.contains_nontext = nodes.contains_nontext
    for node in nodes:
        _descend(node)
    result.function = _Function().of(nodes)
    result.is_bare = all(_keeps_names(node) and not _has_blocks(node) for node in nodes)
    return result


def _descend(node: Node) -> None:
    """Compile the lists of the nodes that Django goes on rendering, however deep they lie."""
    if isinstance(node, (ForNode, IfNode, WithNode)):
        for inner in _inner(node):
            for each in inner:
                _descend(each)
        return
    for name in node.child_nodelists:
        child: Any = getattr(node, name, None)
        if isinstance(child, NodeList):
            setattr(node, name, compiled(child))


def _inner(node: Node) -> Iterator[NodeList]:
    if isinstance(node, IfNode):
        yield from (nodes for _condition, nodes in node.conditions_nodelists)
    else:
        yield from (getattr(node, name) for name in node.child_nodelists if getattr(node, name, None))


def _is_literal(condition: Any) -> bool:
    return isinstance(condition, TemplateLiteral)


def _keeps_names(node: Node) -> bool:
    """Whether it leaves the names of the context as they are, and needs of loops only what is handed to it."""
    kind = type(node)
    if kind in (ForNode, IfNode, WithNode):
        return all(_keeps_names(each) for nodes in _inner(node) for each in nodes)
    if kind in (TranslateNode, BlockTranslateNode, URLNode):
        return node.asvar is None  # type: ignore[attr-defined]
    if kind is SimpleNode:
        return node.target_var is None and not node.takes_context  # type: ignore[attr-defined]
    if kind is StaticNode:
        return node.varname is None  # type: ignore[attr-defined]
    return kind in (TextNode, VariableNode, LoadNode, CommentNode, CsrfTokenNode, IncludeNode, BlockNode)


def _has_blocks(node: Node) -> bool:
    """Whether a part of it is a block, which knows what other templates made of it."""
    if isinstance(node, (ForNode, IfNode, WithNode)):
        return any(_has_blocks(each) for nodes in _inner(node) for each in nodes)
    return isinstance(node, BlockNode)


def _needs_loop(nodes: Iterable[Node]) -> bool:
    """Whether somebody asks for more of a loop than where it stands."""
    for node in nodes:
        kind = type(node)
        if kind in (ForNode, IfNode, WithNode):
            if any(_needs_loop(inner) for inner in _inner(node)):
                return True
        elif kind not in (TextNode, VariableNode, LoadNode, CommentNode):
            if kind is TranslateNode and _is_constant(node):
                continue
            if kind is URLNode or (kind is BlockTranslateNode and _is_plain(node)):
                continue
            return True
    return False


def _is_constant(node: Any) -> bool:
    """Whether a ``{% translate %}`` says the same to everybody who speaks a language."""
    expression = node.filter_expression
    is_text = isinstance(getattr(expression.var, "literal", None), str)
    return node.asvar is None and node.message_context is None and not expression.filters and is_text


def _is_plain(node: Any) -> bool:
    return node.asvar is None and node.message_context is None


class _Function:
    """Writes the source of one function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.constants: dict[str, Any] = dict(HELPERS)
        self.depth = 1
        self.count = 0
        self.parts: list[str] = []
        self.translates = False
        # Where nothing sets a name, each is looked up once: the variables of those names.
        self.keeps = False
        self.held: dict[str, str] = {}

    def of(self, nodes: Sequence[Node]) -> Callable[[Context], str]:
        """The function."""
        self.keeps = all(map(_keeps_names, nodes))
        self.body(nodes, {})
        self.flush()
        head = ["def render(context):", " show = shower(context)", " out = []"]
        head += [f" {kept} = raw(context, {name!r})" for name, kept in self.held.items()]
        if self.translates:
            # A language that changes within a template has a list of nodes, and so a function, of its own.
            head.append(" translated = translator()")
        source = "\n".join([*head, *self.lines, " return ''.join(out)"])
        namespace = self.constants
        exec(compile(source, self.place(nodes, source), "exec"), namespace)  # noqa: S102 - the source is ours, and names in it are identifiers
        function: Callable[[Context], str] = namespace["render"]
        return function

    def place(self, nodes: Sequence[Node], source: str) -> str:
        """A file name for tracebacks, which show lines of the source under it."""
        names = [str(node.origin.template_name) for node in nodes if getattr(node, "origin", None)]
        place = f"<{(names or ['template'])[0]} {next(_numbers)}>"
        linecache.cache[place] = len(source), None, source.splitlines(keepends=True), place
        return place

    # --- writing ---

    def line(self, code: str) -> None:
        self.flush()
        self.lines.append(" " * self.depth + code)

    def flush(self) -> None:
        """Write down what is to be said, in one go."""
        if not self.parts:
            return
        parts, self.parts = self.parts, []
        self.lines.append(
            " " * self.depth + (f"out.append({parts[0]})" if len(parts) == 1 else f"out += ({', '.join(parts)},)")
        )

    def constant(self, value: Any) -> str:
        name = self.fresh("k")
        self.constants[name] = value
        return name

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    @contextmanager
    def indented(self, code: str) -> Iterator[None]:
        self.line(code)
        self.depth += 1
        before = len(self.lines)
        yield
        self.flush()
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    # --- nodes ---

    def body(self, nodes: Iterable[Node], scope: dict[str, Any]) -> None:
        for node in nodes:
            write = _WRITERS.get(type(node), _Function.other)
            write(self, node, scope)

    def other(self, node: Any, scope: dict[str, Any]) -> None:
        """A node that Django renders."""
        kept = self.constant(node)
        if scope:
            self.parts.append(f"rendered(context, {kept}, {self.names(scope)})")
        else:
            # What it sets must be there for whoever comes next, so nothing may be put off.
            self.line(f"out.append({kept}.render_annotated(context))")

    def nothing(self, node: Any, scope: dict[str, Any]) -> None:
        pass

    def plain(self, node: Any, scope: dict[str, Any]) -> None:
        self.parts.append(repr(str(node.s)))

    def variable(self, node: Any, scope: dict[str, Any]) -> None:
        self.parts.append(f"show({self.expression(node.filter_expression, scope)})")

    def still(self, node: Any, scope: dict[str, Any]) -> None:
        """The address of a file that is named in the template."""
        path = node.path
        if node.varname is None and not path.filters and isinstance(path.var, str):
            self.parts.append(f"still_address(context, {str(path.var)!r})")
        else:
            self.other(node, scope)

    def token(self, node: Any, scope: dict[str, Any]) -> None:
        """The hidden field of a form, unless a name around it could be that of the token."""
        if "csrf_token" in scope:
            self.other(node, scope)
        else:
            self.parts.append(f"token_field(context, {self.constant(node)})")

    def condition(self, node: Any, scope: dict[str, Any]) -> None:
        """Conditions one inside the other, as each may take statements of its own."""
        depth = self.depth
        for place, (condition, nodes) in enumerate(node.conditions_nodelists):
            if place:
                self.line("else:")
                self.depth += 1
            if condition is None:
                self.body(nodes, scope)
                self.line("pass")
            else:
                with self.indented(f"if {self.test(condition, scope)}:"):
                    self.body(nodes, scope)
        self.flush()
        self.depth = depth

    def loop(self, node: Any, scope: dict[str, Any]) -> None:
        over = self.fresh("s")
        self.line(f"{over} = values({self.expression(node.sequence, scope, otherwise='known')})")
        is_closed = all(_keeps_names(inner) for inner in (*node.nodelist_loop, *node.nodelist_empty))
        with (self.closed_loop if is_closed else self.open_loop)(node, scope, over) as inside:
            self.body(node.nodelist_loop, inside)
        if node.nodelist_empty:
            with self.indented("else:"):
                self.body(node.nodelist_empty, scope) if is_closed else self.layer("{}", node.nodelist_empty)

    def layer(self, names: str, nodes: Iterable[Node]) -> None:
        """Nodes for which more names stand in the context."""
        self.line(f"context.dicts.append({names})")
        with self.indented("try:"):
            self.body(nodes, {})
        with self.indented("finally:"):
            self.line("context.dicts.pop()")

    @contextmanager
    def closed_loop(self, node: Any, scope: dict[str, Any], over: str) -> Iterator[dict[str, Any]]:
        """A loop whose names are variables."""
        index, length, whole = self.fresh("i"), self.fresh("n"), self.fresh("f") if self.wants_loop(node) else ""
        names = {name: self.fresh("v") for name in node.loopvars}
        around = scope.get("forloop")
        with self.indented(f"if len({over}):"):
            self.line(f"{length} = len({over})")
            if whole:
                outer = around.whole if around else "parent(context)"
                self.line(f"{whole} = {{'parentloop': {outer}, 'length': {length}}}")
            item = self.fresh("x") if len(names) > 1 else names[node.loopvars[0]]
            order = f"reversed({over})" if node.is_reversed else over
            with self.indented(f"for {index}, {item} in enumerate({order}):"):
                if len(node.loopvars) > 1:
                    self.line(f"{', '.join(names[name] for name in node.loopvars)} = unpacked({item}, {len(node.loopvars)})")
                if whole:
                    self.line(f"turn({whole}, {index}, {length})")
                yield scope | {"forloop": Loop(index, length, whole)} | names

    @contextmanager
    def open_loop(self, node: Any, scope: dict[str, Any], over: str) -> Iterator[dict[str, Any]]:
        """A loop whose names stand in the context, with those around it."""
        index, item, whole = self.fresh("i"), self.fresh("x"), self.fresh("f")
        with self.indented(f"if len({over}):"):
            self.line(f"{whole} = {{'parentloop': parent(context), 'length': len({over})}}")
            self.line(f"context.dicts.append({{'forloop': {whole}}})")
            order = f"reversed({over})" if node.is_reversed else over
            with self.indented("try:"), self.indented(f"for {index}, {item} in enumerate({order}):"):
                self.line(f"turn({whole}, {index}, len({over}))")
                if len(node.loopvars) > 1:
                    pairs = f"zip({tuple(node.loopvars)!r}, unpacked({item}, {len(node.loopvars)}))"
                    self.line(f"context.dicts.append(dict({pairs}))")
                else:
                    self.line(f"context[{node.loopvars[0]!r}] = {item}")
                yield {}
                if len(node.loopvars) > 1:
                    self.line("context.dicts.pop()")
            with self.indented("finally:"):
                self.line("context.dicts.pop()")

    def wants_loop(self, node: Any) -> bool:
        return _needs_loop(node.nodelist_loop) or any(
            variable.lookups and variable.lookups[0] == "forloop" and variable.lookups[1:] not in [(key,) for key in COUNTERS]
            for variable in _variables(node.nodelist_loop)
        )

    def with_names(self, node: Any, scope: dict[str, Any]) -> None:
        if all(_keeps_names(inner) for inner in node.nodelist):
            names = {name: self.fresh("v") for name in node.extra_context}
            for name, value in node.extra_context.items():
                self.line(f"{names[name]} = {self.value(value, scope)}")
            self.body(node.nodelist, scope | names)
        else:
            self.layer(self.names({}, node.extra_context, scope), node.nodelist)

    def inclusion(self, node: Any, scope: dict[str, Any]) -> None:
        name = node.template
        is_constant = not name.is_var and not name.filters
        kept = self.constant(lookups.Inclusion(node, is_constant=is_constant))
        names = self.names({} if node.isolated_context else scope, node.extra_context, scope)
        self.parts.append(f"{kept}.render(context, {self.value(name, scope)}, {names})")

    def address(self, node: Any, scope: dict[str, Any]) -> None:
        arguments = "".join(f"{self.value(value, scope)}, " for value in node.args)
        named = ", ".join(f"{name!r}: {self.value(value, scope)}" for name, value in node.kwargs.items())
        wanted = f"context, {self.value(node.view_name, scope)}, ({arguments}), {{{named}}}"
        if node.asvar is None:
            self.parts.append(f"shown_address({wanted})")
        elif scope:
            self.other(node, scope)
        else:
            self.line(f"context[{node.asvar!r}] = address_or_none({wanted})")

    def translation(self, node: Any, scope: dict[str, Any]) -> None:
        if not _is_constant(node):
            self.other(node, scope)
            return
        text = node.filter_expression.var.literal
        if node.noop:
            self.parts.append(repr(str(text).replace("%%", "%")))
        else:
            self.translates = True
            self.parts.append(f"translated({self.constant(mark_safe(text.replace('%', '%%')))})")  # noqa: S308 - as Django does

    def sentence(self, node: Any, scope: dict[str, Any]) -> None:
        if not _is_plain(node):
            self.other(node, scope)
            return
        sentence = Sentence(node)
        inside = dict(scope)
        for name, value in node.extra_context.items():
            inside[name] = self.fresh("v")
            self.line(f"{inside[name]} = {self.value(value, scope)}")
        number = "None"
        if sentence.plural is not None:
            # The counter sees the names that come with it.
            code, number = self.value(node.counter, inside), self.fresh("v")
            inside[node.countervar] = number
            self.line(f"{number} = {code}")
        values = ", ".join(f"{name!r}: show({self.bare(name, inside)})" for name in sentence.names)
        names = self.names(scope)
        self.parts.append(f"{self.constant(sentence)}.render(context, {number}, {{{values}}}, {names})")

    # --- expressions ---

    def names(self, scope: dict[str, Any], more: dict[str, Any] | None = None, of: dict[str, Any] | None = None) -> str:
        """A dict of the variables in scope, and of expressions."""
        pairs = {name: (kept.whole if isinstance(kept, Loop) else kept) for name, kept in scope.items()}
        values = {name: self.value(value, of or {}) for name, value in (more or {}).items()}
        return "{" + ", ".join(f"{name!r}: {code}" for name, code in (pairs | values).items() if code) + "}"

    def bare(self, name: str, scope: dict[str, Any]) -> str:
        """What stands under a name, as it is."""
        kept = scope.get(name)
        if kept is None:
            return self.hold(name) if self.keeps else f"raw(context, {name!r})"
        return kept.whole if isinstance(kept, Loop) else str(kept)

    def value(self, expression: FilterExpression, scope: dict[str, Any]) -> str:
        """For a name or an argument: what is not there is an empty text."""
        code = self.expression(expression, scope)
        return code if self.is_there(expression, scope) else f"text({code})"

    def given(self, expression: FilterExpression, scope: dict[str, Any]) -> str:
        """For a condition or a loop: what is not there is None."""
        code = self.expression(expression, scope, otherwise="known")
        return code if self.is_there(expression, scope) else f"known({code})"

    def is_there(self, expression: FilterExpression, scope: dict[str, Any]) -> bool:
        """Whether its code always gives a value."""
        return bool(expression.filters) or not isinstance(expression.var, Variable) or expression.var.lookups is None

    def expression(self, expression: FilterExpression, scope: dict[str, Any], otherwise: str = "text") -> str:
        """A variable with its filters; without any, what is not there stays absent."""
        code = self.looked_up(expression.var, scope) if isinstance(expression.var, Variable) else self.literal(expression.var)
        if expression.filters and isinstance(expression.var, Variable) and expression.var.lookups is not None:
            code = f"{otherwise}({code})"
        for function, arguments in expression.filters:
            values = [
                f"argument({self.looked_up(argument, scope)})" if is_variable else self.constant(mark_safe(argument))  # noqa: S308 - as Django does
                for is_variable, argument in arguments
            ]
            code = f"{self.constant(lookups.filtered(function))}({', '.join(['context', code, *values])})"
        return code

    def literal(self, value: Any) -> str:
        return self.constant(value)

    def hold(self, name: str) -> str:
        """The variable of a name of the context."""
        if name not in self.held:
            self.held[name] = self.fresh("h")
        return self.held[name]

    def looked_up(self, variable: Variable, scope: dict[str, Any]) -> str:
        if variable.lookups is None or variable.translate:
            return f"{self.constant(variable)}.resolve(context)" if variable.translate else self.constant(variable.literal)
        first, *rest = variable.lookups
        kept = scope.get(first)
        if isinstance(kept, Loop):
            if len(rest) == 1 and rest[0] in COUNTERS:
                return COUNTERS[rest[0]].format(kept.index, kept.length)
            code = kept.whole
        elif kept is not None or self.keeps:
            # What a loop goes over may be something to call.
            variable_of = kept or self.hold(first)
            code = f"(begun({variable_of}) if callable({variable_of}) else {variable_of})"
        else:
            code = f"root(context, {first!r})"
        for name in rest:
            code = f"nth({code}, {name!r}, {int(name)})" if name.isdecimal() else f"at({code}, {name!r})"
        return code

    # --- conditions ---

    def test(self, condition: Any, scope: dict[str, Any]) -> str:
        """The code of a whole condition; lines that work it out come before it."""
        if _is_literal(condition):
            code = self.truth(condition, scope)
            may_miss = any(
                is_variable for _function, arguments in condition.value.filters for is_variable, _argument in arguments
            )
            return f"missed(lambda: {code})" if may_miss else code
        # Whatever cannot be done within an operation makes that operation false. It hardly ever happens, and then all of it is
        # gone through once more, each operation by itself.
        answer = self.fresh("t")
        for start, code in (("try:", self.operation(condition, scope)), ("except Exception:", self.attempts(condition, scope))):
            with self.indented(start):
                self.line(f"{answer} = {code}")
        return answer

    def operation(self, condition: Any, scope: dict[str, Any], *, part: Callable[..., str] | None = None) -> str:
        """Of an operation, with code for each of its parts."""
        part = part or self.operation
        if _is_literal(condition):
            return self.given(condition.value, scope)
        of = partial(self.truth, part=part) if condition.id in ("and", "or", "not") else part
        if condition.id == "not":
            return f"(not {of(condition.first, scope)})"
        return f"({of(condition.first, scope)} {condition.id} {of(condition.second, scope)})"

    def attempts(self, condition: Any, scope: dict[str, Any]) -> str:
        """Of an operation all of whose operations are attempted."""
        code = self.operation(condition, scope, part=self.attempts)
        return code if _is_literal(condition) else f"attempt(lambda: {code})"

    def truth(self, condition: Any, scope: dict[str, Any], *, part: Callable[..., str] | None = None) -> str:
        """Of what only need be true or false, as what is not there is."""
        if _is_literal(condition):
            return self.expression(condition.value, scope, otherwise="known")
        return (part or self.operation)(condition, scope)


def _variables(nodes: Iterable[Any]) -> Iterator[Variable]:
    """All variables of nodes that are compiled, but those of what is included."""
    for node in nodes:
        if type(node) in _EXPRESSIONS:
            for expression in _EXPRESSIONS[type(node)](node):
                yield from _of(expression)
        if isinstance(node, (ForNode, IfNode, WithNode)):
            for inner in _inner(node):
                yield from _variables(inner)


_EXPRESSIONS: dict[type[Node], Callable[[Any], Iterable[Any]]] = {
    VariableNode: lambda node: [node.filter_expression],
    IfNode: lambda node: [part for condition, _nodes in node.conditions_nodelists for part in _operands(condition)],
    ForNode: lambda node: [node.sequence],
    WithNode: lambda node: node.extra_context.values(),
    URLNode: lambda node: [node.view_name, *node.args, *node.kwargs.values()],
    BlockTranslateNode: lambda node: [*node.extra_context.values(), *([node.counter] if node.counter else [])],
}


def _of(expression: Any) -> Iterator[Variable]:
    if isinstance(expression.var, Variable):
        yield expression.var
    for _function, arguments in expression.filters:
        yield from (argument for is_variable, argument in arguments if is_variable)


def _operands(condition: Any) -> Iterator[Any]:
    if _is_literal(condition):
        yield condition.value
    elif condition is not None:
        yield from _operands(condition.first)
        yield from _operands(condition.second)


class Sentence:
    """What a ``{% blocktranslate %}`` says, taken apart once."""

    def __init__(self, node: Any) -> None:
        self.node = node
        self.singular, names = self._message(node.singular)
        self.plural: str | None = None
        if node.plural and node.countervar and node.counter:
            self.plural, more = self._message(node.plural)
            names += more
        self.names = list(dict.fromkeys(names))

    def _message(self, tokens: Any) -> tuple[str, list[str]]:
        """The msgid and the names in it."""
        names = [token.contents for token in tokens if token.token_type == TokenType.VAR]
        message = "".join(
            token.contents.replace("%", "%%") if token.token_type == TokenType.TEXT else f"%({token.contents})s"
            for token in tokens
        )
        return (trim_whitespace(message) if self.node.trimmed else message), names

    def render(self, context: Context, count: Any, values: dict[str, str], scope: dict[str, Any]) -> str:
        """The sentence with the values in it. A broken translation and a count that is none are left to Django."""
        if self.plural is None:
            message = gettext(self.singular)
        elif isinstance(count, (int, float)):
            message = ngettext(self.singular, self.plural, count)
        else:
            return lookups.rendered(context, self.node, scope)
        try:
            return message % values
        except (KeyError, ValueError):
            return lookups.rendered(context, self.node, scope)


_WRITERS: dict[type[Node], Callable[[_Function, Any, dict[str, Any]], None]] = {
    TextNode: _Function.plain,
    VariableNode: _Function.variable,
    IfNode: _Function.condition,
    ForNode: _Function.loop,
    WithNode: _Function.with_names,
    IncludeNode: _Function.inclusion,
    URLNode: _Function.address,
    TranslateNode: _Function.translation,
    BlockTranslateNode: _Function.sentence,
    StaticNode: _Function.still,
    CsrfTokenNode: _Function.token,
    LoadNode: _Function.nothing,
    CommentNode: _Function.nothing,
}
