"""Briefing of a substitute, limited to what their seat may know."""

from collections.abc import Sequence
from functools import cached_property

from tables.pages.lines import LogLine
from tables.pages.slots import filed_words
from tables.pages.table import TablePage
from tables.present.time.paces import span
from tables.selectors.play import log as logs
from tables.selectors.seats import handover
from tables.selectors.seats.handover import Plans


class Briefing:
    """Secrets of the seat, inherited plans and the latest events, in words."""

    def __init__(self, page: TablePage) -> None:
        assert page.me is not None
        self._page, self._seat = page, page.me

    @property
    def secrets(self) -> Sequence[str]:
        """Information that only this seat has."""
        return self._page.presenter.hand.secrets(self._page.seen, self._page.players)

    @property
    def filed(self) -> Sequence[Sequence[str]]:
        """Queued turns, each as a list of choices."""
        return [filed_words(self._page, filed) for filed in self._plans.filed]

    @property
    def orders(self) -> Sequence[str]:
        """Standing orders in words."""
        page = self._page
        return [page.presenter.orders.order_words(order, page.players) for order in self._plans.orders]

    @property
    def has_draft(self) -> bool:
        """True if the player before left a draft for an open decision."""
        return self._plans.has_draft

    @property
    def notes(self) -> str:
        """Notes that were passed on."""
        return self._plans.notes

    @property
    def has_plans(self) -> bool:
        """True if the player before passed on plans."""
        return bool(self._plans)

    @property
    def bank(self) -> str:
        """Remaining time bank of the seat in words. It is empty if no time remains."""
        return span(self._seat.bank_seconds // 60) if self._seat.bank_seconds else ""

    @cached_property
    def recap(self) -> Sequence[LogLine]:
        """Log of about two rounds as the seat may read it, oldest first."""
        table = self._page.table
        entries = logs.log_entries(table, self._seat.index, limit=handover.recap_length(table))
        return list(reversed(self._page.log.words_of(entries)))

    @cached_property
    def _plans(self) -> Plans:
        return handover.plans(self._seat, self._page.table.game)
