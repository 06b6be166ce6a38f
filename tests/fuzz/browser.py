"""Hostile browser that collects pages and forms its user can see, and sends altered values."""

import re
import time
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client, RequestFactory
from django.urls import Resolver404, get_resolver, resolve
from django.urls.resolvers import RoutePattern, URLResolver

from accounts.models import User
from config import charset
from engines import registry
from tables.models import Table
from tests.fuzz import hostile, worlds
from tests.fuzz.forms import Form, forms, links

ARGUMENT = re.compile(r"<(?:(\w+):)?(\w+)>")
MOST_PAGES = 150
MOST_OF_A_KIND = 4
READS = ("GET", "GET", "GET", "HEAD", "OPTIONS")
WRITES = ("POST", "POST", "POST", "POST", "POST", "POST", "PUT", "DELETE", "PATCH")


SITE = WSGIHandler()
CSRF, TOKEN = "csrfmiddlewaretoken", "x" * 32


class Wire(RequestFactory):
    """Request factory that returns the WSGI environment, as a server hands it to the site."""

    def request(self, **request: Any) -> Any:
        return self._base_environ(**request)


class Sent(NamedTuple):
    """Request with all data needed to send it again."""

    who: str
    method: str
    path: str
    body: bytes
    content_type: str
    headers: dict[str, str]
    has_csrf: bool

    @property
    def view(self) -> str:
        """Name of the view at the address, as :func:`view_of` returns it."""
        return view_of(self.path)


class Answer(NamedTuple):
    """Response: status (0 if there is none, with the error), and the processor time in seconds."""

    status: int
    seconds: float
    error: BaseException | None


def view_of(path: str) -> str:
    """Return the name of the view at an address: ``unnamed`` if it has none, empty if there is no view."""
    try:
        return resolve(path.partition("?")[0]).view_name or "unnamed"
    except Resolver404:
        return ""


class Browser:
    """Browser of a user, with the pages and forms it has seen. ``user`` is None for a stranger."""

    def __init__(self, who: str, user: User | None) -> None:
        self.who, self.user = who, user
        self.client = Client()
        if user is not None:
            self.client.force_login(user)
        self.wire = Wire()
        # ``documents``: the pages that are HTML, without redirects, feeds, pictures and empty answers.
        self.pages: list[str] = []
        self.documents: list[str] = []
        self.guesses: list[str] = []
        self.forms: list[Form] = []

    def look_around(self) -> None:
        """Follow links, at most ``MOST_PAGES`` and ``MOST_OF_A_KIND`` pages of a kind, and keep all their forms."""
        self.guesses = list(guesses())
        secret = worlds.secret_addresses(self.user)
        waiting = ["/", "/accounts/login/", "/accounts/signup/", f"/{settings.ADMIN_PATH}", "/staff/tables/", *secret]
        kinds: dict[str, int] = {}
        seen: set[str] = set()
        while waiting and len(self.pages) < MOST_PAGES:
            path = waiting.pop(0)
            kind = view_of(path) + "&".join(sorted(part.partition("=")[0] for part in path.partition("?")[2].split("&")))
            if path in seen or kinds.get(kind, 0) >= MOST_OF_A_KIND:
                continue
            seen.add(path)
            kinds[kind] = kinds.get(kind, 0) + 1
            response = self.client.get(path)
            self.pages.append(path)
            if response.status_code == 302:
                waiting.append(response["Location"])
            elif "text/html" in response.get("Content-Type", ""):
                source = response.content.decode()
                if source:
                    self.documents.append(path)
                self.forms += forms(path, source)
                waiting += links(path, source)

    def request(self, dice: Random, others: list["Browser"]) -> Sent:
        """Return a hostile request from a form or page, mostly of this user, sometimes of another user."""
        owner = self if dice.random() < 0.8 else dice.choice(others)
        has_csrf = dice.random() < 0.95
        headers = hostile.headers(dice)
        if dice.random() < 0.4:
            headers["HX-Request"] = "true"
        if owner.forms and dice.random() < 0.75:
            form = dice.choice(owner.forms)
            held = hostile.fields(dice, form.fields if has_csrf else [field for field in form.fields if field[0] != CSRF])
            if form.method == "GET":
                return self._sent("GET", _with_query(form.address, held), b"", "", headers, has_csrf)
            kind = headers.pop("Content-Type", None) or hostile.content_type(dice)
            body = urlencode(held, errors="surrogatepass").encode()
            return self._sent(dice.choice(WRITES), form.address, body, kind, headers, has_csrf)
        path = dice.choice(owner.pages if dice.random() < 0.6 else owner.guesses)
        roll = dice.random()
        if roll < 0.5:
            path = _with_query(path, _query(dice, path))
        elif roll < 0.8:
            path = _bent_path(dice, path)
        method = dice.choice(READS if dice.random() < 0.8 else WRITES)
        return self._sent(method, path, b"", headers.pop("Content-Type", ""), headers, has_csrf)

    def guess(self, dice: Random, view: str) -> Sent:
        """Return a request to the view of this name, or to the front page if no guess reaches the view."""
        path = next((path for path in self.guesses if view_of(path) == view), "/")
        return self._sent(dice.choice(("GET", "POST")), path, b"", hostile.FORM, hostile.headers(dice), True)

    def send(self, sent: Sent) -> Answer:
        """Send a request, and return the answer."""
        environ = self.wire.generic(sent.method, sent.path, sent.body, sent.content_type, headers=self._headers(sent))
        statuses: list[str] = []
        before = time.thread_time()
        try:
            response = SITE(charset.readable(environ), lambda status, _headers: statuses.append(status))
            # A streaming response is produced while it is read, so reading it belongs to the measured time.
            b"".join(response)
            response.close()
        except Exception as error:  # noqa: BLE001 (a server answers 500 to an exception of the site)
            return Answer(0, time.thread_time() - before, error)
        return Answer(int(statuses[0].split()[0]), time.thread_time() - before, None)

    def _headers(self, sent: Sent) -> dict[str, str]:
        """Return the headers of the request, with the session's cookies and the form's token if it has one."""
        given = dict(sent.headers)
        cookies = [f"{each.key}={each.value}" for each in self.client.cookies.values() if each.key != "csrftoken"]
        given["Cookie"] = "; ".join(
            [*filter(None, [given.get("Cookie")]), *cookies, *([f"csrftoken={TOKEN}"] if sent.has_csrf else [])]
        )
        return {"X-CSRFToken": TOKEN, **given} if sent.has_csrf else given

    def _sent(self, method: str, path: str, body: bytes, kind: str, headers: dict[str, str], has_csrf: bool) -> Sent:
        return Sent(self.who, method, path, body, kind, headers, has_csrf)


def guesses() -> Iterator[str]:
    """Yield addresses of every route, filled in with each table's code, some numbers and words, or a false key."""
    codes = list(Table.objects.values_list("code", flat=True))
    numbers = ("0", "1", "2")
    known = {"code": codes, "int": numbers, "slug": [*codes, *registry.PLAYABLE, "resend"], "path": numbers}
    for route, _view in routes(get_resolver()):
        names = [converter or "str" for converter, _name in ARGUMENT.findall(route)]
        for chosen in product(*(known.get(name, ["cut-off-cut-off-cut-off"]) for name in names)):
            texts = iter(chosen)
            yield "/" + ARGUMENT.sub(lambda _found, texts=texts: next(texts), route)


def routes(resolver: URLResolver, before: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    """Yield every ``path`` route with the name of its view; regular expressions are left out."""
    for each in resolver.url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, route, f"{space}{each.namespace}:" if each.namespace else space)
        elif isinstance(each.pattern, RoutePattern) and each.name:
            yield route, space + each.name


def _with_query(address: str, held: list[tuple[str, str]]) -> str:
    path = address.partition("?")[0]
    return f"{path}?{urlencode(held, errors='surrogatepass')}"


def _query(dice: Random, path: str) -> hostile.Fields:
    """Return altered query fields: those of the path, sometimes with one more name that views read."""
    given = [tuple(part.partition("=")[::2]) for part in path.partition("?")[2].split("&") if part]
    if not given or dice.random() < 0.4:
        name = dice.choice(
            ("page", "seat", "by", "at", "world", "for", "choice", "next", "me", "seq", "panel", "q", "o", "p", "all", "since")
        )
        given.append((name, dice.choice(("1", "x", "turn"))))
    return hostile.fields(dice, given)


def _bent_path(dice: Random, path: str) -> str:
    pieces = path.partition("?")[0].split("/")
    place = dice.randrange(1, len(pieces)) if len(pieces) > 1 else 0
    pieces[place] = quote(hostile.mutated(dice, pieces[place])[:2_000], safe="", errors="replace")
    bent = "/".join(pieces)
    return bent if bent.startswith("/") and not bent.startswith("//") else f"/{bent.lstrip('/')}"


def browsers(world: worlds.World) -> Iterator[Browser]:
    """Yield a browser for each user of a world and for a stranger, all with their current pages and forms."""
    everybody: list[tuple[str, Any]] = [
        *((person.display_name, person) for person in world.people),
        ("operator", world.operator),
        ("guest", world.guest),
        ("stranger", None),
    ]
    for who, user in everybody:
        browser = Browser(who, user)
        browser.look_around()
        yield browser
