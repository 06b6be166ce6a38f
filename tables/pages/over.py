"""End of a game on the page of its table. Most of its sentences are in ``tables.present.archive.ending``."""

from functools import cached_property
from weakref import proxy

from django.utils.translation import gettext as _

from tables.models import Table
from tables.pages.rematch import Rematch, rematch
from tables.pages.viewed import ViewedTable
from tables.present.archive import ending as endings
from tables.present.archive.ending import Ending
from tables.selectors import coding
from tables.selectors.archive import games, ratings


class Over:
    """Result of a finished game, and its rematch."""

    def __init__(self, page: ViewedTable) -> None:
        # A circular reference would keep all these objects in memory until the garbage collector runs.
        self.page: ViewedTable = proxy(page)

    @cached_property
    def summary(self) -> Ending:
        """Result for its own section of the page. The course of a withheld game is left out."""
        table = games.finished_table(self.page.table.pk)
        replayed = games.replayed_to_its_end(table) if table.is_disclosed else None
        return endings.ending(table, self.page.seen.public, self.page.players, replayed, ratings.changes_of(table))

    @cached_property
    def rematch(self) -> Rematch | None:
        """Rematch for players of this game, or None."""
        return rematch(self.page.table, self.page.me, self.page.user)

    @property
    def reason(self) -> str:
        """Reason for the end of the game in a sentence."""
        outcome = coding.outcome(self.page.table.outcome)
        if self.page.table.ended_by == Table.EndedBy.FINISHED and outcome:
            return self.page.presenter.words.reason_words(outcome.reason)
        return {
            Table.EndedBy.CONCEDED.value: _("The game was conceded."),
            Table.EndedBy.AGREED.value: _("The players agreed to end the game without a result."),
            Table.EndedBy.ABANDONED.value: _("Everyone has left the game."),
            Table.EndedBy.CANCELLED.value: _("The admins cancelled the game."),
        }.get(self.page.table.ended_by, "")
