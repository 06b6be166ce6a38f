"""Templates that extend others, put together once: which block is shown where follows from the templates alone."""

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

from django.template.base import NodeList
from django.template.context import Context
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader_tags import BLOCK_CONTEXT_KEY, BlockNode, ExtendsNode

from config.templating.compiler import CannotFlatten, Compiled, inherited

type Function = Callable[[Context], str]


def flatten(nodes: NodeList, engine: Any) -> None:
    """Have a compiled template that extends a constant one render as a whole; any other stays as it is."""
    if not isinstance(nodes, Compiled) or len(nodes) != 1 or type(nodes[0]) is not ExtendsNode:
        return
    blocks: defaultdict[str, list[BlockNode]] = defaultdict(list)
    node: Any = nodes[0]
    known = [node.origin]
    while isinstance(node, ExtendsNode):
        name: Any = node.parent_name
        if name.is_var or name.filters or not isinstance(name.var, str):
            return
        _put_below(blocks, node.blocks)
        try:
            template, origin = engine.find_template(name.var, skip=known)
        except TemplateDoesNotExist:
            # Whoever renders it is told.
            return
        known.append(origin)
        root = template.nodelist
        node = root[0] if root else None
        if not isinstance(node, ExtendsNode) and root.get_nodes_by_type(ExtendsNode):
            return
    _put_below(blocks, {each.name: each for each in root.get_nodes_by_type(BlockNode)})
    try:
        nodes.function = partial(_render, inherited(root, blocks), nodes.function)
    except CannotFlatten:
        return


def _render(whole: Function, by_django: Function, context: Context) -> str:
    """As a whole, unless a template that extends this one has blocks of its own: which one does may stand in a variable."""
    return by_django(context) if BLOCK_CONTEXT_KEY in context.render_context else whole(context)


def _put_below(blocks: dict[str, list[BlockNode]], more: dict[str, BlockNode]) -> None:
    for name, block in more.items():
        blocks[name].insert(0, block)
