"""Files for machines: robots.txt, the sitemap of public pages, and the security contact. They ignore the user."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engines import registry
from tables.selectors.archive import sitemap as selector

# Calendar services and feed readers fetch addresses from users and obey robots.txt. A header keeps search engines away there.
# Some programs use the first matching line, others the longest matching line. This line is both.
FOR_ROBOTS = ("/my/feed/",)
# These addresses concern only their user, or contain a secret. The admin pages exclude themselves.
# Every step of a shown variation is a page that replays it.
NOT_FOR_ROBOTS = ("/accounts/", "/archive/*/variations/", "/d/", "/i/", "/mail/", "/my/", "/p/", "/staff/", "/tables/new/")
PLAIN_PAGES = (
    "home",
    "about",
    "manners",
    "terms",
    "privacy",
    "tables:lobby",
    "archive:list",
    "archive:ratings",
    "archive:statistics",
)
PAGES_OF_GAMES = ("rules", "archive:ratings_game", "archive:statistics_game")
# Validity of security.txt (RFC 9116 recommends less than a year).
BELIEVED = timedelta(days=180)

type View = Callable[..., HttpResponse]


def _cached(view: View) -> View:
    """Make a view read-only and cached for an hour."""
    cached: View = cache_control(public=True, max_age=3600)(require_safe(view))
    return cached


class _Map(Sitemap):  # type: ignore[type-arg]  # generic for the type checker only
    """Sitemap of addresses under SITE_URL, each with the time of its last change, if known."""

    def __init__(self, entries: Sequence[tuple[str, datetime | None]]) -> None:
        self.entries = entries
        self.protocol = urlsplit(settings.SITE_URL).scheme

    def get_domain(self, site: object = None) -> str:
        return str(urlsplit(settings.SITE_URL).netloc)

    def items(self) -> Sequence[tuple[str, datetime | None]]:
        return self.entries

    def location(self, item: tuple[str, datetime | None]) -> str:
        return item[0]

    def lastmod(self, item: tuple[str, datetime | None]) -> datetime | None:
        return item[1]


@_cached
def robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt with the excluded addresses and the location of the sitemap."""
    lines = [f"Allow: {address}\n" for address in FOR_ROBOTS] + [f"Disallow: {address}\n" for address in NOT_FOR_ROBOTS]
    text = f"User-agent: *\n{''.join(lines)}\nSitemap: {settings.SITE_URL}{reverse('sitemap')}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@_cached
def sitemap(request: HttpRequest) -> HttpResponse:
    """Return the sitemap index: the pages of the site, and the games by shelf."""
    parts = [reverse("sitemap_pages"), *(reverse("sitemap_games", args=[shelf]) for shelf in range(selector.shelves()))]
    return _xml("sitemap_index.xml", {"sitemaps": [{"location": settings.SITE_URL + part} for part in parts]})


@_cached
def sitemap_pages(request: HttpRequest) -> HttpResponse:
    """Return the sitemap of the pages that do not come from games."""
    plain_pages = [reverse(name) for name in PLAIN_PAGES]
    game_pages = [reverse(name, args=[engine.slug]) for engine in registry.engines() for name in PAGES_OF_GAMES]
    return _urls([(address, None) for address in plain_pages + game_pages])


@_cached
def sitemap_games(request: HttpRequest, shelf: int) -> HttpResponse:
    """Return the sitemap of the finished public games of one shelf."""
    if shelf >= selector.shelves():
        raise Http404
    return _urls([(reverse("archive:detail", args=[code]), at) for code, at in selector.games_of(shelf)])


def _urls(entries: Sequence[tuple[str, datetime | None]]) -> HttpResponse:
    return _xml("sitemap.xml", {"urlset": _Map(entries).get_urls()})


def _xml(template: str, context: Mapping[str, Any]) -> HttpResponse:
    """Return XML from a template without the request, so that it does not depend on the user."""
    return HttpResponse(render_to_string(template, context), content_type="application/xml")


@_cached
def security(request: HttpRequest) -> HttpResponse:
    """Return the security contact (RFC 9116). Raises Http404 if none is configured."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {timezone.now() + BELIEVED:%Y-%m-%dT00:00:00Z}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {settings.SITE_URL}{reverse('security')}",
    ]
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=utf-8")
