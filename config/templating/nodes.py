"""What the compiler asks of nodes: which lists they hold, which names they set, what of a loop they need.

The compiler goes through a list first and notes at each ``{% include %}`` and ``{% partial %}`` the nodes that stand for it
(``STANDS_FOR``), where they can be written down in its place.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.template.base import Node, TextNode, Variable, VariableNode
from django.template.defaulttags import (
    CommentNode,
    CsrfTokenNode,
    FirstOfNode,
    ForNode,
    IfNode,
    LoadNode,
    PartialDefNode,
    PartialNode,
    TemplateLiteral,
    URLNode,
    WithNode,
)
from django.template.library import SimpleNode
from django.template.loader_tags import BlockNode, IncludeNode
from django.templatetags.i18n import BlockTranslateNode, GetCurrentLanguageNode, TranslateNode
from django.templatetags.static import StaticNode

# Anything may have been set.
ANYTHING = None
STANDS_FOR = "_nodes_that_stand_for_it"
_SAY_ONLY = (TextNode, VariableNode, LoadNode, CommentNode, CsrfTokenNode)


def inner(node: Node) -> Iterator[Iterable[Node]]:
    """The lists of nodes that are written down where this one stands."""
    if isinstance(node, IfNode):
        yield from (nodes for _condition, nodes in node.conditions_nodelists)
    elif isinstance(node, (ForNode, WithNode)):
        yield from (getattr(node, name) for name in node.child_nodelists if getattr(node, name, None))
    elif isinstance(node, PartialDefNode):
        if node.inline:
            yield node.nodelist
    elif (stands_for := getattr(node, STANDS_FOR, None)) is not None:
        yield stands_for


def is_literal(condition: Any) -> bool:
    """Whether a condition, or a part of one, is a single value."""
    return isinstance(condition, TemplateLiteral)


def names_set(node: Any) -> frozenset[str] | None:
    """The names that may be set in the context while it is rendered; ``ANYTHING`` where that cannot be told."""
    kind = type(node)
    if kind in (TranslateNode, BlockTranslateNode, URLNode, FirstOfNode):
        return _name(node.asvar)
    if kind is StaticNode:
        return _name(node.varname)
    if kind is SimpleNode:
        return ANYTHING if node.takes_context else _name(node.target_var)
    if kind is GetCurrentLanguageNode:
        return _name(node.variable)
    # What is included, and a block, have a layer of their own.
    if kind in (*_SAY_ONLY, IncludeNode, BlockNode):
        return frozenset()
    if kind in (ForNode, IfNode, WithNode, PartialDefNode) or (kind is PartialNode and hasattr(node, STANDS_FOR)):
        within = all_names_set(each for nodes in inner(node) for each in nodes)
        if within is None or not within:
            return within
        # With anything set inside, these stand in the context too.
        return within | {*(("forloop", *node.loopvars) if kind is ForNode else ()), *getattr(node, "extra_context", ())}
    return ANYTHING


def all_names_set(nodes: Iterable[Node]) -> frozenset[str] | None:
    """The same of several nodes."""
    found = frozenset[str]()
    for node in nodes:
        names = names_set(node)
        if names is None:
            return ANYTHING
        found |= names
    return found


def _name(name: str | None) -> frozenset[str]:
    return frozenset() if name is None else frozenset([name])


def keeps_names(node: Node) -> bool:
    """Whether it leaves the names of the context as they are, and needs of loops only what is handed to it."""
    return names_set(node) == frozenset()


def has_blocks(node: Node) -> bool:
    """Whether a part of it is a block, which knows what other templates made of it."""
    return isinstance(node, BlockNode) or any(has_blocks(each) for nodes in inner(node) for each in nodes)


def is_bare(nodes: Iterable[Node]) -> bool:
    """Whether nothing in them sets a name, asks which template is being rendered, or keeps something for the length of that."""
    nodes = list(nodes)
    asks_for_block = any(variable.lookups and variable.lookups[0] == "block" for variable in variables(nodes))
    return not asks_for_block and all(keeps_names(node) and not has_blocks(node) for node in nodes)


def needs_loop(nodes: Iterable[Node]) -> bool:
    """Whether somebody asks for more of a loop than where it stands."""
    for node in nodes:
        kind = type(node)
        if kind in (ForNode, IfNode, WithNode, PartialDefNode) or hasattr(node, STANDS_FOR):
            if any(needs_loop(each) for each in inner(node)):
                return True
        elif kind not in (TextNode, VariableNode, LoadNode, CommentNode):
            if kind is TranslateNode and is_constant(node):
                continue
            if kind is URLNode or (kind is BlockTranslateNode and is_plain(node)):
                continue
            return True
    return False


def is_constant(node: Any) -> bool:
    """Whether a ``{% translate %}`` says the same to everybody who speaks a language."""
    expression = node.filter_expression
    is_text = isinstance(getattr(expression.var, "literal", None), str)
    return node.asvar is None and node.message_context is None and not expression.filters and is_text


def is_plain(node: Any) -> bool:
    """Whether a translation is said where it stands, and means the same everywhere."""
    return node.asvar is None and node.message_context is None


def variables(nodes: Iterable[Any]) -> Iterator[Variable]:
    """All variables of nodes that are written down."""
    for node in nodes:
        if type(node) in _EXPRESSIONS:
            for expression in _EXPRESSIONS[type(node)](node):
                yield from _of(expression)
        for each in inner(node):
            yield from variables(each)


_EXPRESSIONS: dict[type[Node], Callable[[Any], Iterable[Any]]] = {
    VariableNode: lambda node: [node.filter_expression],
    IfNode: lambda node: [part for condition, _nodes in node.conditions_nodelists for part in _operands(condition)],
    ForNode: lambda node: [node.sequence],
    WithNode: lambda node: node.extra_context.values(),
    IncludeNode: lambda node: node.extra_context.values(),
    URLNode: lambda node: [node.view_name, *node.args, *node.kwargs.values()],
    FirstOfNode: lambda node: node.vars,
    SimpleNode: lambda node: [*node.args, *node.kwargs.values()],
    BlockTranslateNode: lambda node: [*node.extra_context.values(), *([node.counter] if node.counter else [])],
}


def _of(expression: Any) -> Iterator[Variable]:
    if isinstance(expression.var, Variable):
        yield expression.var
    for _function, arguments in expression.filters:
        yield from (argument for is_variable, argument in arguments if is_variable)


def _operands(condition: Any) -> Iterator[Any]:
    if is_literal(condition):
        yield condition.value
    elif condition is not None:
        yield from _operands(condition.first)
        yield from _operands(condition.second)
