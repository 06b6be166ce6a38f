"""Pages reached by links, for a stranger and for players with games in every phase: faults, and compiled templates."""

from collections import Counter, deque
from collections.abc import Iterator
from functools import cache, lru_cache
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import Resolver404, resolve, reverse

from accounts.models import User
from tables.management import demo
from tables.models import Table
from tests.leaks.answers import same_chance
from tests.site import factories, keeping
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
# Maximum number of visited pages with addresses that differ only in a number or a filter.
MOST_OF_A_KIND = 5
OF_PLAYERS = {"tables:mine", "tables:create", "tables:agree", "mail:choices", "account_email"}
FOLLOWED = {"a": "href", "form": "action", "link": "href", "script": "src", "img": "src", "source": "src"}
ASKED_BY_HTMX = ("hx-get", "hx-post")


class Page(HTMLParser):
    """Parts of a page's source that the tests inspect."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.leads: list[tuple[str, str]] = []
        self.inline: list[str] = []
        self.ids: Counter[str] = Counter()
        self.targets: list[str] = []
        self.headings: Counter[str] = Counter()
        self.language = ""
        self.form: dict[str, str] = {}
        self.forgetful: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.inline += [f"<{tag} {name}>" for name in found if name == "style" or name.startswith(("on", "hx-on"))]
        if tag == "style" or (tag == "script" and "src" not in found and found.get("type") != "application/json"):
            self.inline.append(f"<{tag}>")
        self.inline += [value for value in found.values() if value.strip().lower().startswith("javascript:")]
        self.ids.update([found["id"]] if "id" in found else [])
        self.headings[tag] += 1
        self.language = found.get("lang", "") if tag == "html" else self.language
        self.form = found if tag == "form" else self.form
        if tag == "textarea" and "data-typed" not in self.form:
            self.forgetful.append(found.get("name", ""))
        if address := found.get(FOLLOWED.get(tag, "")):
            self.leads.append((tag if tag != "form" else found.get("method", "get").lower(), address))
        self.leads += [("hx", found[name]) for name in ASKED_BY_HTMX if found.get(name)]

    @property
    def twice(self) -> list[str]:
        """Return the element ids that appear more than once on the page."""
        return [name for name, count in self.ids.items() if count > 1]


# Each page is parsed for its links and again for its faults.
_read = lru_cache(4)(Page)


@keeping.kept
def _seeded() -> Table:
    demo.seed(factories.NOW)
    return Table.objects.get(name=demo.YOUR_TURN.name)


@pytest.fixture
def table(time_machine, monkeypatch):
    """Return the demo table where it is Anna's turn."""
    time_machine.move_to(factories.NOW, tick=False)
    monkeypatch.setattr(demo, "FINISHED", demo.FINISHED[1:3])
    return _seeded()


def test_every_page_keeps_to_the_policy_and_leads_somewhere(table):
    """Every page obeys the content policy, and its links lead to existing addresses.

    Anna reads English, Bruno German. The test is slow because three people open every kind of page.
    """
    seen = {who: _kinds_of_pages(who, table) for who in ("", "anna", "bruno")}
    for kinds in seen.values():
        assert kinds >= {
            "home",
            "about",
            "rules",
            "tables:lobby",
            "tables:detail",
            "tables:log",
            "archive:step",
            "archive:check",
        }
    assert seen[""].isdisjoint(OF_PLAYERS)
    assert seen["anna"] >= OF_PLAYERS
    assert seen["bruno"] >= OF_PLAYERS


@pytest.mark.slow
def test_every_page_is_what_django_makes_of_its_templates(table, settings):
    """Compiled templates and Django's own produce the same bytes for every page.

    Anna reads English, Bruno German, then Anna Italian. The test is slow because it renders every page twice.
    """
    for who in ("anna", "bruno"):
        pages = {address: response.content for address, response in _crawled(who, table) if response.status_code == 200}
        _assert_same(_client(who), pages, settings.TEMPLATES[0])
    User.objects.filter(email="anna@demo.test").update(language="it")
    client = _client("anna")
    known = [address for address, response in _crawled("anna", table) if response.status_code == 200]
    _assert_same(client, {address: _bytes(client, address) for address in known}, settings.TEMPLATES[0])


def _assert_same(client: Client, compiled: dict[str, bytes], engine: dict[str, Any]) -> None:
    with override_settings(TEMPLATES=[_uncompiled(engine)]):
        plain = {address: _bytes(client, address) for address in compiled}
    # Some pages show a text only on the first visit, so each differing page is requested again.
    differing = [address for address, ours in compiled.items() if ours != plain[address]]
    assert [address for address in differing if _bytes(client, address) != plain[address]] == []
    assert len(compiled) > 50


def _bytes(client: Client, address: str) -> bytes:
    with same_chance(address):
        return client.get(address).content


def _uncompiled(engine: dict[str, Any]) -> dict[str, Any]:
    """Return the template settings without COMPILED_TEMPLATES."""
    [(loader, sources)] = engine["OPTIONS"]["loaders"]
    assert loader == "config.templating.loader.Loader"
    return engine | {"OPTIONS": engine["OPTIONS"] | {"loaders": [("django.template.loaders.cached.Loader", sources)]}}


@pytest.mark.parametrize(
    "source",
    ['<p style="color: red">', "<style>p {}</style>", "<script>x()</script>", '<p onclick="x()">', '<a href="javascript:x()">'],
)
def test_what_the_policy_forbids_is_found(source):
    assert Page(source).inline


def _kinds_of_pages(who: str, table: Table) -> set[str]:
    """Visit the pages that a user reaches, and fail if one of them has a fault. Return the kinds of these pages."""
    pages = _crawled(who, table)
    assert [f"{address}: {fault}" for address, response in pages for fault in _faults(address, response)] == []
    return {_kind(address) for address, response in pages if response.status_code == 200}


def _client(who: str) -> Client:
    return signed_in(User.objects.get(email=f"{who}@demo.test") if who else None)


@cache
def _crawled(who: str, table: Table) -> list[tuple[str, HttpResponse]]:
    """Visit the pages that a user reaches. Return their responses without the data that Django's test client attaches."""
    found = _crawl(_client(who), ["/", reverse("tables:log", args=[table.code])])
    return [(at, HttpResponse(each.content, status=each.status_code, headers=dict(each.headers))) for at, each in found]


def _kind(address: str) -> str:
    return resolve(urlsplit(address).path).view_name


def _crawl(client: Client, begin: list[str]) -> Iterator[tuple[str, HttpResponse]]:
    """Yield the pages found by following links, at most ``MOST_OF_A_KIND`` of each kind."""
    known, waiting, kinds = set(begin), deque(begin), Counter[str]()
    while waiting:
        address = waiting.popleft()
        kind = _kind(address)
        if kinds[kind] >= MOST_OF_A_KIND:
            continue
        kinds[kind] += 1
        with same_chance(address):
            response = client.get(address)
        yield address, response
        for lead in _leads(address, response):
            if lead not in known:
                known.add(lead)
                waiting.append(lead)


def _leads(address: str, response: HttpResponse) -> list[str]:
    """Return the addresses on this site that a response links to."""
    if response.status_code in (301, 302):
        return [urljoin(address, response["Location"])] if not urlsplit(response["Location"]).netloc else []
    if not response["Content-Type"].startswith("text/html"):
        return []
    leads = [urljoin(address, lead) for tag, lead in _read(response.content.decode()).leads if tag in ("a", "get")]
    ours = [lead.partition("#")[0] for lead in leads if not urlsplit(lead).netloc and lead.startswith("/")]
    return [lead for lead in ours if _resolves(lead) and "logout" not in lead]


def _faults(address: str, response: HttpResponse) -> Iterator[str]:
    if response.status_code not in (200, 301, 302):
        yield f"answers {response.status_code}"
    policy = response.get("Content-Security-Policy", "")
    if "default-src 'self'" not in policy or "unsafe" in policy:
        yield f"has the policy {policy!r}"
    if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
        return
    page = _read(response.content.decode())
    yield from (f"has {what} in the page" for what in page.inline)
    yield from (f"leads to {lead}, which is nowhere" for _tag, lead in page.leads if not _leads_somewhere(address, lead, page))
    yield from (f"forgets what was typed as {name!r} on a reload" for name in page.forgetful)
    if page.twice:
        yield f"has these ids twice: {page.twice}"
    if page.headings["h1"] != 1 or page.headings["main"] != 1 or page.language != response["Content-Language"]:
        yield f"has {page.headings['h1']} h1, {page.headings['main']} main, language {page.language!r}"


def _leads_somewhere(address: str, lead: str, page: Page) -> bool:
    parts = urlsplit(lead)
    if parts.scheme in ("http", "https", "mailto", "data"):
        return parts.hostname != "testserver" or _resolves(parts.path)
    if lead.startswith("#"):
        return lead[1:] in page.ids
    if parts.path.startswith("/static/"):
        return _is_file(parts.path.removeprefix("/static/"))
    return _resolves(urljoin(address, lead))


@cache
def _is_file(name: str) -> bool:
    return finders.find(name) is not None


@cache
def _resolves(lead: str) -> bool:
    try:
        resolve(urlsplit(lead).path)
    except Resolver404:
        return False
    return True
