"""Mails with links, and what one finds and sends there."""

import html
import re

from django.urls import reverse

from engines import registry
from engines.contract import decode
from tables.mail import links
from tables.mail.compose import compose
from tables.models import FiledAnswer, Move, Notification, Rhythm, Seat, Submission, Table
from tests.site import factories
from tests.site.factories import NOW


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


def codes(page):
    return re.findall(r'name="choice" value="([^"]+)"', page)


def form(page, number=0, **more):
    return {"own_ply": field(page, "own_ply"), "token": field(page, "token"), "choice": codes(page)[number]} | more


def words(page):
    return [html.unescape(found) for found in re.findall(r'<button name="choice"[^>]*>([^<]+?)(?: <span|</button>)', page)]


def played(table):
    """The first action of a table."""
    return decode(registry.engine(table.game).Action, table.moves.get(seq=1).action)


def everything(table):
    """All rows a link could change."""
    models = (Move, Submission, FiledAnswer, Seat, Table, Rhythm)
    return [list(model.objects.order_by("pk").values()) for model in models]
