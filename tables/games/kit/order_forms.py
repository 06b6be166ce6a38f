"""Forms of standing orders: Django forms that explain an invalid number next to it, and keep the typed text."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.functional import lazystr
from django.utils.translation import gettext as _

from engines.contract import IllegalAction
from tables.games.kit.inputs import PresetField
from tables.games.kit.order_fields import Fields, last_value

FAULTS = ("required", "invalid", "min_value", "max_value")


class _Words:
    """Message about an invalid number, translated when it is shown."""

    def __init__(self, limits: range) -> None:
        self.limits = limits

    def __str__(self) -> str:
        return _("A whole number from %(least)d to %(most)d.") % {"least": self.limits[0], "most": self.limits[-1]}


class Whole(PresetField):
    """A whole number within limits."""

    def __init__(self, limits: range, label: Any) -> None:
        words = dict.fromkeys(FAULTS, lazystr(_Words(limits)))
        super().__init__(min_value=limits[0], max_value=limits[-1], label=label, error_messages=words)
        self.limits = limits


class Choice(forms.ChoiceField):
    """Field for one of a few texts, worded in the template."""

    def __init__(self, *choices: str) -> None:
        super().__init__(choices=[(choice, choice) for choice in choices])


class OrderForm(forms.Form):
    """Form of one order, bound to refused values, or filled with ``initial``.

    ``only_with`` has the fields that matter only if another field has a certain value, each with that field and value.
    """

    only_with: ClassVar[Mapping[str, tuple[str, str]]] = {}

    def __init__(self, posted: Fields | None = None, initial: Mapping[str, Any] | None = None) -> None:
        data = {name: last_value(posted, name) for name in posted} if posted else None
        super().__init__(data, initial=dict(initial or {}), auto_id=f"{type(self).__name__.lower()}-%s")
        for name in list(self.errors)[:1]:
            self.fields[name].widget.attrs["autofocus"] = True

    def full_clean(self) -> None:
        """Validate the form and drop errors of fields that do not matter."""
        super().full_clean()
        for name, (other, value) in self.only_with.items():
            if self.is_bound and self.data.get(other) != value:
                self.errors.pop(name, None)

    def checked_values(self) -> Mapping[str, Any]:
        """Return the chosen values. Raises IllegalAction for the first invalid number, ValueError for values no browser
        sends.
        """
        for name in self.errors:
            field = self.fields[name]
            if isinstance(field, Whole):
                raise IllegalAction("order_number", "", label=str(field.label), least=field.limits[0], most=field.limits[-1])
            raise ValueError(name)
        return self.cleaned_data
