"""Private feed and calendar of deadlines, and the page to create and revoke their addresses."""

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
    """Return the tables that wait for the owner of the address, as Atom. The address is the only key."""
    with feed_reader(token) as reader:
        feed_entries = list(entries(reader))
        revisions = feeds.revise(
            feed_id=reader.feed.pk, digests={each.number: each.digest for each in feed_entries}, now=timezone.now()
        )
        xml = atom(reader, _address("feed_atom", token), feeds.authority(), feed_entries, revisions)
        return conditional_response(request, xml.encode(), "application/atom+xml; charset=utf-8")


@secret_address
@require_safe
def deadlines(request: HttpRequest, token: str) -> HttpResponse:
    """Return the deadlines of the owner of the address as a calendar. The address is the only key."""
    with feed_reader(token) as reader:
        return as_calendar(request, reader, calendar(reader, feeds.authority()))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def address(request: PlayerRequest) -> HttpResponse:
    """Show the addresses of the user's feed and calendar; POST creates, replaces or revokes them."""
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
            messages.success(request, _("Your feed and your calendar have been deleted. Their addresses no longer work."))
    return redirect("tables:feed")


@contextmanager
def feed_reader(token: str) -> Iterator[User]:
    """Yield the owner of the address, with their language and time zone active. Raises Http404 if there is none."""
    reader = selector.reader(token)
    if reader is None:
        raise Http404
    with translation.override(reader.language), timezone.override(reader.tz):
        yield reader


def as_calendar(request: HttpRequest, reader: User, calendar_entries: Deadlines) -> HttpResponse:
    """Store a new revision of each changed entry, and return the calendar with the revisions."""
    revisions = feeds.revise(feed_id=reader.feed.pk, digests=calendar_entries.digests(), now=timezone.now())
    return conditional_response(
        request, calendar_entries.written(reader.language, feeds.authority(), revisions), "text/calendar; charset=utf-8"
    )


def conditional_response(request: HttpRequest, body: bytes, content_type: str) -> HttpResponse:
    """Return the body, or an empty response if the client already has it."""
    etag = quote_etag(hashlib.sha256(body).hexdigest()[:32])
    response = HttpResponse(body, content_type=content_type, headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=response) or response


def _address(name: str, token: str) -> str:
    site: str = settings.SITE_URL
    return site + reverse(f"tables:{name}", args=[token])
