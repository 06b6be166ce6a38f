"""What the floor answers with and writes: bytes and texts of the site, given to it beforehand."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class Written:
    """What one move writes: the texts of its row, and the position it leads to."""

    state: str = ""
    row: dict[str, str] = field(default_factory=dict)


@dataclass
class Answer:
    """The bytes of a page and of the answer to a move, and what that move writes."""

    page: bytes = b""
    moved: bytes = b""
    written: Written = field(default_factory=Written)


# By the name that stands in the address.
ANSWERS: dict[str, Answer] = {}


def keep(folder: Path, name: str, answer: Answer) -> None:
    """Leave an answer for a server that is started later."""
    (folder / f"{name}.page").write_bytes(answer.page)
    (folder / f"{name}.moved").write_bytes(answer.moved)
    (folder / f"{name}.json").write_text(json.dumps(asdict(answer.written)))


def read(folder: Path, name: str) -> Answer:
    """What was left under this name."""
    written = Written(**json.loads((folder / f"{name}.json").read_text()))
    return Answer((folder / f"{name}.page").read_bytes(), (folder / f"{name}.moved").read_bytes(), written)


def load(folder: Path) -> None:
    """Take all that was left."""
    for path in folder.glob("*.page"):
        ANSWERS[path.stem] = read(folder, path.stem)
