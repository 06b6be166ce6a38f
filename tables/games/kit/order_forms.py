"""The forms of standing orders: Django forms that say at a number what is wrong with it, and keep what was typed."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.functional import lazystr
from django.utils.translation import gettext as _

from engines.contract import IllegalAction
from tables.games.kit.inputs import PresetField
from tables.games.kit.order_fields import Fields, one

FAULTS = ("required", "invalid", "min_value", "max_value")


class _Words:
    """What is wrong with a number, in the language in which it is read."""

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
    """One of a few texts, whose words stand in the template."""

    def __init__(self, *choices: str) -> None:
        super().__init__(choices=[(choice, choice) for choice in choices])


class MadeOrder(forms.Form):
    """The form of one order, bound to what was sent and refused, or filled with ``initial``.

    ``only_with``: fields that matter only where another field has a certain value, each with that field and value.
    """

    only_with: ClassVar[Mapping[str, tuple[str, str]]] = {}

    def __init__(self, given: Fields | None = None, initial: Mapping[str, Any] | None = None) -> None:
        data = {name: one(given, name) for name in given} if given else None
        super().__init__(data, initial=dict(initial or {}), auto_id=f"{type(self).__name__.lower()}-%s")
        for name in list(self.errors)[:1]:
            self.fields[name].widget.attrs["autofocus"] = True

    def full_clean(self) -> None:
        """Without what is wrong with fields that do not matter."""
        super().full_clean()
        for name, (other, value) in self.only_with.items():
            if self.is_bound and self.data.get(other) != value:
                self.errors.pop(name, None)

    def made(self) -> Mapping[str, Any]:
        """What was chosen. Raises IllegalAction for the first number that is none, ValueError for what no browser sends."""
        for name in self.errors:
            field = self.fields[name]
            if isinstance(field, Whole):
                raise IllegalAction("order_number", "", label=str(field.label), least=field.limits[0], most=field.limits[-1])
            raise ValueError(name)
        return self.cleaned_data
