"""Recent events of a table in an email: the recap of the table's page, shortened."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import Seat, Table
from tables.present.play.recap import recap
from tables.selectors.play.recap import Gap, gap, onlookers_gap


@dataclass(frozen=True)
class News:
    """Events as sentences, oldest first. ``changes`` has a line for each player with changed numbers.

    ``url`` is the page that shows the events. ``skipped`` is a sentence about left-out earlier events, or empty.
    """

    title: str
    sentences: Sequence[str]
    changes: Sequence[str]
    skipped: str
    url: str

    def __bool__(self) -> bool:
        return bool(self.sentences)


def read_onlookers_news(table: Table, since: int, public: Any, people: Sequence[Player], most: int) -> News:
    """Return the newest ``most`` public events after move ``since``."""
    summary = recap(onlookers_gap(table, since, most=most), presenter(table.game), public, people)
    is_all = summary.is_all and len(summary.sentences) <= most
    return News(
        title=_("Since our last email"),
        sentences=summary.sentences[-most:],
        changes=(),
        skipped="" if is_all else _more(),
        url=settings.SITE_URL + reverse("tables:log", args=[table.code]),
    )


def read_news(table: Table, seat: Seat, public: Any, people: Sequence[Player], most: int, *, since: Gap | None = None) -> News:
    """Return the newest ``most`` events since the seat's last move that it may know.

    ``since`` is the data of that recap if it has already been read.
    """
    since = since or gap(table, seat, viewer=seat.index, most=most)
    summary = recap(since, presenter(table.game), public, people)
    is_all = summary.is_all and len(summary.sentences) <= most
    return News(
        title=summary.title,
        sentences=summary.sentences[-most:],
        changes=[str(tally) for tally in summary.tallies],
        skipped="" if is_all else _more(),
        url=settings.SITE_URL + reverse("tables:recap", args=[table.code]),
    )


def _more() -> str:
    return _("Earlier events are in the table’s log.")
