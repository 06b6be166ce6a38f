"""Standing orders of the viewer's seat in words, with their moves."""

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
class OrderMove:
    """Move by an order: its words and its place in the log."""

    at: datetime
    words: str
    url: str


@dataclass(frozen=True)
class OrderLine:
    """Standing order in words, with the number of its moves and the newest of them, newest first.

    - ``above`` is the number of the line before, None for the first.
    - ``lasting`` is True if it does not end with a round.
    - ``paused`` is True if its owner has paused it.
    - ``rests`` is the reason that the site or the game has stopped it, in words, or empty.
    - ``is_over`` is True if the game has stopped it, so that it cannot become active again.
    - ``form`` is the name of the form in which it can be changed, or empty.
    """

    number: int
    above: int | None
    words: str
    lasting: bool
    paused: bool
    rests: str
    is_over: bool
    form: str
    count: int
    deeds: Sequence[OrderMove]


def order_lines(page: TablePage) -> Sequence[OrderLine]:
    """Return all orders of the viewer's seat, in the order in which they are tried."""
    if page.me is None:
        return ()
    deeds = orders.deeds(page.me)
    sentences = _first_sentences(page, page.me, deeds)
    seat_orders, above = page.panel.kept_orders, [None, *(order.number for order in page.panel.kept_orders)]
    return [
        _line(page, order, number, deeds.get(order.number, NONE), sentences)
        for order, number in zip(seat_orders, above, strict=False)
    ]


def _line(page: TablePage, order: KeptOrder, above: int | None, deeds: Deeds, sentences: Mapping[int, str]) -> OrderLine:
    return OrderLine(
        number=order.number,
        above=above,
        words=page.presenter.orders.order_words(order.policy, page.players),
        lasting=order.lasting,
        paused=order.paused,
        rests=_why(page, order.disarmed_for) if order.disarmed_for else "",
        is_over=order.disarmed_for not in ("", StandingOrder.ROUND_OVER, StandingOrder.LEFT),
        form=page.presenter.orders.form_of(order.policy),
        count=deeds.count,
        deeds=[OrderMove(at, sentences.get(seq, ""), _address(page, seq)) for seq, at in deeds.newest],
    )


def _first_sentences(page: TablePage, seat: Seat, deeds: Mapping[int, Deeds]) -> Mapping[int, str]:
    """Return the first sentence of each move by an order, by move number. The log has the other sentences."""
    seqs = {seq for one in deeds.values() for seq, _at in one.newest}
    entries = logs.entries_of(page.table, seat.index, seqs)
    return {entry.seq: next(iter(page.log.sentences(entry)), "") for entry in entries}


def _address(page: TablePage, seq: int) -> str:
    """Return the URL of the part of the log that has this move."""
    return f"{reverse('tables:log', args=[page.table.code])}?before={seq + 1}#move-{seq}"


def _why(page: TablePage, code: str) -> str:
    match code:
        case StandingOrder.ROUND_OVER:
            return _("The order is paused: its round is over.")
        case StandingOrder.LEFT:
            return _("The order is paused: you are not playing this seat at the moment.")
    reason = page.presenter.words.explain(code, {}) or _("The situation it was made for no longer exists.")
    return f"{_('The order is paused.')} {reason}"
