"""Boards in plain letters and digits for the text of emails, in short lines.

A letter stands for the player of a seat: A for the first seat.
"""

from collections.abc import Iterable, Sequence
from textwrap import wrap

from config import characters
from tables.games.contract import Player

WIDTH = 60
LETTERS = "ABCDE"


def named(players: Sequence[Player]) -> str:
    """Return the players with their letters: "A Anna, B Bruno"."""
    return ", ".join(f"{LETTERS[player.seat]} {player.name}" for player in players)


def wrapped(text: str, *, indent: str = "") -> list[str]:
    """Return a text in lines of at most ``WIDTH`` characters. All lines after the first begin with ``indent``."""
    return wrap(characters.unbroken(text), WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def table(head: Sequence[str], rows: Iterable[tuple[str, Sequence[object]]]) -> list[str]:
    """Return a line of heads and a line for each row, with one column of equal width for each head."""
    body = [(name, [str(cell) for cell in cells]) for name, cells in rows]
    label_width = max(characters.width(name) for name, _cells in body)
    column_width = min(12, (WIDTH - label_width) // len(head) - 1)
    heads = [characters.padded(characters.cut(name, column_width), column_width, right=True) for name in head]
    lines = ["".join([" " * label_width, *(f" {name}" for name in heads)])]
    return lines + [
        "".join([characters.padded(name, label_width), *(f" {cell:>{column_width}}" for cell in cells)]) for name, cells in body
    ]


def sheet(lines: Iterable[str]) -> str:
    """Return the lines as one text, without trailing blanks."""
    return "\n".join(line.rstrip() for line in lines)
