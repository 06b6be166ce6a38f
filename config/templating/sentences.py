"""What ``{% blocktranslate %}`` says, taken apart once."""

from typing import Any

from django.template.base import TokenType
from django.template.context import Context
from django.utils.translation import gettext, ngettext, trim_whitespace

from config.templating import lookups


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
