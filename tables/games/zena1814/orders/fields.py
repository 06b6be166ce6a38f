"""Fields of the standing-order forms of Zena 1814: read, checked, and shown again as typed."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy

from engines.contract import IllegalAction
from engines.zena1814.content import AREAS, FIGURES, Kind
from tables.games.kit.inputs import PresetField
from tables.games.kit.order_fields import Fields

KINDS: tuple[Kind, ...] = ("one_shot", "permanent", "dice")
COINS = gettext_lazy("Coins to keep")
DECKS = ("action", "goal", "alternate", "goals_until", "once", "ask")


def _some(values: Sequence[str]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(choices=[(value, value) for value in values], required=False)


def _one(values: Sequence[str], *, required: bool = True) -> forms.ChoiceField:
    return forms.ChoiceField(choices=[(value, value) for value in values], required=required)


class Number(PresetField):
    """Field for a whole number within limits. A refusal names the limits."""

    def __init__(self, label: Any, least: int, most: int, *, required: bool = False) -> None:
        super().__init__(label=label, min_value=least, max_value=most, required=required)
        self.limits = {"least": least, "most": most}


class React(forms.Form):
    """Form of a rule for cards that others offer."""

    answer = _one(("join", "decline", "ask"))
    areas = _some(AREAS)
    kinds = _some(KINDS)
    wants = _some(("coin", "card", "vp"))
    not_with = _some(tuple("01234"))
    markers = _one(("1", "2"), required=False)
    at_most = Number(gettext_lazy("For at most"), 1, 9)
    keep = Number(COINS, 0, 99)
    slot = Number(gettext_lazy("From slot"), 1, 3)


class Dice(forms.Form):
    """Form of a rule for dice cards."""

    modifier = Number(gettext_lazy("Raise the modifier to"), 0, 5, required=True)
    at_most = Number(gettext_lazy("for at most"), 0, 5, required=True)
    keep = Number(COINS, 0, 99)
    areas = _some(AREAS)
    markers = _one(("1", "2"), required=False)


class Preferences(forms.Form):
    """Form for the preferred deck and for buying at the Palace."""

    deck = _one(DECKS, required=False)
    goals = Number(gettext_lazy("Goals"), 1, 6)
    palace = _one(("always", "never", "ask"), required=False)


class Quiet(forms.Form):
    """Form of an order to join no card until the player's turn in a round."""

    round = Number("", 1, 8, required=True)


class Under(forms.Form):
    """Form for the figure that gets the markers of Manezzi."""

    figure = _one(FIGURES)


FORMS: Mapping[str, type[forms.Form]] = {
    "react": React,
    "dice": Dice,
    "preferences": Preferences,
    "quiet": Quiet,
    "under": Under,
}


def bound(kind: str, fields: Fields) -> forms.Form:
    """Return a form with the sent values."""
    return FORMS[kind](MultiValueDict({name: list(values) for name, values in fields.items()}))


def cleaned(kind: str, fields: Fields) -> Mapping[str, Any]:
    """Return the sent values by field. Empty fields are left out.

    Raises IllegalAction for an invalid number, ValueError for values that the form on the page cannot send.
    """
    form = bound(kind, fields)
    if not form.is_valid():
        _refuse(form)
    return {name: value for name, value in form.cleaned_data.items() if value not in (None, "")}


def _refuse(form: forms.Form) -> NoReturn:
    name = next(iter(form.errors))
    field = form.fields[name]
    if isinstance(field, Number) and field.label:
        raise IllegalAction("order_number", "", label=str(field.label), **field.limits)
    raise ValueError(str(form.errors.as_data()))


def typed(kind: str, fields: Fields) -> dict[str, Any]:
    """Return the values of the inputs after a refusal, as sent or preset, with the errors by field under ``errors``."""
    form = bound(kind, fields)
    values: dict[str, Any] = {
        name: list(fields.get(name, ()))
        if isinstance(field, forms.MultipleChoiceField)
        else _last(fields, name) or _last(fields, f"{name}-preset")
        for name, field in form.fields.items()
    }
    seats = [int(seat) for seat in values.get("not_with", ()) if seat.isdecimal()]
    return {**values, "markers": 2 if values.get("markers") == "2" else 1, "not_with": seats, "errors": form.errors}


def _last(fields: Fields, name: str) -> str:
    return fields[name][-1] if fields.get(name) else ""
