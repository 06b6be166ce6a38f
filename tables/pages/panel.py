"""Viewer's decisions, drafts and standing orders."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any
from weakref import proxy

from django.utils.translation import gettext as _

from engines.contract import Seen
from tables.games.contract import NOTHING_GIVEN
from tables.pages.clockface import ClockFace
from tables.pages.lines import ActiveOrder
from tables.pages.slots import Slot, slots_of
from tables.pages.viewed import ViewedTable
from tables.selectors import orders
from tables.selectors.orders import KeptOrder


class Panel:
    """Viewer's open decisions with their drafts, and their standing orders. All are empty for spectators."""

    def __init__(self, page: ViewedTable, clockface: ClockFace) -> None:
        # A circular reference would keep all these objects in memory until the garbage collector runs.
        self.page: ViewedTable = proxy(page)
        self.clockface = clockface

    @cached_property
    def slots(self) -> Sequence[Slot]:
        """Viewer's open decisions, the urgent ones first. It is empty while the steward plays for them."""
        return (
            slots_of(self.page, self.clockface) if self.page.me and self.page.running and not self.page.me.steward_since else ()
        )

    @cached_property
    def urgent(self) -> Sequence[Slot]:
        """Decisions that keep others waiting for the viewer."""
        return [slot for slot in self.slots if slot.waits]

    @cached_property
    def optional(self) -> Sequence[Slot]:
        """Decisions that are optional and keep nobody waiting."""
        return [slot for slot in self.slots if not slot.waits]

    @cached_property
    def tried(self) -> Slot | None:
        """Decision for which the viewer has a draft on the table, or None."""
        return next((slot for slot in self.slots if slot.tried), None)

    @property
    def position(self) -> Seen[Any, Any]:
        """Position shown on the page: after the certain part of the viewer's draft, otherwise the current one."""
        return (self.tried and self.tried.tried) or self.page.seen

    @property
    def tried_words(self) -> str:
        """Sentence on how much of the viewer's draft the table shows."""
        assert self.tried is not None
        if not self.tried.changes:
            if self.tried.stopped:
                return _("Your draft, not sent yet. Its effect depends on something hidden, so the table stays as it is.")
            return _("Your draft, not sent yet. It doesn’t change anything on the table.")
        if self.tried.stopped:
            return _("Your draft, not sent yet. The table shows what is certain. The rest depends on something hidden.")
        return _("Your draft, not sent yet. This is how the table would look.")

    @cached_property
    def orders(self) -> Mapping[str, Any]:
        """Forms of the viewer's standing orders on the table page."""
        return self.orders_panel()

    def orders_panel(self, edited: Any = None, refused_input: Mapping[str, Sequence[str]] = NOTHING_GIVEN) -> Mapping[str, Any]:
        """Return the context of the forms of the viewer's standing orders.

        It is empty for spectators, after the game, while the steward plays, and for games without order forms. ``edited`` is
        the policy being changed. ``refused_input`` is shown again.
        """
        if self.page.me is None or not self.page.running or self.page.me.steward_since or not self.page.presenter.takes_orders:
            return {}
        return self.page.presenter.orders.context(self.page.seen, self.kept_orders, self.page.players, edited, refused_input)

    @cached_property
    def kept_orders(self) -> Sequence[KeptOrder]:
        """Viewer's standing orders, in the order in which they are tried."""
        return orders.standing_orders(self.page.me, self.page.table.game) if self.page.me and self.page.lying.orders else ()

    @cached_property
    def active_orders(self) -> Sequence[ActiveOrder]:
        """Viewer's active standing orders, in order, in words."""
        words = self.page.presenter.orders.order_words
        return [
            ActiveOrder(order.number, words(order.policy, self.page.players)) for order in self.kept_orders if order.is_armed
        ]

    @property
    def resting(self) -> int:
        """Number of the viewer's standing orders that the site or the game has stopped."""
        return sum(bool(order.disarmed_for) for order in self.kept_orders)
