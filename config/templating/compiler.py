"""Compiler of templates: node lists as Python functions.

Django parses a template as usual. Then each of its node lists becomes one generator function for texts, variables, ``if``,
``for``, ``with``, ``include``, ``url`` and translations. Django still renders all other nodes.

Names of loops and of ``with`` are Python variables. If something in a loop or ``with`` may set a name in the context, Django
renders the whole node. Nodes that Django renders and included templates get the variables as one more layer of the context.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

from django.template.base import FilterExpression, Node, NodeList, TextNode, Variable, VariableNode
from django.template.context import Context
from django.template.defaulttags import (
    CommentNode,
    CsrfTokenNode,
    FirstOfNode,
    ForNode,
    IfNode,
    LoadNode,
    PartialDefNode,
    TemplateLiteral,
    URLNode,
    WithNode,
)
from django.template.exceptions import TemplateDoesNotExist, TemplateSyntaxError
from django.template.library import SimpleNode
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.utils.safestring import SafeString, mark_safe

from config.templating import runtime

type Scope = Mapping[str, str]
"""Names of the template, and the Python variables that hold their values."""

_HOLDERS = (IfNode, ForNode, WithNode, PartialDefNode)
_SILENT = (TextNode, VariableNode, LoadNode, CommentNode, CsrfTokenNode, IncludeNode, BlockNode)
# Attributes that hold the name after ``as``.
_NAME_SET = {
    URLNode: "asvar",
    TranslateNode: "asvar",
    BlockTranslateNode: "asvar",
    FirstOfNode: "asvar",
    StaticNode: "varname",
    SimpleNode: "target_var",
}


class Compiled(Node):
    """Node that replaces a list of nodes and renders them by a function."""

    child_nodelists = ("nodes",)

    def __init__(self, nodes: NodeList, engine: Any) -> None:
        self.nodes = nodes
        self._nodes_by_type: dict[type[Node], list[Node]] = {}
        self._function = _Writer(engine).function(nodes)

    def render(self, context: Context) -> SafeString:
        """Return the output of the nodes."""
        return SafeString("".join(self._function(context)))

    def get_nodes_by_type(self, nodetype: type[Node]) -> list[Any]:
        """Return all nodes of a type, cached for ``{% extends %}``."""
        if nodetype not in self._nodes_by_type:
            self._nodes_by_type[nodetype] = super().get_nodes_by_type(nodetype)
        return self._nodes_by_type[nodetype]


def compiled(nodes: NodeList, engine: Any) -> NodeList:
    """Compile the node lists in these nodes. Return a list of one node that renders like them.

    An empty or compiled list is returned itself, and so is one with ``{% extends %}``.
    """
    if not nodes or isinstance(nodes[0], Compiled):
        return nodes
    for node in nodes:
        _descend(node, engine)
    # Django asks the list whether a template extends another one.
    return nodes if any(isinstance(node, ExtendsNode) for node in nodes) else NodeList([Compiled(nodes, engine)])


def _descend(node: Any, engine: Any) -> None:
    """Compile the node lists of a node, or the node lists of its children if the node is written out."""
    is_written_out = isinstance(node, _HOLDERS) and (isinstance(node, IfNode | PartialDefNode) or keeps_names(node))
    for name in node.child_nodelists:
        nodes = getattr(node, name, None)
        if is_written_out:
            for each in nodes or ():
                _descend(each, engine)
        elif isinstance(nodes, NodeList):
            setattr(node, name, compiled(nodes, engine))


def keeps_names(node: Any) -> bool:
    """Return whether a node is known to set no name in the context around it."""
    kind = type(node)
    if kind in _HOLDERS:
        return all(keeps_names(each) for name in node.child_nodelists for each in getattr(node, name, None) or ())
    if kind is SimpleNode and node.takes_context:
        return False
    return kind in _SILENT or (kind in _NAME_SET and getattr(node, _NAME_SET[kind]) is None)


class _Source:
    """Lines of Python source, and the constants they use."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.constants: dict[str, Any] = dict(vars(runtime))
        self.depth = 1
        self.numbers = count(1)

    def line(self, code: str) -> None:
        self.lines.append(" " * self.depth + code)

    def say(self, code: str) -> None:
        self.line(f"yield {code}")

    @contextmanager
    def indented(self, code: str) -> Iterator[None]:
        self.line(code)
        self.depth += 1
        yield
        self.line("pass")
        self.depth -= 1

    def fresh(self) -> str:
        return f"v{next(self.numbers)}"

    def constant(self, value: Any) -> str:
        name = f"k{next(self.numbers)}"
        self.constants[name] = value
        return name


class _Expressions(_Source):
    """Source of variables with their filters, and of conditions."""

    def __init__(self) -> None:
        super().__init__()
        # Python variables that the source uses so far.
        self.used: set[str] = set()

    def names(self, scope: Scope, more: str = "") -> str:
        """Return the source of a dict of the names in scope and of ``more`` pairs."""
        self.used.update(scope.values())
        return "{" + "".join(f"{name!r}: {variable}, " for name, variable in scope.items()) + more + "}"

    def pairs(self, expressions: Mapping[str, FilterExpression], scope: Scope) -> str:
        """Return the source of the names and values of expressions, as pairs in a dict display."""
        return "".join(f"{name!r}: {self.expression(value, scope)}, " for name, value in expressions.items())

    def with_used_names(self, scope: Scope, write: Callable[[], str]) -> tuple[str, Scope]:
        """Call ``write``. Return its source and the names in scope that it uses."""
        before, self.used = self.used, set()
        code = write()
        names = {name: variable for name, variable in scope.items() if variable in self.used}
        self.used |= before
        return code, names

    def expression(self, expression: FilterExpression, scope: Scope, default: str = "''") -> str:
        """Return the source of an expression, with ``default`` for a missing value."""
        arguments = [argument for _function, arguments in expression.filters for argument in arguments]
        constant: Any = expression.var
        variable = constant if expression.is_var else None
        if any(is_variable for is_variable, _value in arguments) or (variable and variable.translate):
            ignore = default == "None"
            return f"resolved(context, {self.constant(expression)}, {self.names(scope)}, ignore_failures={ignore})"
        code = self.variable(variable, scope, default) if variable else self.constant(constant)
        for function, filter_arguments in expression.filters:
            values = "".join(f", {self.constant(mark_safe(value))}" for _is_variable, value in filter_arguments)  # noqa: S308 - as Django does
            code = f"filtered(context, {self.constant(function)}, {code}{values})"
        return code

    def variable(self, variable: Variable, scope: Scope, default: str) -> str:
        if variable.lookups is None:
            return self.constant(variable.literal)
        first, *rest = variable.lookups
        if first in ("None", "True", "False") and not rest:
            return first
        value, constant = self.bare(first, scope, "MISSING" if rest else default), self.constant(variable)
        if not rest:
            return f"called(context, {value}, {constant}, {default})"
        names = tuple(int(name) if name.isdecimal() else name for name in rest)
        return f"reached(context, {value}, {constant}, {names!r}, {default})"

    def bare(self, name: str, scope: Scope, default: str = "''") -> str:
        """Return the source of a name's value before it is called."""
        if name not in scope:
            return f"context.get({name!r}, {default})"
        self.used.add(scope[name])
        return scope[name]

    def condition(self, condition: Any, scope: Scope) -> str:
        """Write a condition; return the variable of its result.

        Django treats a failing operation as false and continues with the condition around it. Therefore Django evaluates the
        whole condition if any part of it fails.
        """
        code, names = self.with_used_names(scope, lambda: self.operation(condition, scope))
        result = self.fresh()
        with self.indented("try:"):
            self.line(f"{result} = {code}")
        with self.indented("except Exception:"):
            self.line(f"{result} = judged(context, {self.constant(condition)}, {self.names(names)})")
        return result

    def operation(self, condition: Any, scope: Scope) -> str:
        if isinstance(condition, TemplateLiteral):
            value: Any = condition.value
            return self.expression(value, scope, "None")
        first = self.operation(condition.first, scope)
        if condition.id == "not":
            return f"(not {first})"
        return f"({first} {condition.id} {self.operation(condition.second, scope)})"


class _Writer(_Expressions):
    """Writer of the source of one function."""

    def __init__(self, engine: Any) -> None:
        super().__init__()
        self.engine = engine
        self.translates = False
        # Names of the templates that are being written out.
        self.within: list[str] = []

    def function(self, nodes: Sequence[Node]) -> Callable[[Context], Iterator[str]]:
        """Write and compile the function of the nodes, and return it."""
        self.body(nodes, {})
        head = ["def render(context):", *[" language = get_language()"] * self.translates]
        source = "\n".join([*head, *self.lines, " yield ''"])
        origins = [node.origin for node in nodes if getattr(node, "origin", None)]
        name = f"<{origins[0].template_name!s}>" if origins else "<template>"
        exec(compile(source, name, "exec"), self.constants)  # noqa: S102 - the source is ours, and names in it are quoted
        function: Callable[[Context], Iterator[str]] = self.constants["render"]
        return function

    def body(self, nodes: Iterable[Node], scope: Scope) -> None:
        for node in nodes:
            _WRITERS.get(type(node), _Writer.other)(self, node, scope)

    def other(self, node: Any, scope: Scope) -> None:
        """Leave a node to Django."""
        constant = self.constant(node)
        self.say(f"foreign(context, {constant}, {self.names(scope)})" if scope else f"{constant}.render_annotated(context)")

    def nothing(self, node: Any, scope: Scope) -> None:
        pass

    def text(self, node: Any, scope: Scope) -> None:
        self.say(repr(node.s))

    def variable_node(self, node: Any, scope: Scope) -> None:
        self.say(f"show(context, {self.expression(node.filter_expression, scope)})")

    def choice(self, node: Any, scope: Scope) -> None:
        depth = self.depth
        for index, (condition, nodes) in enumerate(node.conditions_nodelists):
            if index:
                self.line("else:")
                self.depth += 1
            if condition is None:
                self.body(nodes, scope)
                self.line("pass")
            else:
                with self.indented(f"if {self.condition(condition, scope)}:"):
                    self.body(nodes, scope)
        self.depth = depth

    def loop(self, node: Any, scope: Scope) -> None:
        if not keeps_names(node):
            self.other(node, scope)
            return
        items, loop = self.fresh(), self.fresh()
        names = {name: self.fresh() for name in node.loopvars}
        self.line(f"{items} = sequence({self.expression(node.sequence, scope, 'None')})")
        with self.indented(f"if len({items}):"):
            head = len(self.lines)
            with self.indented(""):
                self.body(node.nodelist_loop, {**scope, "forloop": loop, **names})
            order, target = f"reversed({items})" if node.is_reversed else items, ", ".join(names.values())
            if loop in self.used:
                order = f"turns({order}, len({items}), {self.bare('forloop', scope, '{}')})"
                target = f"{loop}, ({target})"
            # Only the body shows whether the forloop variable is used.
            self.lines[head] = f"{' ' * self.depth}for {target} in {order}:"
        with self.indented("else:"):
            self.body(node.nodelist_empty, scope)

    def with_names(self, node: Any, scope: Scope) -> None:
        if keeps_names(node):
            self.body(node.nodelist, self.assigned(node.extra_context, scope))
        else:
            self.other(node, scope)

    def assigned(self, values: Mapping[str, FilterExpression], scope: Scope) -> Scope:
        """Write values into variables; return the scope with their names."""
        names = {name: self.fresh() for name in values}
        for name, value in values.items():
            self.line(f"{names[name]} = {self.expression(value, scope)}")
        return {**scope, **names}

    def part(self, node: Any, scope: Scope) -> None:
        if node.inline:
            self.body(node.nodelist, scope)

    def inclusion(self, node: Any, scope: Scope) -> None:
        name = node.template
        if not name.is_var and (name.filters or not isinstance(name.var, str) or name.var.startswith(("./", "../"))):
            self.other(node, scope)
        elif node.isolated_context:
            self.say(f"included_alone(context, {self.expression(name, scope)}, {{{self.pairs(node.extra_context, scope)}}})")
        elif not name.is_var and (nodes := self.nodes_of(name.var)) is not None:
            self.within.append(name.var)
            self.body(nodes, self.assigned(node.extra_context, scope))
            self.within.pop()
        else:
            names = self.names(scope, self.pairs(node.extra_context, scope))
            self.say(f"included(context, {self.constant(node)}, {self.expression(name, scope)}, {names})")

    def nodes_of(self, name: str) -> Sequence[Any] | None:
        """Return the nodes of a template that can be written out at its include, otherwise None."""
        if name in self.within:
            return None
        try:
            template = self.engine.get_template(name)
        except (TemplateDoesNotExist, TemplateSyntaxError):
            # The error is raised when the including template is rendered.
            return None
        root = template.nodelist[0] if template.nodelist else None
        # Blocks depend on the template that shows them, and an included template has no block.super.
        if not isinstance(root, Compiled) or root.get_nodes_by_type(BlockNode) or "block." in template.source:
            return None
        return root.nodes if all(keeps_names(each) for each in root.nodes) else None

    def address(self, node: Any, scope: Scope) -> None:
        arguments = "".join(f"{self.expression(value, scope)}, " for value in node.args)
        name, named = self.expression(node.view_name, scope), self.pairs(node.kwargs, scope)
        call = f"(context, {name}, ({arguments}), {{{named}}})"
        if node.asvar is None:
            self.say(f"show(context, address{call})")
        elif scope:
            self.other(node, scope)
        else:
            self.line(f"context[{node.asvar!r}] = address_or_empty{call}")

    def file(self, node: Any, scope: Scope) -> None:
        if node.varname is None:
            self.say(f"show(context, file_address({self.expression(node.path, scope)}))")
        else:
            self.other(node, scope)

    def token(self, node: Any, scope: Scope) -> None:
        if "csrf_token" in scope:
            self.other(node, scope)
        else:
            self.say("token_field(context)")

    def translation(self, node: Any, scope: Scope) -> None:
        expression = node.filter_expression
        message = getattr(expression.var, "literal", None)
        is_plain = node.asvar is None and node.message_context is None and not node.noop and not expression.filters
        if not is_plain or not isinstance(message, str):
            self.other(node, scope)
            return
        self.translates = True
        # As in Django, catalogues double percent signs, and text in a template is safe.
        doubled = self.constant(mark_safe(message.replace("%", "%%")))  # noqa: S308
        self.say(f"translated(language, {doubled}).replace('%%', '%')")

    def sentence(self, node: Any, scope: Scope) -> None:
        if node.asvar is not None or node.message_context is not None:
            self.other(node, scope)
            return
        inner_scope = dict(self.assigned(node.extra_context, scope))
        result = self.fresh()
        code, names = self.with_used_names(inner_scope, lambda: self.sentence_source(node, inner_scope))
        with self.indented("try:"):
            self.line(f"{result} = {code}")
        # The translation may be broken, or the count may not be a number.
        with self.indented("except (KeyError, ValueError):"):
            self.line(f"{result} = foreign(context, {self.constant(node)}, {self.names(names)})")
        self.say(result)

    def sentence_source(self, node: Any, inner_scope: dict[str, str]) -> str:
        """Return the source of a translated sentence with its values; may add the name of its count."""
        singular, words = node.render_token_list(node.singular)
        if node.plural and node.countervar and node.counter:
            plural, plural_words = node.render_token_list(node.plural)
            words = [*words, *plural_words]
            code = self.expression(node.counter, inner_scope)
            number = inner_scope[node.countervar] = self.fresh()
            self.line(f"{number} = {code}")
            message = f"counted({singular!r}, {plural!r}, {number})"
        else:
            self.translates = True
            message = f"translated(language, {singular!r})"
        values = ", ".join(f"{name!r}: show(context, {self.bare(name, inner_scope)})" for name in dict.fromkeys(words))
        return f"{message} % {{{values}}}"


_WRITERS: dict[type[Node], Callable[[_Writer, Any, Scope], None]] = {
    TextNode: _Writer.text,
    VariableNode: _Writer.variable_node,
    IfNode: _Writer.choice,
    ForNode: _Writer.loop,
    WithNode: _Writer.with_names,
    PartialDefNode: _Writer.part,
    IncludeNode: _Writer.inclusion,
    URLNode: _Writer.address,
    StaticNode: _Writer.file,
    CsrfTokenNode: _Writer.token,
    TranslateNode: _Writer.translation,
    BlockTranslateNode: _Writer.sentence,
    LoadNode: _Writer.nothing,
    CommentNode: _Writer.nothing,
}
