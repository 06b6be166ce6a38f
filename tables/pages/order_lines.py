"""The standing orders of a seat in words, and what each of them has done, for its holder alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from tables.models import Seat, StandingOrder
from tables.pages.table import TablePage
from tables.selectors import orders
from tables.selectors.orders import Deeds, KeptOrder
from tables.selectors.play import log as logs

NONE = Deeds(0, ())


@dataclass(frozen=True)
class DeedLine:
    """One time an order answered: the move in words, and where it stands in the log."""

    at: datetime
    words: str
    url: str


@dataclass(frozen=True)
class OrderLine:
    """One order: its number, what it says, why it rests (empty if it does not), and what it did, newest first.

    ``lasting``: it is for all rounds; ``paused``: its owner lets it rest; ``is_over``: it will never speak again; ``form``: in
    which form it can be changed, if in any.
    """

    number: int
    words: str
    lasting: bool
    paused: bool
    rests: str
    is_over: bool
    form: str
    count: int
    deeds: Sequence[DeedLine]


def order_lines(page: TablePage) -> Sequence[OrderLine]:
    """All orders of the viewer's seat, in the order in which they are tried."""
    if page.me is None:
        return ()
    deeds = orders.deeds(page.me)
    said = _said(page, page.me, deeds)
    return [_line(page, order, deeds.get(order.number, NONE), said) for order in page.panel.kept_orders]


def _line(page: TablePage, order: KeptOrder, deeds: Deeds, said: Mapping[int, str]) -> OrderLine:
    return OrderLine(
        number=order.number,
        words=page.presenter.orders.order_words(order.policy, page.players),
        lasting=order.lasting,
        paused=order.paused,
        rests=_why(page, order.disarmed_for) if order.disarmed_for else "",
        is_over=order.disarmed_for not in ("", StandingOrder.ROUND_OVER, StandingOrder.LEFT),
        form=page.presenter.orders.form_of(order.policy),
        count=deeds.count,
        deeds=[DeedLine(at, said.get(seq, ""), _address(page, seq)) for seq, at in deeds.newest],
    )


def _said(page: TablePage, seat: Seat, deeds: Mapping[int, Deeds]) -> Mapping[int, str]:
    """The moves that orders made, by number, each in the sentence that tells it; what followed from it stands in the log."""
    seqs = {seq for one in deeds.values() for seq, _at in one.newest}
    entries = logs.entries_of(page.table, seat.index, seqs)
    return {entry.seq: next(iter(page.log.sentences(entry)), "") for entry in entries}


def _address(page: TablePage, seq: int) -> str:
    """The log where it begins with this move."""
    return f"{reverse('tables:log', args=[page.table.code])}?before={seq + 1}#move-{seq}"


def _why(page: TablePage, code: str) -> str:
    match code:
        case StandingOrder.ROUND_OVER:
            return _("It rests: its round is over.")
        case StandingOrder.LEFT:
            return _("It rests: you do not play this seat at the moment.")
    return f"{_('It rests.')} {page.presenter.words.explain(code, {}) or _('What it was made for is gone.')}"
