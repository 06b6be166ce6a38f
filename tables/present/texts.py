"""Texts of the site's admins for pages of their own: plain-text files in ``settings.TEXTS_DIR``.

A file is named like ``imprint.de.txt``. A blank line ends a paragraph, ``# `` begins a heading, ``- `` a list item; URLs
become links. There is no other markup, and the template escapes everything.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.utils.translation import get_language

LONGEST = 100_000


@dataclass(frozen=True)
class Block:
    """Heading or paragraph (one line), or list (one item per line)."""

    kind: str
    lines: Sequence[str]


def is_written(name: str) -> bool:
    """Return whether there is a text of this name in any language."""
    return _file(name) is not None


def blocks(name: str) -> Sequence[Block]:
    """Return the blocks of a text in the page's language, else in English, else in another; empty if there is none."""
    path = _file(name)
    try:
        text = path.read_text(encoding="utf-8", errors="replace")[:LONGEST] if path else ""
    except OSError:
        return []
    return [block for part in _parts(text) for block in _blocks(part)]


def _file(name: str) -> Path | None:
    languages = dict.fromkeys([get_language() or settings.LANGUAGE_CODE, "en", *dict(settings.LANGUAGES)])
    folder = os.fspath(settings.TEXTS_DIR)
    # Every page checks for an imprint, and usually not even the folder exists.
    if not os.path.isdir(folder):
        return None
    paths = (os.path.join(folder, f"{name}.{language}.txt") for language in languages)
    return next((Path(path) for path in paths if os.path.isfile(path)), None)


def _parts(text: str) -> Sequence[Sequence[str]]:
    lines = (line.strip() for line in text.splitlines())
    return [list(group) for is_text, group in groupby(lines, bool) if is_text]


def _blocks(lines: Sequence[str]) -> Sequence[Block]:
    parsed = []
    for kind, group in groupby(lines, _kind):
        contents = [line[2:].strip() if kind != "text" else line for line in group]
        parsed += [Block(kind, contents)] if kind == "list" else [Block(kind, [line]) for line in _joined(kind, contents)]
    return parsed


def _joined(kind: str, lines: Sequence[str]) -> Sequence[str]:
    return lines if kind == "title" else [" ".join(lines)]


def _kind(line: str) -> str:
    return {"# ": "title", "- ": "list"}.get(line[:2], "text")
