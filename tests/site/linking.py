"""Helpers for email links: finding and opening the links, and sending the forms behind them."""

import html
import re

from django.test import Client
from django.urls import reverse

from engines import registry
from engines.contract import decode
from tables.mail.compose import compose
from tables.models import FiledAnswer, Move, Notification, Rhythm, Seat, Submission, Table
from tables.selectors.mail import links
from tables.selectors.play import state
from tests.site import factories
from tests.site.factories import NOW
from tests.site.views import page_of


def mail_to(user, now=NOW):
    return compose(list(Notification.objects.filter(recipient=user).order_by("pk")), now=now)


def html_of(user, now=NOW):
    return mail_to(user, now).alternatives[0].content


def links_in(page):
    return [html.unescape(found) for found in re.findall(r'href="http://127\.0\.0\.1:8000(/d/[^"]+)"', page)]


def link_to(seat, key=None, now=NOW):
    token = links.make(factories.decision(seat, key), seat.user_id, now)
    return reverse("mail:decide", args=[token])


def field(page, name):
    return re.search(rf'name="{name}" value="([^"]+)"', page)[1]


def taps(page):
    """Return the links of a page's answers. Each link leads to the same page with its answer chosen."""
    return re.findall(r'href="(/d/[^"]+[?]choice=[^"]+)"', page)


def codes(page):
    """Return the codes of all answers on the page, the chosen answer first."""
    chosen = re.findall(r'name="choice" value="([^"]+)"', page)
    return chosen + [address.partition("=")[2] for address in taps(page)]


def form(page, number=0, **more):
    """Choose the answer of this number and return the fields that its confirmation form sends."""
    code = codes(page)[number]
    tapped = next((address for address in taps(page) if address.endswith(code)), None)
    shown = page_of(Client(), tapped) if tapped else page
    return {"own_ply": field(shown, "own_ply"), "token": field(shown, "token"), "choice": code} | more


def words(page):
    said = re.findall(r'<a href="/d/[^>]*>(?:<span class="shapes">.*?</svg></span>)?\s*<span>([^<]+?)(?: <span|</span>)', page)
    return [html.unescape(found) for found in said]


def played(table):
    """Return the action of a table's first move."""
    return decode(registry.engine(table.game).Action, table.moves.get(seq=1).action)


def everything(table):
    """Return all rows of the models that a link could change."""
    models = (Move, Submission, FiledAnswer, Seat, Table, Rhythm)
    return [list(model.objects.order_by("pk").values()) for model in models]


def asked_again(anna, berto):
    """Return Anna's seat at a table of Gonzaga where she answers last and then has another decision."""
    # Fixed draws, because with some deals the game ends before such a decision.
    table = factories.with_known_chance(factories.open_table(anna, game="gonzaga"))
    factories.filled(table, anna, berto)
    for _step in range(60):
        seat = factories.seat_of(table, anna)
        asked = factories.waiting(table)
        if [each.seat for each in asked] == [seat.index] and _is_last(table, seat, asked[0]):
            return factories.seat_of(table, anna)
        first = next((each for each in asked if each.seat != seat.index), asked[0])
        mover = Seat.objects.select_related("table").get(table=table, index=first.seat)
        factories.send(mover, registry.engine(table.game).bot(state.seen(table, mover), first), key=first.key)
    raise AssertionError("she never is")


def _is_last(table, seat, asked):
    """Return whether a link offers answers to this decision, and no other decision of the game is open."""
    engine, path = registry.engine(table.game), link_to(seat, asked.key)
    if not taps(page_of(Client(), path)):
        return False
    seen = state.seen(factories.fresh(table), None)
    return engine.seat_range[0] == 2 and len(engine.pending(seen.public)) == 1
