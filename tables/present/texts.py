"""What the operator says on pages of their own: files of plain text in ``settings.TEXTS_DIR``, such as ``imprint.de.txt``.

A blank line ends a paragraph, ``# `` begins a heading, ``- `` an item of a list; addresses become links. Nothing else means
anything, and all of it is escaped by the template.
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
    """A heading or a paragraph (one line), or a list (an item on each line)."""

    kind: str
    lines: Sequence[str]


def is_written(name: str) -> bool:
    """Whether there is a text of this name in any language."""
    return _file(name) is not None


def blocks(name: str) -> Sequence[Block]:
    """The text in the language of the page, else in English or the first there is; nothing if there is none."""
    path = _file(name)
    try:
        text = path.read_text(encoding="utf-8", errors="replace")[:LONGEST] if path else ""
    except OSError:
        return []
    return [block for part in _parts(text) for block in _blocks(part)]


def _file(name: str) -> Path | None:
    languages = dict.fromkeys([get_language() or settings.LANGUAGE_CODE, "en", *dict(settings.LANGUAGES)])
    folder = os.fspath(settings.TEXTS_DIR)
    # Every page asks whether there is an imprint, and mostly there is not even a folder.
    if not os.path.isdir(folder):
        return None
    paths = (os.path.join(folder, f"{name}.{language}.txt") for language in languages)
    return next((Path(path) for path in paths if os.path.isfile(path)), None)


def _parts(text: str) -> Sequence[Sequence[str]]:
    lines = (line.strip() for line in text.splitlines())
    return [list(group) for is_text, group in groupby(lines, bool) if is_text]


def _blocks(lines: Sequence[str]) -> Sequence[Block]:
    found = []
    for kind, group in groupby(lines, _kind):
        said = [line[2:].strip() if kind != "text" else line for line in group]
        found += [Block(kind, said)] if kind == "list" else [Block(kind, [line]) for line in _joined(kind, said)]
    return found


def _joined(kind: str, lines: Sequence[str]) -> Sequence[str]:
    return lines if kind == "title" else [" ".join(lines)]


def _kind(line: str) -> str:
    return {"# ": "title", "- ": "list"}.get(line[:2], "text")
