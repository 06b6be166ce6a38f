"""Repeatable requests to the site: the same world always gives the same answer, to the byte.

Before each request, the caches are emptied. After it, its changes are undone. All random choices come from fixed bytes, so
form tokens and nonces need no mask. Any other difference comes from the rows of the database.
"""

import os
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import unified_diff
from functools import cache as remembered
from hashlib import shake_256
from itertools import count
from typing import Any, NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection, transaction
from django.http import QueryDict
from django.test import RequestFactory
from django.utils.functional import cached_property

from accounts.models import User

HTMX = {"HX-Request": "true"}
SHORT = 160


@dataclass(frozen=True)
class Viewer:
    """Viewer of the site: name in findings, account (None for a stranger) and cookies."""

    name: str
    user: User | None
    cookies: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Ask:
    """Request to an address. ``sent`` has the fields of the form for a POST, and is None for a GET."""

    address: str
    htmx: bool = False
    sent: tuple[tuple[str, str], ...] | None = None

    def __str__(self) -> str:
        way = "GET" if self.sent is None else f"POST {dict(self.sent)}"
        return f"{way} {self.address}{' with htmx' if self.htmx else ''}"


@dataclass(frozen=True)
class Answer:
    """Response, with the database reads that it needed. ``after`` is the public state after the request."""

    status: int
    headers: Sequence[tuple[str, str]]
    body: bytes = field(repr=False)
    queries: int = 0
    reads: Sequence["Read"] = field(default=(), repr=False)
    tables: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()
    is_read_back: bool = False
    after: Any = None

    def differs(self, other: "Answer") -> str:
        """Return the first difference from another answer, or an empty string."""
        if self.status != other.status:
            return f"status {self.status} becomes {other.status}"
        if self.body != other.body:
            return _first_difference(*(each.body.decode(errors="backslashreplace").splitlines() for each in (self, other)))
        if self.headers != other.headers:
            return f"headers: {_first_difference(*([': '.join(one) for one in each.headers] for each in (self, other)))}"
        return f"{self.queries} queries become {other.queries}" if self.queries != other.queries else ""


class Site:
    """The site as a remote client sees it, byte for byte.

    Requests bypass Django's test client, which records templates. ``asked_for`` has the names that the view read from the last
    query string.
    """

    def __init__(self, known_to_all: Callable[[], Any]) -> None:
        self._handler = BaseHandler()
        self._known_to_all = known_to_all
        self._handler.load_middleware()
        self._factory = _Factory()
        self.asked_for: set[str] = set()

    def ask(self, viewer: Viewer, ask: Ask, *, masks: Mapping[bytes, bytes]) -> Answer:
        """Send a request once. ``masks`` maps texts that differ without revealing anything to their replacements."""
        with rolled_back(), same_chance(str(ask)), watched() as seen:
            response = self._handler.get_response(self._request(viewer, ask))
            body = b"".join(response) if response.streaming else response.content
            after = self._known_to_all() if ask.sent is not None else None
        headers = sorted((name, _masked(value.encode(), masks).decode()) for name, value in response.headers.items())
        cookies = [("Set-Cookie", morsel.OutputString()) for _name, morsel in sorted(response.cookies.items())]
        return seen.answer(response.status_code, [*headers, *cookies], _masked(body, masks), after)

    def _request(self, viewer: Viewer, ask: Ask) -> Any:
        self._factory.cookies.clear()
        self._factory.cookies.load(dict(viewer.cookies))
        headers = HTMX if ask.htmx else {}
        if ask.sent is None:
            request = self._factory.get(ask.address, headers=headers)
        else:
            request = self._factory.post(ask.address, dict(ask.sent), headers=headers)
        request._dont_enforce_csrf_checks = True
        self.asked_for = request.asked_for
        return request


class _Request(WSGIRequest):
    """Request that records the names read from its query string."""

    @cached_property
    def asked_for(self) -> set[str]:
        """Names read from the query string."""
        return set()

    @cached_property
    def GET(self) -> QueryDict:
        """Query string, rebuilt when the encoding changes."""
        return _noting(self.META.get("QUERY_STRING", ""), self.asked_for)


class _Factory(RequestFactory):
    """Factory for recording requests."""

    def request(self, **request: Any) -> Any:
        return _Request(self._base_environ(**request))


class Read(NamedTuple):
    """Query to the database."""

    sql: str
    params: str

    @property
    def tables(self) -> frozenset[str]:
        """Database tables that the query reads."""
        return _tables_in(self.sql)


@dataclass
class Watched:
    """Record of database use: number of queries, reads and their tables, and the tables written to.

    ``is_read_back`` is True if a table was read after it was written to. Its content then depends on the request as well, not
    only on the world.
    """

    queries: int = 0
    reads: list[Read] = field(default_factory=list)
    tables: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    is_read_back: bool = False

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.queries += 1
        tables = _tables_in(sql)
        self.tables |= tables
        if sql.startswith("SELECT"):
            self.is_read_back = self.is_read_back or bool(tables & self.written)
            KNOWN_READS.setdefault(read := Read(sql, repr(params)), params)
            self.reads.append(read)
        elif tables:
            self.written |= tables if not sql.startswith("UPDATE") else _tables_in(sql.split(" SET ")[0])
        return execute(sql, params, many, context)

    def answer(self, status: int, headers: Sequence[tuple[str, str]], body: bytes, after: Any = None) -> Answer:
        """Return the answer with the recorded database use."""
        found = frozenset(self.tables), frozenset(self.written), self.is_read_back
        return Answer(status, headers, body, self.queries, tuple(dict.fromkeys(self.reads)), *found, after)


KNOWN_READS: dict[Read, Any] = {}
"""Parameters of every query sent so far, in the form that the database takes."""


def result(read: Read) -> int:
    """Send a known query again, and return a hash of its current result."""
    with connection.cursor() as cursor:
        cursor.execute(read.sql, KNOWN_READS[read])
        return hash(repr(cursor.fetchall()))


@contextmanager
def watched() -> Iterator[Watched]:
    """Empty the caches, and record the queries of the block."""
    cache.clear()
    ContentType.objects.clear_cache()
    seen = Watched()
    with connection.execute_wrapper(seen):
        yield seen


@contextmanager
def rolled_back() -> Iterator[None]:
    """Undo all writes of the block, including the ids that new rows used up."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def same_chance(seed: str) -> Iterator[None]:
    """Derive all random choices of the block from ``seed``: those of the operating system and of Python's generator."""
    numbers, before = count(), (random._urandom, os.urandom)  # type: ignore[attr-defined]

    def drawn(size: int) -> bytes:
        return shake_256(f"{seed}/{next(numbers)}".encode()).digest(size)

    random._urandom = os.urandom = drawn  # type: ignore[attr-defined]
    random.seed(seed)
    try:
        yield
    finally:
        random._urandom, os.urandom = before  # type: ignore[attr-defined]


def _noting(query: str, names: set[str]) -> QueryDict:
    """Return a query string that notes each name read from it."""

    class Noting(QueryDict):
        def __getitem__(self, name: str) -> Any:
            names.add(name)
            return super().__getitem__(name)

        def __contains__(self, name: object) -> bool:
            names.add(str(name))
            return super().__contains__(name)

        def getlist(self, name: str, default: Any = None) -> Any:
            names.add(name)
            return super().getlist(name, default)

    return Noting(query)


def _masked(text: bytes, masks: Mapping[bytes, bytes]) -> bytes:
    """Replace the masked texts, and drop the fingerprints of page parts that contain one."""
    for hidden, shown in masks.items():
        text = text.replace(hidden, shown)
    first, *parts = text.split(b' data-part="')
    named = [part.partition(b'"')[2] if any(shown in part for shown in masks.values()) else part for part in parts]
    return b' data-part="'.join([first, *named])


@remembered
def _tables_in(sql: str) -> frozenset[str]:
    return frozenset(re.findall(r'"(\w+)"', sql)) & _known_tables()


@remembered
def _known_tables() -> frozenset[str]:
    return frozenset(connection.introspection.django_table_names(only_existing=False))


def _first_difference(before: list[str], after: list[str]) -> str:
    changed = [line for line in unified_diff(before, after, n=0, lineterm="") if not line.startswith(("---", "+++"))]
    told = [f"{line[0]} {_around(line[1:], changed)}" for line in changed if line[0] in "+-"]
    pair = [next(line for line in told if line[0] == sign) for sign in "-+" if any(line[0] == sign for line in told)]
    return " | ".join([*(line.split(" @@")[0] + " @@" for line in changed[:1]), *pair])


def _around(line: str, changed: Sequence[str]) -> str:
    """Return the part of a long line around its first difference from the other line."""
    others = [each[1:] for each in changed if each[0] in "+-" and each[1:] != line]
    at = max((_alike(line, other) for other in others), default=0)
    begin = max(0, at - SHORT // 2)
    return line[begin : begin + SHORT].strip()


def _alike(one: str, other: str) -> int:
    """Return the number of characters that both texts share at the start."""
    return next((at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), 0)
