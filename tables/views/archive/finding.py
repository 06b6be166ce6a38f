"""Finding finished games."""

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
    """The finished games that fit the filters, page by page. An address says only what narrows the list or sorts it."""
    finder = Finder(request.GET)
    given, cursor = finder.given(), request.GET.get("after", "")
    if dict(request.GET.lists()) != {name: [text] for name, text in _query(given, cursor).items()}:
        return redirect(_address(given, cursor))
    try:
        page = finding.archive_page(request.user, finder.search(), cursor) if finder.is_valid() else None
    except finding.BadCursor:
        return trouble(request, 404, _("No such page"), _("This address leads nowhere."), reverse("archive:list"))
    name = "archive/archive_list.html"
    is_part = bool(request.htmx) and not request.htmx.history_restore_request
    context = _context(finder, given, page, cursor) | {"folds": _folds(request, finder, given), "is_part": is_part}
    return render(request, f"{name}#finding" if is_part else name, context)


def _context(finder: Finder, given: dict[str, str], page: finding.Page | None, cursor: str) -> dict[str, Any]:
    count = page.count if page else None
    return {
        "form": finder,
        "first": [finder[name] for name in FIRST],
        "criteria": _criteria(finder, given),
        "narrowed": bool(given),
        "rows": [words.row(game) for game in page.games] if page else [],
        "count": words.count_words(count) if count else "",
        "later": _address(given, page.cursor) if page and page.cursor else "",
        "beginning": _address(given) if cursor else "",
    }


def _folds(request: HtmxHttpRequest, finder: Finder, given: dict[str, str]) -> list[dict[str, Any]]:
    """The filters that lie folded, so that a phone shows games early: those of a game that was not just chosen, and more."""
    just_chosen = bool(request.htmx) and request.htmx.trigger == "finding-first"
    more = [name for name in finder.fields if name not in (*FIRST, *finder.facets)]
    folds = ((_("What happened in the game"), list(finder.facets), just_chosen), (_("More filters"), more, False))
    return [_fold(finder, given, *fold) for fold in folds if fold[1]]


def _fold(finder: Finder, given: dict[str, str], title: str, names: list[str], is_open: bool) -> dict[str, Any]:
    is_wrong = any(name in finder.errors for name in names)
    used = sum(name in given for name in names)
    return {"title": title, "fields": [finder[name] for name in names], "used": used, "is_open": is_open or is_wrong}


def _criteria(finder: Finder, given: dict[str, str]) -> list[dict[str, str]]:
    """What is being looked for, each with the address of the list without it."""
    values = finder.cleaned_data if finder.is_valid() else {}
    return [
        {"words": words.criterion_words(finder.fields[name], values[name]), "without": _address(_without(given, name))}
        for name in given
        if name in values
    ]


def _without(given: dict[str, str], name: str) -> dict[str, str]:
    """A game takes its facets along."""
    return {key: text for key, text in given.items() if key != name and not (name == "game" and key.startswith(FACET))}


def _query(given: dict[str, str], cursor: str) -> dict[str, str]:
    return given | ({"after": cursor} if cursor else {})


def _address(given: dict[str, str], cursor: str = "") -> str:
    query = _query(given, cursor)
    return f"{reverse('archive:list')}?{urlencode(query)}" if query else reverse("archive:list")
