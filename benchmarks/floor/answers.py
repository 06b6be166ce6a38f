"""Bytes and texts of the site, which the floor uses as responses and rows."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class Written:
    """Data written by one move: the texts of its row, and the resulting position."""

    state: str = ""
    row: dict[str, str] = field(default_factory=dict)


@dataclass
class Answer:
    """Bytes of a page and of the response to a move, and the data that this move writes."""

    page: bytes = b""
    moved: bytes = b""
    written: Written = field(default_factory=Written)


# Answers by their name in the address.
ANSWERS: dict[str, Answer] = {}


def keep(folder: Path, name: str, answer: Answer) -> None:
    """Store an answer for a server that is started later."""
    (folder / f"{name}.page").write_bytes(answer.page)
    (folder / f"{name}.moved").write_bytes(answer.moved)
    (folder / f"{name}.json").write_text(json.dumps(asdict(answer.written)))


def read(folder: Path, name: str) -> Answer:
    """Return the answer stored in ``folder`` under this name."""
    written = Written(**json.loads((folder / f"{name}.json").read_text()))
    return Answer((folder / f"{name}.page").read_bytes(), (folder / f"{name}.moved").read_bytes(), written)


def load(folder: Path) -> None:
    """Load all answers stored in ``folder`` into ``ANSWERS``."""
    for path in folder.glob("*.page"):
        ANSWERS[path.stem] = read(folder, path.stem)
