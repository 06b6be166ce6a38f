"""Site as an app on a device: its manifest, its service worker, and the pages that the worker caches.

Everything is the same for all users. These views read no session, and the worker requests its pages without one:
docs/decisions/0030-what-the-worker-keeps.md.
"""

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts import limits
from tables.channels import push
from tables.models import Table
from tables.pages.offline import KeptBoard
from tables.selectors.play import state, tables
from tables.views.http import HtmxHttpRequest

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
WORKER = Path(__file__).resolve().parent.parent / "static" / "js" / "worker.js"
# Files that a page without a network needs.
SHELL = (
    "css/fonts.css",
    "css/tokens.css",
    "css/base.css",
    "css/components.css",
    "css/offline.css",
    "fonts/im-fell-english-latin-400-normal.woff2",
    "fonts/alegreya-latin-500-normal.woff2",
    "fonts/alegreya-latin-700-normal.woff2",
    "fonts/alegreya-sans-latin-400-normal.woff2",
    "fonts/alegreya-sans-latin-700-normal.woff2",
    "img/mark.svg",
    "js/app.js",
    "js/menu.js",
    "js/offline.js",
    "js/theme.js",
    "django_htmx/htmx-2.min.js",
)
# Paper colour by daylight, as in base.html; a manifest has only one colour.
PAPER = "#faf5e8"
ICONS = [
    ("img/app-192.png", "192x192", "any"),
    ("img/app-512.png", "512x512", "any"),
    ("img/app-maskable-192.png", "192x192", "maskable"),
    ("img/app-maskable-512.png", "512x512", "maskable"),
]


@cache_control(public=True, max_age=3600)
@require_safe
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Return the web app manifest for installing the site as an app."""
    _require_language(language)
    with translation.override(language):
        content = {
            "id": reverse("tables:mine"),
            "name": _("Staffetta: board games by correspondence"),
            "short_name": "Staffetta",
            "description": _("Great board games, played by correspondence."),
            "lang": language,
            "dir": "ltr",
            "start_url": reverse("tables:mine"),
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "categories": ["games"],
            "icons": [_icon(*icon) for icon in ICONS],
            "shortcuts": [
                {"name": _("My games"), "url": reverse("tables:mine")},
                {"name": _("Lobby"), "url": reverse("tables:lobby")},
            ],
        }
    return HttpResponse(json.dumps(content, ensure_ascii=False), content_type="application/manifest+json")


@cache_control(public=True, max_age=300)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, cached for five minutes at most. Its scope requires an address at the root."""
    script = _script(push.site_key())
    etag = quote_etag(hashlib.sha256(script).hexdigest()[:32])
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"ETag": etag})
    not_modified = get_conditional_response(request, etag=etag, response=response)
    return not_modified or response


@cache_control(public=True, max_age=300)
@require_safe
def offline(request: HttpRequest, language: str) -> HttpResponse:
    """Show that there is no network, and list the boards cached on this device."""
    _require_language(language)
    return HttpResponse(_offline(language), headers={"Content-Language": language})


@cache_control(public=True, max_age=60)
@require_safe
def board(request: HtmxHttpRequest, language: str, code: str) -> HttpResponse:
    """Show a spectator's view of a public table as one page with its picture, for caching."""
    _require_language(language)
    # The view ignores the session, so neither the content nor the rate limit depends on it.
    request.user = AnonymousUser()
    try:
        table = tables.visible_table(user=None, code=code)
    except tables.NotVisible:
        raise Http404 from None
    if not _is_kept(table):
        raise Http404
    if not limits.allow(request, "picture"):
        return limits.too_many(request)
    now = timezone.now()
    with translation.override(language):
        context = {"table": table, "page": KeptBoard(table, None, now), "now": now, "language": language}
        try:
            page = render_to_string("app/board.html", context)
        except (state.NotStarted, state.Unreadable):
            raise Http404 from None
    return HttpResponse(page, headers={"Content-Language": language})


def _is_kept(table: Table) -> bool:
    is_public = table.visibility == Table.Visibility.PUBLIC and not table.practice
    return is_public and table.status == Table.Status.RUNNING


def _require_language(language: str) -> None:
    if language not in LANGUAGES:
        raise Http404


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    return {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}


def _offline(language: str) -> str:
    with translation.override(language):
        return render_to_string("app/offline.html", {"language": language})


@lru_cache(2)
def _script(key: str) -> bytes:
    """Return the worker's script with its page list and the site's ``key``. Any change gives it a new version."""
    pages = {language: reverse("app_offline", args=[language]) for language in LANGUAGES}
    config: dict[str, Any] = {
        "shell": [static(name) for name in SHELL],
        "offline": pages,
        "icon": static("img/app-192.png"),
        "badge": static("img/badge-96.png"),
        "key": key,
        "renew": reverse("tables:renew_device"),
    }
    text = WORKER.read_text()
    parts = [json.dumps(config), text, *map(_offline, LANGUAGES)]
    config["version"] = hashlib.sha256("".join(parts).encode()).hexdigest()[:12]
    return f"self.STAFFETTA = {json.dumps(config)};\n{text}".encode()
