"""The private feed and the calendar of deadlines, and the page where their addresses are made and taken away."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from tables.mail.deadlines import Deadlines, calendar
from tables.mail.feed import atom, entries
from tables.selectors.mail import feeds as selector
from tables.services.mail import feeds
from tables.views.http import PlayerRequest, member_required
from tables.views.mail.links import secret_address


@secret_address
@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Where somebody is asked, as Atom; the address is all it takes."""
    with read_by(token) as reader:
        told = list(entries(reader))
        revisions = feeds.revise(
            feed_id=reader.feed.pk, digests={each.number: each.digest for each in told}, now=timezone.now()
        )
        xml = atom(reader, _address("feed_atom", token), feeds.authority(), told, revisions)
        return unless_known(request, xml.encode(), "application/atom+xml; charset=utf-8")


@secret_address
@require_safe
def deadlines(request: HttpRequest, token: str) -> HttpResponse:
    """Until when somebody is asked, as a calendar; the address is all it takes."""
    with read_by(token) as reader:
        return as_calendar(request, reader, calendar(reader, feeds.authority()))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def address(request: PlayerRequest) -> HttpResponse:
    """The address of my feed: to read, to replace, to revoke."""
    if request.method == "POST":
        return _changed(request)
    token = selector.token_of(request.user)
    names = {"address": "feed_atom", "calendar": "calendar_ics"}
    return render(request, "tables/feed.html", {key: _address(name, token) if token else "" for key, name in names.items()})


def _changed(request: PlayerRequest) -> HttpResponse:
    match request.POST.get("do"):
        case "make":
            feeds.make_feed(user_id=request.user.pk, now=timezone.now())
            messages.success(request, _("Your feed and your calendar have new addresses."))
        case "revoke":
            feeds.revoke_feed(user_id=request.user.pk)
            messages.success(request, _("Your feed and your calendar are gone. Their addresses lead nowhere now."))
    return redirect("tables:feed")


@contextmanager
def read_by(token: str) -> Iterator[User]:
    """Whoever reads at this address, in their language and time."""
    reader = selector.reader(token)
    if reader is None:
        raise Http404
    with translation.override(reader.language), timezone.override(reader.tz):
        yield reader


def as_calendar(request: HttpRequest, reader: User, made: Deadlines) -> HttpResponse:
    """A calendar whose entries say how often they have changed since they were first read here."""
    revisions = feeds.revise(feed_id=reader.feed.pk, digests=made.digests(), now=timezone.now())
    return unless_known(request, made.written(reader, feeds.authority(), revisions), "text/calendar; charset=utf-8")


def unless_known(request: HttpRequest, body: bytes, content_type: str) -> HttpResponse:
    """Not sent to a program that has it already."""
    etag = quote_etag(hashlib.sha256(body).hexdigest()[:32])
    response = HttpResponse(body, content_type=content_type, headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=response) or response


def _address(name: str, token: str) -> str:
    site: str = settings.SITE_URL
    return site + reverse(f"tables:{name}", args=[token])
