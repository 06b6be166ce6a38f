"""Django's engine of templates, whose contexts go with the page they made."""

from typing import Any

from django.template import TemplateDoesNotExist
from django.template.backends import django
from django.template.context import make_context


class Template(django.Template):
    """A template as the rest of the site renders it."""

    def render(self, context: Any = None, request: Any = None) -> Any:
        """As Django's own."""
        made: Any = make_context(context, request, autoescape=self.backend.engine.autoescape)
        try:
            return self.template.render(made)
        except TemplateDoesNotExist as error:
            django.reraise(error, self.backend)
        finally:
            # Layers of a context refer to it, so all they hold would stay until somebody looks for garbage: a whole page.
            made.dicts = made.dicts[:1]


class Templates(django.DjangoTemplates):
    """What ``settings.TEMPLATES`` names."""

    def __init__(self, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._found: dict[str, Template] = {}

    def from_string(self, template_code: str) -> Any:
        """As Django's own."""
        return Template(self.engine.from_string(template_code), self)

    def get_template(self, template_name: str) -> Any:
        """As Django's own, once for each name unless templates may change. Raises TemplateDoesNotExist."""
        found = self._found.get(template_name)
        if found is None:
            try:
                found = Template(self.engine.get_template(template_name), self)
            except TemplateDoesNotExist as error:
                django.reraise(error, self)
            if not self.engine.debug:
                self._found[template_name] = found
        return found
