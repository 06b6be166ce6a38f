"""Looking for finished games: a set of filters that narrow a search, those of the chosen game's own facets among them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import django_filters as filters
from django import forms
from django.core.validators import EMPTY_VALUES
from django.utils.translation import gettext_lazy as _

from engines import registry
from tables.games.contract import FacetField
from tables.games.registry import presenter
from tables.models import ArchivedGame, Table
from tables.selectors.archive.finding import Order, Search

ORDERS = {
    Order.NEWEST: _("newest first"),
    Order.OLDEST: _("oldest first"),
    Order.LONGEST: _("most moves first"),
    Order.SHORTEST: _("fewest moves first"),
}
MOST_SEATS = 5
MOST_MOVES, MOST_POINTS = 9999, 999
FACET = "fact-"


class Narrows:
    """What all filters here have in common: they narrow a search, not rows; how rows are found is the search's business."""

    field_name: str
    lookup_expr: str

    def filter(self, search: Search, value: Any) -> Search:
        """The search with this value in it; nothing was asked for by an empty one."""
        return search if value in EMPTY_VALUES else self.narrowed(search, value)

    def narrowed(self, search: Search, value: Any) -> Search:
        return replace(search, **{self.field_name: value})


class ChoiceFilter(Narrows, filters.ChoiceFilter):
    """One of some values."""


class SeatsFilter(ChoiceFilter):
    """How many played."""

    def narrowed(self, search: Search, value: str) -> Search:
        return replace(search, seats=int(value))


class DateFilter(Narrows, filters.DateFilter):
    """A day of the reader's."""


class NameFilter(Narrows, filters.CharFilter):
    """A name, or a part of one."""


class PlayerFilter(NameFilter):
    """The name of one player more."""

    def narrowed(self, search: Search, value: str) -> Search:
        return replace(search, players=(*search.players, value))


class BoundFilter(Narrows, filters.NumberFilter):
    """The ``least`` or the ``most`` of a number."""

    field_class = forms.IntegerField

    def narrowed(self, search: Search, value: int) -> Search:
        span = getattr(search, self.field_name)._replace(**{self.lookup_expr: value})
        return replace(search, **{self.field_name: span})


class FacetFilter(Narrows):
    """A facet of the chosen game."""

    def narrowed(self, search: Search, value: int | str) -> Search:
        return replace(search, facets={**search.facets, self.field_name: value})


class FacetChoice(FacetFilter, filters.ChoiceFilter):
    """A facet that is one of some texts."""


class FacetNumber(FacetFilter, filters.NumberFilter):
    """A facet that is a number, asked for "at least"."""

    field_class = forms.IntegerField


class FinderForm(forms.Form):
    """The form of the filters: what only all of them together can get wrong."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for low, high in (("since", "until"), ("moves_from", "moves_to"), ("margin_from", "margin_to")):
            least, most = cleaned.get(low), cleaned.get(high)
            if least is not None and most is not None and least > most:
                self.add_error(high, _("This must not be less than where it begins."))
        return cleaned


def _day(label: Any, name: str) -> DateFilter:
    return DateFilter(label=label, field_name=name, widget=forms.DateInput({"type": "date"}))


def _name(kind: type[NameFilter], label: Any, name: str) -> NameFilter:
    return kind(label=label, field_name=name, max_length=60, widget=forms.TextInput({"autocomplete": "off"}))


def _bound(label: Any, name: str, which: str, most: int) -> BoundFilter:
    return BoundFilter(label=label, field_name=name, lookup_expr=which, min_value=0, max_value=most)


class Finder(filters.FilterSet):
    """The filters of the archive; every field may stay empty. With a game, those of its facets are among them."""

    game = ChoiceFilter(label=_("Game"), field_name="game", empty_label=_("all games"))
    player = _name(PlayerFilter, _("Played by"), "players")
    partner = _name(PlayerFilter, _("and by"), "players")
    winner = _name(NameFilter, _("Won by"), "winner")
    seats = SeatsFilter(label=_("Number of players"), field_name="seats", empty_label=_("any number"))
    since = _day(_("Ended from"), "since")
    until = _day(_("Ended until"), "until")
    moves_from = _bound(_("Moves, at least"), "plies", "least", MOST_MOVES)
    moves_to = _bound(_("Moves, at most"), "plies", "most", MOST_MOVES)
    margin_from = _bound(_("Points ahead, at least"), "margin", "least", MOST_POINTS)
    margin_to = _bound(_("Points ahead, at most"), "margin", "most", MOST_POINTS)
    ended_by = ChoiceFilter(label=_("How it ended"), field_name="ended_by", empty_label=_("in any way"))
    order = ChoiceFilter(label=_("Sorted"), field_name="order", empty_label=None)

    class Meta:
        model = ArchivedGame
        form = FinderForm
        fields: tuple[str, ...] = ()

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        self.filters["game"].extra["choices"] = [(engine.slug, engine.title) for engine in registry.engines()]
        self.filters["seats"].extra["choices"] = [(str(number), number) for number in range(2, MOST_SEATS + 1)]
        self.filters["ended_by"].extra["choices"] = Table.EndedBy.choices
        self.filters["order"].extra["choices"] = [(order.value, words) for order, words in ORDERS.items()]
        self.facets = dict(_facets(data.get("game", "")))
        self.filters |= self.facets

    def given(self) -> dict[str, str]:
        """What of the address narrows or sorts anything, as it stands there."""
        given = {name: self.data.get(name, "").strip() for name in self.filters}
        return {name: text for name, text in given.items() if text and (name, text) != ("order", Order.NEWEST)}

    def search(self) -> Search:
        """What was asked for; call it on valid filters."""
        search = Search()
        for name, value in self.form.cleaned_data.items():
            search = self.filters[name].filter(search, value)
        return replace(search, order=Order(search.order))


def _facets(game: str) -> Iterable[tuple[str, FacetFilter]]:
    """The filters of a game's own facets by their names in an address; none without a game."""
    if game in {engine.slug for engine in registry.engines()}:
        for name, field in presenter(game).archive.facet_fields().items():
            yield FACET + name, _facet(name, field)


def _facet(name: str, field: FacetField) -> FacetFilter:
    if field.choices:
        return FacetChoice(label=field.label, field_name=name, choices=list(field.choices.items()), empty_label=_("any"))
    label = _("%(facet)s, at least") % {"facet": field.label}
    return FacetNumber(label=label, field_name=name, min_value=1, max_value=field.most)
