"""Single-club site (``CLUB_SITE``): users who are neither members nor admins see only its entrance.

Anonymous users and guests are sent to the sign-in page; users who are not members can ask for membership or accept an
invitation. Pages that work without signing in stay open: account pages, addresses with a secret token, and requests by
machines.
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
    # Links in emails and feeds contain a token for one person, and are checked again for that person.
    *("/d/", "/p/", "/mail/", "/my/feed/", "/outbox/"),
    # A player at a member's screen needs no account to read the hand on a phone.
    "/hand/",
    # The sign-in page links to these pages.
    *("/privacy/", "/imprint/", "/about/data/"),
)


class ClubSite:
    """Middleware of a single-club site, after the middleware that identifies the user."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not settings.CLUB_SITE or _is_open(request.path_info):
            return self.get_response(request)
        user = request.user
        if not isinstance(user, User) or user.is_guest:
            return whole_page(redirect(f"{reverse('account_login')}?{urlencode({'next': request.get_full_path()})}"))
        club = clubs.site_club()
        membership = clubs.membership_of(club, user) if club else None
        if user.is_staff or (membership is not None and membership.state == Membership.State.MEMBER):
            return self.get_response(request)
        if club is not None and request.path_info in _entry_addresses(club):
            return self.get_response(request)
        return whole_page(_door(request, club, membership))


def _is_open(path: str) -> bool:
    is_app = path.startswith("/app/") and path.endswith(("/manifest.webmanifest", "/offline/"))
    return is_app or path.startswith(OPEN) or path.startswith("/" + settings.ADMIN_PATH)


def _entry_addresses(club: Club) -> tuple[str, str]:
    return reverse("clubs:join", args=[club.slug]), reverse("clubs:decline", args=[club.slug])


def _door(request: HttpRequest, club: Club | None, membership: Membership | None) -> HttpResponse:
    return render(request, "clubs/door.html", {"club": club, "mine": membership, "wish_form": WishForm()}, status=403)
