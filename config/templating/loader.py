"""Loads templates and compiles them."""

from threading import Lock
from typing import Any

from django.template.base import Template
from django.template.loaders import cached

from config.templating.compiler import compiled


class Loader(cached.Loader):
    """Django's cached loader, whose templates render themselves by functions.

    With the engine's ``debug`` they stay as Django made them, so that its pages of errors can point into them.
    """

    def __init__(self, engine: Any, loaders: Any) -> None:
        super().__init__(engine, loaders)
        self._lock = Lock()

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        """Raises :class:`TemplateDoesNotExist`."""
        template: Any = super().get_template(template_name, skip)
        if not self.engine.debug and not hasattr(template, "is_compiled"):
            with self._lock:
                if not hasattr(template, "is_compiled"):
                    _compile(template)
                    template.is_compiled = True
        return template  # type: ignore[no-any-return]


def _compile(template: Any) -> None:
    whole = compiled(template.nodelist)
    for partial in template.extra_data.get("partials", {}).values():
        partial.nodelist = compiled(partial.nodelist)
    template.nodelist = whole
