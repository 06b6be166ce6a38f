"""Asking the site something so that the same world always gives the same answer, to the byte.

Nothing is remembered before and nothing stays behind, and whatever is drawn meanwhile is drawn from the same random bytes: form
tokens and nonces need no mask. What still differs follows from the rows alone.
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
    """Somebody who looks: what they are called in a finding, their account (None: a stranger), the cookies of their browser."""

    name: str
    user: User | None
    cookies: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Ask:
    """One look at an address; ``sent`` is the form that is sent there, None for a GET."""

    address: str
    htmx: bool = False
    sent: tuple[tuple[str, str], ...] | None = None

    def __str__(self) -> str:
        way = "GET" if self.sent is None else f"POST {dict(self.sent)}"
        return f"{way} {self.address}{' with htmx' if self.htmx else ''}"


@dataclass(frozen=True)
class Answer:
    """What came back, and what was asked of the database for it; ``after`` is what everybody knew afterwards."""

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
        """The first thing in which another answer differs; empty if nothing does."""
        if self.status != other.status:
            return f"status {self.status} becomes {other.status}"
        if self.body != other.body:
            return _first_difference(*(each.body.decode(errors="backslashreplace").splitlines() for each in (self, other)))
        if self.headers != other.headers:
            return f"headers: {_first_difference(*([': '.join(one) for one in each.headers] for each in (self, other)))}"
        return f"{self.queries} queries become {other.queries}" if self.queries != other.queries else ""


class Site:
    """The site as somebody far away knows it: bytes for bytes, without a test client that looks into its templates.

    ``asked_for`` holds the names that the view read of the last query string.
    """

    def __init__(self, known_to_all: Callable[[], Any]) -> None:
        self._handler = BaseHandler()
        self._known_to_all = known_to_all
        self._handler.load_middleware()
        self._factory = _Factory()
        self.asked_for: set[str] = set()

    def ask(self, viewer: Viewer, ask: Ask, *, masks: Mapping[bytes, bytes]) -> Answer:
        """Ask once; ``masks`` are texts that differ though nothing is told, each with what stands there instead."""
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
    """A request that notes which names are read of its query string."""

    @cached_property
    def asked_for(self) -> set[str]:
        """The names."""
        return set()

    @cached_property
    def GET(self) -> QueryDict:
        """The query string; made anew where the encoding changes."""
        return _noting(self.META.get("QUERY_STRING", ""), self.asked_for)


class _Factory(RequestFactory):
    """Makes such requests."""

    def request(self, **request: Any) -> Any:
        return _Request(self._base_environ(**request))


class Read(NamedTuple):
    """One question to the database."""

    sql: str
    params: str

    @property
    def tables(self) -> frozenset[str]:
        """The tables of the database it reads."""
        return _tables_in(self.sql)


@dataclass
class Watched:
    """What was asked of the database: how much, what was read from which tables, and which were written to.

    ``is_read_back``: something was read of a table after it was written to, so what was read says nothing of the world alone.
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
        """What came back, with what it took."""
        found = frozenset(self.tables), frozenset(self.written), self.is_read_back
        return Answer(status, headers, body, self.queries, tuple(dict.fromkeys(self.reads)), *found, after)


KNOWN_READS: dict[Read, Any] = {}
"""The parameters of every question that was asked, as the database takes them."""


def result(read: Read) -> int:
    """What a question finds now, as a number that is the same for the same rows."""
    with connection.cursor() as cursor:
        cursor.execute(read.sql, KNOWN_READS[read])
        return hash(repr(cursor.fetchall()))


@contextmanager
def watched() -> Iterator[Watched]:
    """Count queries, with nothing remembered of those before."""
    cache.clear()
    ContentType.objects.clear_cache()
    seen = Watched()
    with connection.execute_wrapper(seen):
        yield seen


@contextmanager
def rolled_back() -> Iterator[None]:
    """Nothing that is written stays, the numbers of new rows included."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def same_chance(seed: str) -> Iterator[None]:
    """Whatever is drawn follows from ``seed``: what the operating system would give, and Python's own generator."""
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
    """The query string, noting each name that is read of it."""

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
    """A part of a page that shows what is masked has another fingerprint for it."""
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
    """A long line around the place where it differs from the other."""
    others = [each[1:] for each in changed if each[0] in "+-" and each[1:] != line]
    at = max((_alike(line, other) for other in others), default=0)
    begin = max(0, at - SHORT // 2)
    return line[begin : begin + SHORT].strip()


def _alike(one: str, other: str) -> int:
    """With how many characters both begin."""
    return next((at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), 0)
