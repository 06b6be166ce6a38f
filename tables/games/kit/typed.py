"""Boards in plain letters and digits for the text of emails, in lines short enough for any email program.

Letters stand for players by their seats, in the order of the list below the map.
"""

from collections.abc import Iterable, Sequence
from textwrap import wrap

from tables.games.contract import Player

WIDTH = 60
LETTERS = "ABCDE"


def named(players: Sequence[Player]) -> str:
    """Return the letters of the players: "A Anna, B Bruno"."""
    return ", ".join(f"{LETTERS[player.seat]} {player.name}" for player in players)


def wrapped(text: str, *, indent: str = "") -> list[str]:
    """Return a text in lines."""
    return wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def table(head: Sequence[str], rows: Iterable[tuple[str, Sequence[object]]]) -> list[str]:
    """Return rows of numbers below each other, with one column of equal width for each player."""
    body = [(name, [str(cell) for cell in cells]) for name, cells in rows]
    label_width = max(len(name) for name, _cells in body)
    column_width = min(12, (WIDTH - label_width) // len(head) - 1)
    lines = ["".join([" " * label_width, *(f" {name[:column_width]:>{column_width}}" for name in head)])]
    return lines + [
        "".join([f"{name:<{label_width}}", *(f" {cell:>{column_width}}" for cell in cells)]) for name, cells in body
    ]


def sheet(lines: Iterable[str]) -> str:
    """Return the lines as one text, without trailing blanks."""
    return "\n".join(line.rstrip() for line in lines)
