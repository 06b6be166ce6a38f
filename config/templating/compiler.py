"""Node lists as Python functions.

Django parses a template as ever; then each of its node lists becomes one function for texts, variables, conditions, loops,
``with``, ``include``, ``url`` and translations. Any other node stays what it is and is rendered by Django.

Names of loops and of ``with`` are Python's own variables, unless something in their reach could set a name: then they stand in
the context, as Django keeps them. A node that Django renders, and an included template, gets them as one more layer of it.
"""

import linecache
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, count
from typing import Any

from django.template.base import Node, NodeList, TextNode, VariableNode
from django.template.context import Context
from django.template.defaulttags import (
    CommentNode,
    CsrfTokenNode,
    FirstOfNode,
    ForNode,
    IfNode,
    LoadNode,
    PartialDefNode,
    PartialNode,
    URLNode,
    WithNode,
)
from django.template.exceptions import TemplateDoesNotExist, TemplateSyntaxError
from django.template.library import SimpleNode
from django.template.loader_tags import BlockNode, IncludeNode, construct_relative_path
from django.templatetags.i18n import BlockTranslateNode, GetCurrentLanguageNode, TranslateNode
from django.templatetags.static import StaticNode
from django.utils.safestring import SafeString, mark_safe

from config.templating import lookups
from config.templating.expressions import COUNTERS, Expressions, Loop
from config.templating.nodes import (
    ANYTHING,
    STANDS_FOR,
    all_names_set,
    has_blocks,
    inner,
    is_bare,
    is_constant,
    is_plain,
    keeps_names,
    needs_loop,
    variables,
)
from config.templating.sentences import Sentence


class Compiled(NodeList):
    """A node list that renders itself by a function made of it."""

    function: Callable[[Context], str]
    # Whether nothing in it asks which template is being rendered, or keeps something for the length of that.
    is_bare = False

    def render(self, context: Context) -> SafeString:
        """As the nodes would."""
        return SafeString(self.function(context))


_numbers = count(1)


type Find = Callable[[str], NodeList | None]
type Blocks = Mapping[str, Sequence[BlockNode]]


class CannotFlatten(Exception):
    """A block stands where only Django knows what becomes of it."""


def compiled(nodes: NodeList, find: Find) -> NodeList:
    """The same list, with all it holds, rendered by functions. ``find`` gives the nodes of a template that is compiled."""
    if isinstance(nodes, Compiled) or not nodes:
        return nodes
    result = Compiled(nodes)
    result.contains_nontext = nodes.contains_nontext
    for node in nodes:
        _descend(node, find, ())
    result.function = _Function().of(nodes)
    result.is_bare = is_bare(nodes)
    return result


def inherited(root: NodeList, blocks: Blocks) -> Callable[[Context], str]:
    """The function of a template that no other one extends, with what its blocks are in the end.

    ``blocks`` has of each name those that were written down for it, the one to be shown last. Raises CannotFlatten.
    """
    return _Function(blocks).of(root)


def _descend(node: Any, find: Find, within: tuple[str, ...]) -> None:
    """Note what stands for other templates, and compile the lists of the nodes that Django goes on rendering, however deep.

    ``within`` are the names of the partials around it.
    """
    if isinstance(node, IncludeNode):
        nodes = _included(node, find)
        if nodes is not None and is_bare(nodes):
            setattr(node, STANDS_FOR, nodes)
    elif isinstance(node, PartialNode):
        _descend_into_partial(node, find, within)
    elif isinstance(node, (ForNode, IfNode, WithNode, PartialDefNode)):
        for each in chain.from_iterable(inner(node)):
            _descend(each, find, within)
    else:
        for name in node.child_nodelists:
            child: Any = getattr(node, name, None)
            if isinstance(child, NodeList):
                setattr(node, name, compiled(child, find))


def _descend_into_partial(node: Any, find: Find, within: tuple[str, ...]) -> None:
    """A partial may stand before it is defined, and within itself."""
    name = node.partial_name
    try:
        nodes = node.partial_mapping[name].nodelist
    except (KeyError, TemplateSyntaxError):
        # Whoever renders it is told.
        return
    if name in within:
        return
    for each in nodes:
        _descend(each, find, (*within, name))
    if all_names_set(nodes) is not ANYTHING and not any(map(has_blocks, nodes)):
        setattr(node, STANDS_FOR, nodes)


def _included(node: Any, find: Find) -> NodeList | None:
    """The nodes of a template that a constant names, and which sees all names around it."""
    name = node.template
    if name.is_var or name.filters or not isinstance(name.var, str) or not name.var or node.isolated_context:
        return None
    try:
        return find(str(construct_relative_path(node.origin.template_name, name.var)))
    except (TemplateDoesNotExist, TemplateSyntaxError):
        # Whoever renders it is told.
        return None


class _Function(Expressions):
    """Writes the source of one function."""

    def __init__(self, blocks: Blocks | None = None) -> None:
        super().__init__()
        self.blocks = blocks
        self.translates = False
        # How many blocks it shows.
        self.shown = 0

    def of(self, nodes: Sequence[Node]) -> Callable[[Context], str]:
        """The function."""
        self.set = all_names_set(nodes)
        self.body(nodes, {})
        self.flush()
        if self.blocks is not None and self.shown != sum(1 for node in nodes for _block in _blocks(node)):
            raise CannotFlatten
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
        is_closed = all(keeps_names(inner) for inner in (*node.nodelist_loop, *node.nodelist_empty))
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
        return needs_loop(node.nodelist_loop) or any(
            variable.lookups and variable.lookups[0] == "forloop" and variable.lookups[1:] not in [(key,) for key in COUNTERS]
            for variable in variables(node.nodelist_loop)
        )

    def with_names(self, node: Any, scope: dict[str, Any]) -> None:
        if all(keeps_names(inner) for inner in node.nodelist):
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

    def included(self, node: Any, scope: dict[str, Any]) -> None:
        """The nodes of another template in place of its name."""
        nodes = getattr(node, STANDS_FOR, None)
        if nodes is None:
            self.inclusion(node, scope)
            return
        names = {name: self.fresh("v") for name in node.extra_context}
        for name, value in node.extra_context.items():
            self.line(f"{names[name]} = {self.value(value, scope)}")
        self.body(nodes, scope | names)

    def partial(self, node: Any, scope: dict[str, Any]) -> None:
        """A part of the template, where it is defined or named."""
        if isinstance(node, PartialDefNode):
            self.body(node.nodelist if node.inline else (), scope)
        elif hasattr(node, STANDS_FOR):
            self.body(getattr(node, STANDS_FOR), scope)
        else:
            self.other(node, scope)

    def block(self, node: Any, scope: dict[str, Any]) -> None:
        """What the template that is rendered makes of a block; nothing else knows it before."""
        if self.blocks is None:
            self.other(node, scope)
            return
        if scope:
            raise CannotFlatten
        self.shown += 1
        self.parts.append(f"{self.constant(self.shower_of(node.name, self.blocks))}(context)")

    def shower_of(self, name: str, blocks: Blocks) -> Callable[[Context], str]:
        """Shows a block. Blocks within it are those of other names."""
        others = {other: nodes for other, nodes in blocks.items() if other != name}
        show: Callable[[Context], str] | None = None
        for node in blocks.get(name, ()):
            show = partial(lookups.in_block, name, _Function(others).of(node.nodelist), show)
        if show is None:
            raise CannotFlatten
        return show

    def simple(self, node: Any, scope: dict[str, Any]) -> None:
        """A tag that is a function of its arguments."""
        if scope and (node.takes_context or node.target_var is not None):
            self.other(node, scope)
            return
        arguments = ["context"] * bool(node.takes_context) + [self.value(value, scope) for value in node.args]
        arguments += [f"{name}={self.value(value, scope)}" for name, value in node.kwargs.items()]
        call = f"{self.constant(node.func)}({', '.join(arguments)})"
        if node.target_var is not None:
            self.line(f"context[{node.target_var!r}] = {call}")
        elif node.takes_context:
            # What it sets must be there for whoever comes next.
            self.line(f"out.append(said(context, {call}))")
        else:
            self.parts.append(f"said(context, {call})")

    def first_of(self, node: Any, scope: dict[str, Any]) -> None:
        if node.asvar:
            self.other(node, scope)
        else:
            self.parts.append(f"show({' or '.join([*(self.given(value, scope) for value in node.vars), repr('')])})")

    def current_language(self, node: Any, scope: dict[str, Any]) -> None:
        if scope:
            self.other(node, scope)
        else:
            self.line(f"context[{node.variable!r}] = get_language()")

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
        if not is_constant(node):
            self.other(node, scope)
            return
        text = node.filter_expression.var.literal
        if node.noop:
            self.parts.append(repr(str(text).replace("%%", "%")))
        else:
            self.translates = True
            self.parts.append(f"translated({self.constant(mark_safe(text.replace('%', '%%')))})")  # noqa: S308 - as Django does

    def sentence(self, node: Any, scope: dict[str, Any]) -> None:
        if not is_plain(node):
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


def _blocks(node: Any) -> Iterator[Node]:
    """The blocks in a node, but for those in another block."""
    if isinstance(node, BlockNode):
        yield node
        return
    for name in node.child_nodelists:
        for each in getattr(node, name, None) or ():
            yield from _blocks(each)


_WRITERS: dict[type[Node], Callable[[_Function, Any, dict[str, Any]], None]] = {
    TextNode: _Function.plain,
    VariableNode: _Function.variable,
    IfNode: _Function.condition,
    ForNode: _Function.loop,
    WithNode: _Function.with_names,
    IncludeNode: _Function.included,
    PartialDefNode: _Function.partial,
    PartialNode: _Function.partial,
    BlockNode: _Function.block,
    SimpleNode: _Function.simple,
    FirstOfNode: _Function.first_of,
    GetCurrentLanguageNode: _Function.current_language,
    URLNode: _Function.address,
    TranslateNode: _Function.translation,
    BlockTranslateNode: _Function.sentence,
    StaticNode: _Function.still,
    CsrfTokenNode: _Function.token,
    LoadNode: _Function.nothing,
    CommentNode: _Function.nothing,
}
