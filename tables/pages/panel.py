"""The viewer's decisions, drafts and standing orders."""

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
    """The viewer's open decisions with their drafts, and their standing orders; empty for onlookers."""

    def __init__(self, page: ViewedTable, clockface: ClockFace) -> None:
        # The page holds its parts: in a ring of references all would stay until somebody looks for garbage.
        self.page: ViewedTable = proxy(page)
        self.clockface = clockface

    @cached_property
    def slots(self) -> Sequence[Slot]:
        """The viewer's own open decisions, the urgent ones first."""
        return (
            slots_of(self.page, self.clockface) if self.page.me and self.page.running and not self.page.me.steward_since else ()
        )

    @cached_property
    def urgent(self) -> Sequence[Slot]:
        """What the viewer is waited for."""
        return [slot for slot in self.slots if slot.waits]

    @cached_property
    def optional(self) -> Sequence[Slot]:
        """What the viewer may do and nobody waits for."""
        return [slot for slot in self.slots if not slot.waits]

    @cached_property
    def tried(self) -> Slot | None:
        """The decision for which the viewer is trying something out on the table; None without a draft."""
        return next((slot for slot in self.slots if slot.tried), None)

    @property
    def shown(self) -> Seen[Any, Any]:
        """The position that the page shows: after the viewer's draft, as far as that is certain, else as it is."""
        return (self.tried and self.tried.tried) or self.page.seen

    @property
    def tried_words(self) -> str:
        """Sentence that says how far the table shows the viewer's draft."""
        assert self.tried is not None
        if not self.tried.changes:
            if self.tried.stopped:
                return _("Your draft, not sent yet. What it changes depends on something hidden, so the table stays as it is.")
            return _("Your draft, not sent yet. It changes nothing on the table.")
        if self.tried.stopped:
            return _("Your draft, not sent yet: the table shows what is certain. The rest depends on something hidden.")
        return _("Your draft: this is how the table would look. Nothing has been sent yet.")

    @cached_property
    def orders(self) -> Mapping[str, Any]:
        """The forms of the viewer's standing orders on the page of the table."""
        return self.orders_panel()

    def orders_panel(self, edited: Any = None, given: Mapping[str, Sequence[str]] = NOTHING_GIVEN) -> Mapping[str, Any]:
        """The forms of the viewer's standing orders; empty for onlookers and where a game takes none on its pages.

        ``edited`` is the policy that is being changed, ``given`` what was sent and refused.
        """
        if self.page.me is None or not self.page.running or self.page.me.steward_since or not self.page.presenter.takes_orders:
            return {}
        return self.page.presenter.orders.context(self.page.seen, self.kept_orders, self.page.players, edited, given)

    @cached_property
    def kept_orders(self) -> Sequence[KeptOrder]:
        """The viewer's standing orders, in the order in which they are tried."""
        return orders.standing_orders(self.page.me, self.page.table.game) if self.page.me and self.page.lying.orders else ()

    @cached_property
    def active_orders(self) -> Sequence[ActiveOrder]:
        """Those of the viewer's standing orders that are tried, in order, in words."""
        words = self.page.presenter.orders.order_words
        return [
            ActiveOrder(order.number, words(order.policy, self.page.players)) for order in self.kept_orders if order.is_armed
        ]

    @property
    def resting(self) -> int:
        """How many of the viewer's standing orders rest though nobody said so."""
        return sum(bool(order.disarmed_for) for order in self.kept_orders)
