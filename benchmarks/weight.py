"""How much a table page weighs on its first visit: the page and all it loads from the site, compressed, without fonts."""

import gzip
import re
from pathlib import PurePosixPath

from django.conf import settings
from django.contrib.staticfiles import finders

LEVEL = 6
LOADED = re.compile(r"""(?:href|src)="([^"]+)\"""")
IMPORTED = re.compile(r"""(?:from|import)\s*\(?["'](\.{1,2}/[^"']+)["']|url\(["']?([^"')]+)["']?\)""")
KINDS = {".css", ".js", ".mjs", ".svg", ".png", ".webp", ".avif", ".jpg"}


def kilobytes(page: bytes) -> float:
    """Thousands of bytes, each file compressed by itself."""
    texts = [page, *(_read(path) for path in sorted(_files(page.decode())))]
    return sum(len(gzip.compress(text, LEVEL, mtime=0)) for text in texts) / 1000


def _files(page: str) -> set[str]:
    """Static paths a page needs, and what those need in turn."""
    base = settings.STATIC_URL
    wanted = [found.removeprefix(base) for found in LOADED.findall(page) if found.startswith(base)]
    known: set[str] = set()
    while wanted:
        path = wanted.pop()
        if path not in known and PurePosixPath(path).suffix in KINDS:
            known.add(path)
            wanted += _needs(path)
    return known


def _needs(path: str) -> list[str]:
    if PurePosixPath(path).suffix not in {".css", ".js", ".mjs"}:
        return []
    found = ["".join(names) for names in IMPORTED.findall(_read(path).decode())]
    return [_joined(path, name) for name in found if not name.startswith(("data:", "#", "http"))]


def _joined(path: str, name: str) -> str:
    parts: list[str] = []
    for part in (*PurePosixPath(path).parent.parts, *PurePosixPath(name).parts):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _read(path: str) -> bytes:
    found = finders.find(path)
    if not isinstance(found, str):
        raise RuntimeError(f"the page loads {path}, which is no static file")
    with open(found, "rb") as file:
        return file.read()
