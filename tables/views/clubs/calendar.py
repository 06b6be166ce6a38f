"""Deadlines at a club's tables: as a page and, at a private address, as a calendar."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.mail import club_calendar
from tables.models import Membership
from tables.selectors.clubs import clubs
from tables.selectors.mail import feeds
from tables.services.mail.feeds import authority
from tables.views.clubs.clubs import club_context, members_club
from tables.views.http import PlayerRequest, member_required
from tables.views.mail.feed import as_calendar, feed_reader
from tables.views.mail.links import secret_address


@never_cache
@require_safe
@member_required
def calendar(request: PlayerRequest, club: str) -> HttpResponse:
    """Show the deadlines of the club's running tables to a member."""
    row, membership = members_club(request, club)
    token = feeds.token_of(request.user)
    address = settings.SITE_URL + reverse("tables:club_ics", args=[token, row.slug]) if token else ""
    context = {"lines": club_calendar.due(row, request.user), "address": address, "now": timezone.now()}
    return render(request, "clubs/calendar.html", club_context(row, membership) | context)


@secret_address
@require_safe
def club_ics(request: HttpRequest, token: str, club: str) -> HttpResponse:
    """Return the deadlines as a calendar, while the owner of the address is a member."""
    with feed_reader(token) as reader:
        try:
            row, membership = clubs.visible_club(reader, club)
        except clubs.NotVisible:
            raise Http404 from None
        if membership is None or membership.state != Membership.State.MEMBER:
            raise Http404
        return as_calendar(request, reader, club_calendar.calendar(row, reader, authority()))
