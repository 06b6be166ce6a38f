"""Link from a table to the next one with a decision for the same person."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.models import Table
from tables.present.lobby.cards import TableCard


@dataclass(frozen=True)
class NextTable:
    """Link to the decision at another table, and its text."""

    address: str
    words: str


def next_table_link(awaiting: Sequence[Table], after: Table | None = None) -> NextTable | None:
    """Return the link to the first waiting table other than ``after``, the one just played; None if there is none."""
    others = [table for table in awaiting if after is None or table.pk != after.pk]
    if not others:
        return None
    return NextTable(f"{others[0].get_absolute_url()}#panel", _words(TableCard(others[0], ()).headline, len(others) - 1))


def _words(name: str, remaining: int) -> str:
    if not remaining:
        return _("Next table: %(name)s") % {"name": name}
    text = ngettext(
        "Next table: %(name)s (%(count)d more is waiting for you)",
        "Next table: %(name)s (%(count)d more are waiting for you)",
        remaining,
    )
    return text % {"name": name, "count": remaining}
