"""Loader that compiles the templates it finds."""

from typing import Any

from django.template.base import Template
from django.template.loaders import cached

from config.templating.compiler import compiled


class Loader(cached.Loader):
    """Django's cached loader with compiled templates.

    With the engine's ``debug``, templates are not compiled, so that error pages can show their lines. They are not compiled
    with ``string_if_invalid`` either, which compiled templates do not support.
    """

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        """Return the template. Raises :class:`TemplateDoesNotExist` and :class:`TemplateSyntaxError`."""
        template: Any = super().get_template(template_name, skip)
        if not hasattr(template, "is_compiled") and not self.engine.debug and not self.engine.string_if_invalid:
            # The mark comes first because a template that includes itself is loaded while it is being compiled.
            template.is_compiled = True
            template.nodelist = compiled(template.nodelist, self.engine)
            for partial in template.extra_data.get("partials", {}).values():
                partial.nodelist = compiled(partial.nodelist, self.engine)
        return template  # type: ignore[no-any-return]
