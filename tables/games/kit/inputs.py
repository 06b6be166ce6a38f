"""Inputs for numbers with a preset, in the forms of all games."""

from collections.abc import Mapping
from typing import Any

from django import forms


def filled(fields: Mapping[str, str], name: str) -> str:
    """Return the text of a field, or its preset from the hidden field if it is empty."""
    return fields.get(name) or fields.get(f"{name}-preset", "")


class PresetInput(forms.NumberInput):
    """Field for a number with a preset: empty, with the preset as its placeholder, so that typing replaces it.

    An empty field means the preset, which a hidden field next to it contains. After a refusal the field holds the sent text.
    """

    template_name = "preset_number.html"
    shows_preset = False

    def use_required_attribute(self, initial: Any) -> bool:
        """Return False: an empty field means its preset."""
        return False

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """Return the text of a field, or the preset if it is empty."""
        return filled(data, name)

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """Return the context of the template, with ``shows_preset``."""
        return {**super().get_context(name, value, attrs), "shows_preset": self.shows_preset and value not in (None, "")}


class PresetField(forms.IntegerField):
    """Whole number with a preset, its ``initial`` value."""

    widget = PresetInput

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        """Set whether the widget shows the preset as a placeholder (in an unbound form), and return the bound field."""
        self.widget.shows_preset = not form.is_bound
        return super().get_bound_field(form, field_name)
