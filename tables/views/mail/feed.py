"""The private feed, and the page where its address is made and taken away."""

import hashlib

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

from tables.mail.feed import atom
from tables.selectors.mail import feeds as selector
from tables.services.mail import feeds
from tables.views.http import PlayerRequest, member_required
from tables.views.mail.links import secret_address


@secret_address
@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Where somebody is asked, as Atom; the address is all it takes."""
    reader = selector.reader(token)
    if reader is None:
        raise Http404
    with translation.override(reader.language), timezone.override(reader.tz):
        xml = atom(reader, _address(token))
    etag = quote_etag(hashlib.sha256(xml.encode()).hexdigest()[:32])
    response = HttpResponse(xml, content_type="application/atom+xml; charset=utf-8", headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=response) or response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def address(request: PlayerRequest) -> HttpResponse:
    """The address of my feed: to read, to replace, to revoke."""
    if request.method == "POST":
        return _changed(request)
    token = selector.token_of(request.user)
    return render(request, "tables/feed.html", {"address": _address(token) if token else ""})


def _changed(request: PlayerRequest) -> HttpResponse:
    match request.POST.get("do"):
        case "make":
            feeds.make_feed(user_id=request.user.pk, now=timezone.now())
            messages.success(request, _("Your feed has a new address."))
        case "revoke":
            feeds.revoke_feed(user_id=request.user.pk)
            messages.success(request, _("Your feed is gone. Its address leads nowhere now."))
    return redirect("tables:feed")


def _address(token: str) -> str:
    site: str = settings.SITE_URL
    return site + reverse("tables:feed_atom", args=[token])
