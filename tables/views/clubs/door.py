"""A site that is one club (``CLUB_SITE``): who is no member finds the door, and nothing behind it.

Strangers and guests are sent to where they sign in; who has an account and is no member may ask, or accept an invitation. What
works without being signed in stays open: the pages of accounts, addresses that are a key themselves, and what machines ask.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from accounts.models import User
from tables.forms.clubs import WishForm
from tables.models import Club, Membership
from tables.selectors.clubs import clubs
from tables.views.http import whole_page

OPEN = (
    *(
        "/accounts/",
        "/i18n/",
        "/static/",
        "/healthz/",
        "/readyz/",
        "/metrics/",
        "/robots.txt",
        "/favicon.ico",
        "/.well-known/",
        "/sw.js",
    ),
    # Addresses of letters and feeds: each is a key to what one person may see, and looks again who that is.
    *("/d/", "/p/", "/mail/", "/my/feed/", "/outbox/"),
)


class ClubSite:
    """Stands behind the middleware that knows who asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not settings.CLUB_SITE or _is_open(request.path_info):
            return self.get_response(request)
        user = request.user
        if not isinstance(user, User) or user.is_guest:
            return whole_page(redirect(f"{reverse('account_login')}?{urlencode({'next': request.get_full_path()})}"))
        club = clubs.site_club()
        mine = clubs.membership_of(club, user) if club else None
        if user.is_staff or (mine is not None and mine.state == Membership.State.MEMBER):
            return self.get_response(request)
        if club is not None and request.path_info in _ways_in(club):
            return self.get_response(request)
        return whole_page(_door(request, club, mine))


def _is_open(path: str) -> bool:
    is_app = path.startswith("/app/") and path.endswith(("/manifest.webmanifest", "/offline/"))
    return is_app or path.startswith(OPEN) or path.startswith("/" + settings.ADMIN_PATH)


def _ways_in(club: Club) -> tuple[str, str]:
    return reverse("clubs:join", args=[club.slug]), reverse("clubs:decline", args=[club.slug])


def _door(request: HttpRequest, club: Club | None, mine: Membership | None) -> HttpResponse:
    return render(request, "clubs/door.html", {"club": club, "mine": mine, "wish_form": WishForm()}, status=403)
