"""Until when the tables of a club wait: as a page and, under an address of one's own, as a calendar."""

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
from tables.views.clubs.clubs import around, members_club
from tables.views.http import PlayerRequest, member_required
from tables.views.mail.feed import as_calendar, read_by
from tables.views.mail.links import secret_address


@never_cache
@require_safe
@member_required
def calendar(request: PlayerRequest, club: str) -> HttpResponse:
    """The deadlines of its running tables, for members."""
    row, mine = members_club(request, club)
    token = feeds.token_of(request.user)
    address = settings.SITE_URL + reverse("tables:club_ics", args=[token, row.slug]) if token else ""
    context = {"lines": club_calendar.due(row, request.user), "address": address, "now": timezone.now()}
    return render(request, "clubs/calendar.html", around(row, mine) | context)


@secret_address
@require_safe
def club_ics(request: HttpRequest, token: str, club: str) -> HttpResponse:
    """The same as a calendar, as long as whoever the address belongs to is a member."""
    with read_by(token) as reader:
        try:
            row, mine = clubs.visible_club(reader, club)
        except clubs.NotVisible:
            raise Http404 from None
        if mine is None or mine.state != Membership.State.MEMBER:
            raise Http404
        return as_calendar(request, reader, club_calendar.calendar(row, reader, authority()))
