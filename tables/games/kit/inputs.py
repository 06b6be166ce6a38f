"""Plain inputs that forms of all games read alike."""

from collections.abc import Mapping
from typing import Any

from django import forms


def filled(fields: Mapping[str, str], name: str) -> str:
    """Return what was typed into a field; of one left empty its preset, which the form names beside it."""
    return fields.get(name) or fields.get(f"{name}-preset", "")


class PresetInput(forms.NumberInput):
    """Field for a number with a preset: empty, with the preset as its placeholder, so that what is typed takes its place.

    Left empty it means the preset, which a hidden field beside it repeats. Once refused, the field holds what was sent.
    """

    template_name = "preset_number.html"
    shows_preset = False

    def use_required_attribute(self, initial: Any) -> bool:
        """Return False: an empty field means its preset."""
        return False

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """Return what was typed, or the preset of a field left empty."""
        return filled(data, name)

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """Return the context of the template, with ``shows_preset``."""
        return {**super().get_context(name, value, attrs), "shows_preset": self.shows_preset and value not in (None, "")}


class PresetField(forms.IntegerField):
    """Whole number with a preset, its ``initial`` value."""

    widget = PresetInput

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        """Return the field of a form; one that nothing was sent to shows the preset as its placeholder."""
        self.widget.shows_preset = not form.is_bound
        return super().get_bound_field(form, field_name)
