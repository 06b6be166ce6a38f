"""Query strings to try: names that a view reads, a page offers or the admin allows.

Names are recorded while a view reads them, so a new name is included automatically. ``VALUES`` has the values to try for known
names, ``ANY`` the values for all other names.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlencode, urljoin, urlsplit

from django.contrib import admin
from django.db import models
from django.test import RequestFactory
from django.urls import reverse

from tables.games.registry import presenter
from tables.models import Decision
from tables.present.seats import seating
from tables.selectors.play import state
from tests.leaks.answers import Answer, Ask, Viewer
from tests.leaks.rows import Difference
from tests.leaks.worlds import World

ANY = ("0", "1", "2", "on")
OPTIONS_OF_A_FIELD = 4
PARTS_OF_A_MOMENT = frozenset(
    ("year", "month", "day", "hour", "minute", "second", "week", "quarter", "week_day", "iso_week_day", "iso_year")
)
DEEPEST = 2
"""So many relations a look-up of the admin may follow."""

type Give = Callable[[World, Viewer], Sequence[str]]


def _open_keys(world: World, _viewer: Viewer) -> Sequence[str]:
    rows = Decision.objects.filter(table=world.number, closed_at=None).values_list("seat__index", "key")
    return [f"{seat}:{key}" for seat, key in rows]


def _answers(world: World, viewer: Viewer) -> Sequence[str]:
    """Return a false choice, and some choices from the decision links in this person's emails, named as on the linked page."""
    table, found = world.table, ["no-such-answer"]
    people = seating.players(table.game, state.seen(table, None).public, table.seats.select_related("user"))
    for one in world.asked():
        seat = world.seat(one)
        if viewer.user and seat.user_id == viewer.user.pk:
            offered = presenter(table.game).answers(state.seen(table, seat), one, people)
            found += [answer.code for answer in offered[:2]]
    return found


VALUES: Mapping[str, Give] = {
    "me": lambda world, _viewer: [str(number) for number in range(world.table.seat_count)],
    "panel": lambda *_any: ["none", "waiting"],
    "seq": lambda world, _viewer: ["0", str(world.table.seq)],
    "beside": lambda *_any: ["0"],
    "before": lambda world, _viewer: [str(world.table.seq)],
    "step": lambda *_any: ["1", "2"],
    "eyes": lambda *_any: ["all", "none", "0", "1"],
    "at": lambda world, _viewer: ["0", str(world.table.seq)],
    "for": _open_keys,
    "invite": lambda world, _viewer: ["guessed", world.waiting.invite],
    "q": lambda world, _viewer: [world.table.code, world.players[0].display_name],
    "next": lambda world, _viewer: [world.table.get_absolute_url()],
    "game": lambda world, _viewer: [world.table.game],
    "choice": _answers,
}
"""What to try for a name that a view reads of its query string."""


class Page(HTMLParser):
    """Content of a page: addresses with a query string, GET forms and POST forms."""

    def __init__(self, address: str, source: str) -> None:
        super().__init__()
        self._here, self._form, self._select = address, "", ""
        self.looks: list[str] = []
        self.options: dict[str, dict[str, list[str]]] = {}
        self.sends: list[tuple[str, list[tuple[str, str]]]] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        for lead in (found.get("href", ""), found.get("hx-get", "")):
            if "?" in lead and tag != "link":
                self.looks.append(self._local(lead))
        match tag:
            case "form":
                self._begin(found)
            case "select":
                self._select = found.get("name", "")
            case "option" if self._select:
                self._field(self._select, found.get("value", ""), is_sent="selected" in found)
            case "input" | "button" if found.get("name"):
                is_sent = tag == "button" or found.get("type") not in ("radio", "checkbox") or "checked" in found
                self._field(found["name"], found.get("value", "on"), is_sent=is_sent)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = ""
        elif tag == "select":
            self._select = ""

    def _begin(self, found: Mapping[str, str]) -> None:
        address = self._local(found.get("action", "")) or self._here
        self._form = found.get("method", "get").lower()
        if self._form == "post":
            self.sends.append((address, []))
        else:
            self._looked = self.options.setdefault(urlsplit(address).path, {})

    def _field(self, name: str, value: str, *, is_sent: bool) -> None:
        if self._form == "post" and is_sent and name != "csrfmiddlewaretoken":
            self.sends[-1][1].append((name, value))
        elif self._form == "get":
            self._looked.setdefault(name, []).append(value)

    def _local(self, lead: str) -> str:
        parts = urlsplit(urljoin(self._here, lead))
        return "" if parts.netloc else f"{parts.path}{'?' * bool(parts.query)}{parts.query}"


def offered(ask: Ask, answer: Answer) -> Iterator[Ask]:
    """Yield requests for the page's links with a query string, choices of its GET forms, and its POST forms.

    At most ``OPTIONS_OF_A_FIELD`` choices of a field are tried, and signing out is left out.
    """
    if answer.status != 200 or not any(name == "Content-Type" and "html" in value for name, value in answer.headers):
        return
    page = Page(ask.address, answer.body.decode(errors="replace"))
    yield from (Ask(look) for look in page.looks if look)
    for path, fields in page.options.items():
        for name, values in fields.items():
            for value in [value for value in dict.fromkeys(values) if value][:OPTIONS_OF_A_FIELD] or ANY[1:2]:
                yield Ask(f"{path}?{urlencode({name: value})}")
    yield from (Ask(address, sent=tuple(dict(fields).items())) for address, fields in page.sends if "logout" not in address)


def read(world: World, viewer: Viewer, ask: Ask, names: set[str]) -> Iterator[Ask]:
    """Yield the request with each name that a view reads, and each value to try for it."""
    for name in sorted(names):
        for value in VALUES[name](world, viewer) if name in VALUES else ANY:
            yield Ask(f"{ask.address}{'&' if '?' in ask.address else '?'}{urlencode({name: value})}", htmx=ask.htmx)


def orders_of_the_admin(viewer: Viewer) -> Iterator[Ask]:
    """Yield requests for the admin lists that this viewer may see, sorted by each column in both directions."""
    for model, shown in _lists(viewer):
        columns = len(shown.get_list_display(_as(viewer))) + 1
        yield from (Ask(f"{_list_of(model)}?o={sign}{column}") for column in range(columns) for sign in ("", "-"))


def of_the_admin(world: World, viewer: Viewer, hidden: Difference) -> Iterator[Ask]:
    """Yield requests with each admin look-up that is allowed over a hidden column, and with searches for its values."""
    texts = {str(value) for values in hidden.cells.values() for value in values if isinstance(value, str) and value}
    for model, shown in _lists(viewer):
        for path, field, values in _hidden_columns(model, hidden):
            for lookup, value in _lookups(field, values):
                for name in (f"{path}__{lookup}", *([path] if lookup == "exact" else [])):
                    if shown.lookup_allowed(name, value, _as(viewer)):
                        yield Ask(f"{_list_of(model)}?{name}={quote(str(value))}")
        if shown.get_search_fields(_as(viewer)):
            yield from (Ask(f"{_list_of(model)}?q={quote(text[:40])}") for text in sorted(texts, key=len)[:4])


def _lists(viewer: Viewer) -> Sequence[tuple[type[models.Model], Any]]:
    may = viewer.user is not None and viewer.user.is_staff
    return list(admin.site._registry.items()) if may else []


def _as(viewer: Viewer) -> Any:
    request = RequestFactory().get("/")
    request.user = viewer.user
    return request


def _list_of(model: type[models.Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def _hidden_columns(
    model: type[models.Model], hidden: Difference, before: str = "", depth: int = 0, seen: tuple[type[models.Model], ...] = ()
) -> Iterator[tuple[str, Any, set[Any]]]:
    """Yield every path from a model to a column that differs between the worlds, along relations in both directions."""
    for field in model._meta.get_fields():
        path = before + field.name
        if field.concrete and (model, getattr(field, "attname", "")) in hidden.cells:
            yield path, field, hidden.cells[model, field.attname]
        if field.is_relation and depth < DEEPEST and field.related_model not in (None, model, *seen):
            yield from _hidden_columns(field.related_model, hidden, f"{path}__", depth + 1, (*seen, model))


def _lookups(field: Any, values: set[Any]) -> Iterator[tuple[str, Any]]:
    """Yield the look-ups of a column, each with a value for which the worlds may give different results."""
    known = [value for value in values if value is not None]
    yield "isnull", "True"
    for lookup in sorted(set(field.get_lookups()) - {"isnull", "search"}):
        for value in known[:2]:
            if (text := _tried(lookup, value)) is not None:
                yield lookup, text


def _tried(lookup: str, value: Any) -> str | None:
    """Return a search text that finds this value, or None if the look-up does not suit the value."""
    text = value.hex() if isinstance(value, bytes) else str(value)
    match lookup:
        case "range":
            return f"{text},{text}"
        case "contains" | "icontains" | "endswith" | "iendswith" | "regex" | "iregex":
            return text[-12:]
        case "startswith" | "istartswith":
            return text[:12]
        case _ if lookup in PARTS_OF_A_MOMENT:
            is_moment = isinstance(value, datetime) or (isinstance(value, date) and lookup not in ("hour", "minute", "second"))
            return str(getattr(value, lookup, 1)) if is_moment else None
        case _:
            return text
