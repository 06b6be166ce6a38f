"""Search form of the archive, with the facets of the chosen game among its fields."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.validators import EMPTY_VALUES
from django.utils.translation import gettext_lazy as _

from engines import registry
from tables.games.contract import FacetField
from tables.games.registry import presenter
from tables.models import Table
from tables.selectors.archive.finding import Order, Search, Span

ORDERS = {
    Order.NEWEST: _("newest first"),
    Order.OLDEST: _("oldest first"),
    Order.LONGEST: _("most moves first"),
    Order.SHORTEST: _("fewest moves first"),
}
MOST_SEATS = 5
MOST_MOVES, MOST_POINTS = 9999, 999
FACET = "fact-"


def _choice(label: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, required=False)


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, required=False, widget=forms.DateInput({"type": "date"}))


def _name(label: Any) -> forms.CharField:
    return forms.CharField(label=label, required=False, max_length=60, widget=forms.TextInput({"autocomplete": "off"}))


def _number(label: Any, most: int, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most)


class Finder(forms.Form):
    """Filters of the archive. Every field can stay empty.

    ``facets`` maps names of fields to names of the chosen game's facets; it is empty without a game.
    """

    game = _choice(_("Game"))
    player = _name(_("Played by"))
    partner = _name(_("Played with"))
    winner = _name(_("Won by"))
    seats = _choice(_("Number of players"))
    since = _day(_("Earliest end"))
    until = _day(_("Latest end"))
    moves_from = _number(_("Minimum moves"), MOST_MOVES)
    moves_to = _number(_("Maximum moves"), MOST_MOVES)
    margin_from = _number(_("Minimum winning margin"), MOST_POINTS)
    margin_to = _number(_("Maximum winning margin"), MOST_POINTS)
    ended_by = _choice(_("Outcome"))
    order = _choice(_("Sort order"))

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        self._offer("game", [("", _("all games")), *((engine.slug, engine.title) for engine in registry.engines())])
        self._offer("seats", [("", _("any number")), *((str(count), count) for count in range(2, MOST_SEATS + 1))])
        self._offer("ended_by", [("", _("any outcome")), *Table.EndedBy.choices])
        self._offer("order", ORDERS.items())
        facets = dict(_facets(data.get("game", "")))
        self.facets = {FACET + name: name for name in facets}
        self.fields |= {FACET + name: field for name, field in facets.items()}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for low, high in (("since", "until"), ("moves_from", "moves_to"), ("margin_from", "margin_to")):
            least, most = cleaned.get(low), cleaned.get(high)
            if least is not None and most is not None and least > most:
                self.add_error(high, _("This can’t be below the start of the range."))
        return cleaned

    def parameters(self) -> dict[str, str]:
        """Return the parameters of the URL that narrow or sort the list, without spaces around them."""
        values = {name: self.data.get(name, "").strip() for name in self.fields}
        return {name: text for name, text in values.items() if text and (name, text) != ("order", Order.NEWEST)}

    def search(self) -> Search:
        """Return the search that the filters describe. The form must be valid."""
        values = {name: value for name, value in self.cleaned_data.items() if value not in EMPTY_VALUES}
        return Search(
            facets={facet: values[name] for name, facet in self.facets.items() if name in values},
            players=tuple(values[name] for name in ("player", "partner") if name in values),
            seats=int(values["seats"]) if "seats" in values else None,
            plies=Span(values.get("moves_from"), values.get("moves_to")),
            margin=Span(values.get("margin_from"), values.get("margin_to")),
            order=Order(values.get("order", Order.NEWEST)),
            **{name: values[name] for name in ("game", "winner", "ended_by", "since", "until") if name in values},
        )

    def _offer(self, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
        self.fields[name].choices = list(choices)  # type: ignore[attr-defined]  # a field of choices


def _facets(game: str) -> Iterable[tuple[str, forms.Field]]:
    """Yield name and form field of each facet of a game; nothing for an unknown game."""
    if game in {engine.slug for engine in registry.engines()}:
        for name, field in presenter(game).archive.facet_fields().items():
            yield name, _facet(field)


def _facet(facet: FacetField) -> forms.Field:
    if facet.choices:
        field = _choice(facet.label)
        field.choices = [("", _("any")), *facet.choices.items()]
        return field
    return _number(_("%(facet)s (minimum)") % {"facet": facet.label}, facet.most, 1)
