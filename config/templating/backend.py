"""Template backend of the site."""

from typing import Any

from django.template import TemplateDoesNotExist
from django.template.backends import django
from django.template.context import make_context


class Template(django.Template):
    """Template that drops its context once it is rendered."""

    def render(self, context: Any = None, request: Any = None) -> Any:
        """Return the rendered text as Django's own template does. Raises :class:`TemplateDoesNotExist`."""
        bound_context: Any = make_context(context, request, autoescape=self.backend.engine.autoescape)
        try:
            return self.template.render(bound_context)
        except TemplateDoesNotExist as error:
            django.reraise(error, self.backend)
        finally:
            # Layers of a context refer back to it, so a whole page would stay in memory until the garbage collector runs.
            bound_context.dicts = bound_context.dicts[:1]


class Templates(django.DjangoTemplates):
    """Django's template backend that returns our ``Template``."""

    def get_template(self, template_name: str) -> Any:
        """Return the template. Raises :class:`TemplateDoesNotExist`."""
        return Template(super().get_template(template_name).template, self)
