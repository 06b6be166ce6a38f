"""References to moves and rounds in the table chat: "#23", "R5"."""

import re

from django.template.defaultfilters import linebreaksbr
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tables.models import Table

_NAMED = re.compile(r"(?<![\w#&/])(#[0-9]{1,4}|R[0-9]{1,2})(?!\w)")


def has_move(table: Table, seq: int) -> bool:
    """Return whether the record has a move of this number."""
    return table.started_at is not None and seq <= table.seq


def opens_round(table: Table, number: int) -> bool:
    """Return whether everyone may open a round of this number."""
    last = table.round if table.is_disclosed else table.round - table.looks_back
    return table.started_at is not None and 1 <= number <= last and (table.is_disclosed or table.looks_back > 0)


def linked(text: str, table: Table) -> SafeString:
    """Return a chat line as HTML, in which references to existing moves and rounds link to their positions."""
    pieces = enumerate(_NAMED.split(text))
    # Every second piece of the split text is a reference.
    return format_html_join("", "{}", ((_link(piece, table) if at % 2 else linebreaksbr(piece),) for at, piece in pieces))


def _link(name: str, table: Table) -> str | SafeString:
    number = int(name[1:])
    view, exists = ("at", has_move) if name.startswith("#") else ("at_round", opens_round)
    if not exists(table, number):
        return name
    return format_html('<a href="{}">{}</a>', reverse(f"tables:{view}", args=[table.code, number]), name)
