"""Boards in plain letters and digits, for the text of mails: as wide as any mail program shows a line unbroken.

Players are letters by their seats, in the order of the list below the map.
"""

from collections.abc import Iterable, Sequence
from textwrap import wrap

from tables.games.contract import Player

WIDTH = 60
LETTERS = "ABCDE"


def named(players: Sequence[Player]) -> str:
    """Whose letter is whose: "A Anna, B Bruno"."""
    return ", ".join(f"{LETTERS[player.seat]} {player.name}" for player in players)


def wrapped(text: str, *, indent: str = "") -> list[str]:
    """A text in lines."""
    return wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def table(head: Sequence[str], rows: Iterable[tuple[str, Sequence[object]]]) -> list[str]:
    """Rows of numbers below each other, one column for each player, each as wide as all."""
    body = [(name, [str(cell) for cell in cells]) for name, cells in rows]
    first = max(len(name) for name, _cells in body)
    wide = min(12, (WIDTH - first) // len(head) - 1)
    lines = ["".join([" " * first, *(f" {name[:wide]:>{wide}}" for name in head)])]
    return lines + ["".join([f"{name:<{first}}", *(f" {cell:>{wide}}" for cell in cells)]) for name, cells in body]


def sheet(lines: Iterable[str]) -> str:
    """Lines as one text, with nothing at their ends."""
    return "\n".join(line.rstrip() for line in lines)
