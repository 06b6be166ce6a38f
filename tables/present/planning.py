"""Variations that people show of a finished game, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tables.models import ShownPlan, Table
from tables.present.seats.seating import archive_person
from tables.selectors import planning
from tables.selectors.people import relations

# Maximum number of variations in the line next to the board.
NAMED = 3


@dataclass(frozen=True)
class Variation:
    """Shown variation. ``is_silenced``: the reader has muted or blocked its owner."""

    words: str
    address: str
    is_silenced: bool


@dataclass(frozen=True)
class Beginning:
    """Move after which shown variations begin, with their number in words."""

    seq: int
    words: str
    address: str


@dataclass(frozen=True)
class Variations:
    """Shown variations of a game: a page of the variations after one move, and all moves after which variations begin.

    ``more`` is the query string of another page, without the page's number.
    """

    here: Sequence[Variation]
    page: Page[ShownPlan] | None
    beginnings: Sequence[Beginning]
    more: str = ""

    @property
    def named(self) -> Sequence[Variation]:
        """First variations, for the line next to the board, without those of people the reader has muted or blocked."""
        return [one for one in self.here if not one.is_silenced][:NAMED]

    @property
    def has_more(self) -> bool:
        """True if there are more variations than ``named``."""
        return self.page is not None and self.page.paginator.count > len(self.named)


def variations(table: Table, seq: int, reader: User | None, *, page: str, query: str) -> Variations:
    """Return the shown variations of a finished game, as a reader may see them; ``query`` keeps their view in URLs.

    If the reader is None, they are not signed in.
    """
    counts = planning.shown_counts(table)
    if seq not in counts:
        return Variations((), None, _beginnings(table, counts, query))
    shown = planning.shown_at(table, seq, page)
    silenced = relations.silenced_for(reader)
    here = [Variation(words_of(one), address(table, one), one.user_id in silenced) for one in shown]
    return Variations(here, shown, _beginnings(table, counts, query), more=f"{query}&variations=" if query else "?variations=")


def words_of(shown: ShownPlan) -> str:
    """Return the name of a variation's owner and the number of its steps."""
    count = len(shown.steps)
    steps = ngettext("%(count)d step", "%(count)d steps", count) % {"count": count}
    return _("%(name)s, %(steps)s") % {"name": archive_person(shown.user), "steps": steps}


def address(table: Table, shown: ShownPlan, step: int = 0) -> str:
    """Return the URL of a shown variation, or of the position after one of its steps."""
    if not step:
        return reverse("archive:variation", args=[table.code, shown.pk])
    return reverse("archive:variation_step", args=[table.code, shown.pk, step])


def _beginnings(table: Table, counts: Mapping[int, int], query: str) -> Sequence[Beginning]:
    return [
        Beginning(
            seq,
            ngettext("%(number)d variation", "%(number)d variations", number) % {"number": number},
            reverse("archive:step", args=[table.code, seq]) + query + "#variations",
        )
        for seq, number in counts.items()
    ]
