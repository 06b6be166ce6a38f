"""Admin lists that accept only the filters and dates shown on their pages."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import ActionLocation, IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import BadRequest, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from accounts import names

# Suffixes that Django's filters append to their column in addresses, and those of its date hierarchy.
_OF_FILTERS = ("", "__exact", "__isnull", "__isempty")
_OF_DATES = ("__year", "__month", "__day", "__gte", "__lt")


class NamedList(ChangeList):
    """List of rows that reports impossible dates in its address as invalid filters."""

    def get_filters(self, request: HttpRequest) -> Any:
        """Return Django's filters.

        Raises IncorrectLookupParameters for numbers too long for a date, and for the last possible year.
        """
        try:
            return super().get_filters(request)
        except (ValueError, OverflowError) as error:
            raise IncorrectLookupParameters(error) from error


class NamedLookups(admin.ModelAdmin):
    """Admin that allows only the filters and dates shown in its list.

    Django lets an address filter by columns that the list does not show. That is enough to read a hidden value, letter by
    letter.
    """

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        return lookup in set(self._named(request))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[QuerySet[Any], bool]:
        """Return the rows found by a text in the form in which names are stored."""
        return super().get_search_results(request, queryset, names.searched(search_term))

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return NamedList

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Return whether ``to_field`` is the primary key. Rows cannot be addressed by another unique column."""
        return to_field in ("pk", self.opts.pk.name)

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Any], action_location: ActionLocation = ActionLocation.CHANGE_LIST
    ) -> HttpResponse | None:
        """Carry out an action of a list and return its response. Raises BadRequest if the key of a chosen row is invalid."""
        for number in request.POST.getlist(ACTION_CHECKBOX_NAME):
            try:
                self.opts.pk.to_python(number)
            except ValidationError:
                raise BadRequest from None
        return super().response_action(request, queryset, action_location)

    def _named(self, request: HttpRequest) -> Iterator[str]:
        for entry in self.get_list_filter(request):
            name = entry[0] if isinstance(entry, (list, tuple)) else getattr(entry, "parameter_name", entry)
            yield from (f"{name}{ending}" for ending in _OF_FILTERS)
        if self.date_hierarchy:
            yield from (f"{self.date_hierarchy}{ending}" for ending in _OF_DATES)
