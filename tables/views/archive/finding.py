"""Search for finished games."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tables.forms.archive import FACET, Finder
from tables.present.archive import finding as words
from tables.selectors.archive import finding
from tables.views.http import HtmxHttpRequest, trouble

FIRST = ("game", "order", "player", "partner")


@require_safe
@vary_on_headers("HX-Request")
def list_games(request: HtmxHttpRequest) -> HttpResponse:
    """List the finished games that match the filters, page by page. Redirect addresses with empty or other parameters."""
    finder = Finder(request.GET)
    filters, cursor = finder.parameters(), request.GET.get("after", "")
    if dict(request.GET.lists()) != {name: [text] for name, text in _query(filters, cursor).items()}:
        return redirect(_address(filters, cursor))
    try:
        page = finding.archive_page(request.user, finder.search(), cursor) if finder.is_valid() else None
    except finding.BadCursor:
        return trouble(request, 404, _("Page not found"), _("This address does not exist."), reverse("archive:list"))
    name = "archive/archive_list.html"
    is_part = bool(request.htmx) and not request.htmx.history_restore_request
    context = _context(finder, filters, page, cursor) | {"folds": _folds(request, finder, filters), "is_part": is_part}
    return render(request, f"{name}#finding" if is_part else name, context)


def _context(finder: Finder, filters: dict[str, str], page: finding.Page | None, cursor: str) -> dict[str, Any]:
    count = page.count if page else None
    return {
        "form": finder,
        "first": [finder[name] for name in FIRST],
        "criteria": _criteria(finder, filters),
        "narrowed": bool(filters),
        "rows": [words.row(game) for game in page.games] if page else [],
        "count": words.count_words(count) if count else "",
        "later": _address(filters, page.cursor) if page and page.cursor else "",
        "beginning": _address(filters) if cursor else "",
    }


def _folds(request: HtmxHttpRequest, finder: Finder, filters: dict[str, str]) -> list[dict[str, Any]]:
    """Return the folded filters: the facets of a game, and the rest. Folding lets a phone show games early.

    The facets of a game just chosen are open.
    """
    just_chosen = bool(request.htmx) and request.htmx.trigger == "finding-first"
    more = [name for name in finder.fields if name not in (*FIRST, *finder.facets)]
    folds = ((_("Game events"), list(finder.facets), just_chosen), (_("More filters"), more, False))
    return [_fold(finder, filters, *fold) for fold in folds if fold[1]]


def _fold(finder: Finder, filters: dict[str, str], title: str, names: list[str], is_open: bool) -> dict[str, Any]:
    has_error = any(name in finder.errors for name in names)
    used = sum(name in filters for name in names)
    return {"title": title, "fields": [finder[name] for name in names], "used": used, "is_open": is_open or has_error}


def _criteria(finder: Finder, filters: dict[str, str]) -> list[dict[str, str]]:
    """Return the active filters, each with the address of the list without it."""
    values = finder.cleaned_data if finder.is_valid() else {}
    return [
        {"words": words.criterion_words(finder.fields[name], values[name]), "without": _address(_without(filters, name))}
        for name in filters
        if name in values
    ]


def _without(filters: dict[str, str], name: str) -> dict[str, str]:
    """Return the query without one filter; removing a game also removes its facets."""
    return {key: text for key, text in filters.items() if key != name and not (name == "game" and key.startswith(FACET))}


def _query(filters: dict[str, str], cursor: str) -> dict[str, str]:
    return filters | ({"after": cursor} if cursor else {})


def _address(filters: dict[str, str], cursor: str = "") -> str:
    query = _query(filters, cursor)
    return f"{reverse('archive:list')}?{urlencode(query)}" if query else reverse("archive:list")
