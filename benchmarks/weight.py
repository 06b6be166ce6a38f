"""Transferred bytes of a page, a response to a move, and a first visit, compressed as by the front proxy."""

import gzip
import re
import statistics
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.staticfiles import finders

from benchmarks.figure import Figure

if TYPE_CHECKING:
    from benchmarks.games import GameMeasurements

LEVEL = 6
# Goals in thousands of bytes.
PAGE, ANSWER_WORST, ANSWER_MEDIAN, FIRST_VISIT = 35, 25, 12, 80
LOADED = re.compile(r"""(?:href|src|data-explain)="([^"]+)\"""")
# These files are loaded only for a home screen, or only with the other theme.
NOT_LOADED = re.compile(r"app-touch|-night\.svg$")
IMPORTED = re.compile(r"""(?:from|import)\s*\(?["'](\.{1,2}/[^"']+)["']|url\(["']?([^"')]+)["']?\)""")
KINDS = {".css", ".js", ".mjs", ".svg", ".png", ".webp", ".avif", ".jpg"}


def kilobytes(text: bytes) -> float:
    """Return the thousands of bytes of ``text``, compressed."""
    return len(gzip.compress(text, LEVEL, mtime=0)) / 1000


def first_visit(page: bytes) -> float:
    """Return the thousands of bytes of a page and all it loads from the site except fonts.

    Each file is compressed by itself.
    """
    return kilobytes(page) + sum(map(_kilobytes_of, _files(page.decode())))


def figures(taken: Mapping[str, Sequence["GameMeasurements"]]) -> Iterator[Figure]:
    """Yield each game's heaviest page, heaviest and median response to a move, and heaviest first visit."""
    for game, played in taken.items():
        answers = list(chain.from_iterable(one.answer for one in played))
        heaviest = max(chain.from_iterable(one.page for one in played))
        visit = max(chain.from_iterable(one.first_visit for one in played))
        yield Figure(f"{game}-page-kilobytes", heaviest, PAGE, 1, "less")
        yield Figure(f"{game}-answer-kilobytes-worst", max(answers), ANSWER_WORST, 1, "less")
        yield Figure(f"{game}-answer-kilobytes-median", statistics.median(answers), ANSWER_MEDIAN, 1, "less")
        yield Figure(f"{game}-first-visit-kilobytes", visit, FIRST_VISIT, 1, "less")


def _files(page: str) -> set[str]:
    """Return the static paths that a browser loads for a page in its light theme, with their imports."""
    base = settings.STATIC_URL
    pending = [name.removeprefix(base) for name in LOADED.findall(page) if name.startswith(base)]
    loaded: set[str] = set()
    while pending:
        path = pending.pop()
        if path not in loaded and PurePosixPath(path).suffix in KINDS and not NOT_LOADED.search(path):
            loaded.add(path)
            pending += _needs(path)
    return loaded


@cache
def _kilobytes_of(path: str) -> float:
    return kilobytes(_read(path))


@cache
def _needs(path: str) -> list[str]:
    if PurePosixPath(path).suffix not in {".css", ".js", ".mjs"}:
        return []
    names = ["".join(names) for names in IMPORTED.findall(_read(path).decode())]
    return [_joined(path, name) for name in names if not name.startswith(("data:", "#", "http"))]


def _joined(path: str, name: str) -> str:
    parts: list[str] = []
    for part in (*PurePosixPath(path).parent.parts, *PurePosixPath(name).parts):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _read(path: str) -> bytes:
    location = finders.find(path)
    if not isinstance(location, str):
        raise RuntimeError(f"the page loads {path}, which is no static file")
    with open(location, "rb") as file:
        return file.read()
