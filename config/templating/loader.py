"""Loads templates and compiles them."""

from threading import RLock
from typing import Any

from django.template.base import NodeList, Template
from django.template.loaders import cached

from config.templating.compiler import Compiled, compiled
from config.templating.inheritance import flatten


class Loader(cached.Loader):
    """Django's cached loader, whose templates render themselves by functions.

    With the engine's ``debug`` they stay as Django made them, so that its pages of errors can point into them.
    """

    def __init__(self, engine: Any, loaders: Any) -> None:
        super().__init__(engine, loaders)
        self._lock = RLock()

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        """Raises :class:`TemplateDoesNotExist`."""
        template: Any = super().get_template(template_name, skip)
        if not self.engine.debug and not hasattr(template, "is_compiled"):
            with self._lock:
                # One that names itself, or one around it, is asked for while it is being compiled.
                if not hasattr(template, "is_compiled") and not hasattr(template, "is_being_compiled"):
                    template.is_being_compiled = True
                    self._compile(template)
                    template.is_compiled = True
        return template  # type: ignore[no-any-return]

    def _compile(self, template: Any) -> None:
        whole = compiled(template.nodelist, self._find)
        for partial in template.extra_data.get("partials", {}).values():
            partial.nodelist = compiled(partial.nodelist, self._find)
        template.nodelist = whole
        flatten(whole, self.engine)

    def _find(self, name: str) -> NodeList | None:
        nodes = self.engine.get_template(name).nodelist
        return nodes if isinstance(nodes, Compiled) else None
