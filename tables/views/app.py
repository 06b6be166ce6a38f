"""The site as an app on somebody's device: its manifest, its worker, and the pages that the worker keeps.

All of it is the same for everybody. These views look at no session, and the worker asks for what it keeps without one:
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
# All that a page needs which is shown without a network.
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
# Of daylight, as base.html says for both lights; a manifest knows one.
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
    """What a device needs to know to put the site among its apps."""
    _known(language)
    with translation.override(language):
        told = {
            "id": reverse("tables:mine"),
            "name": _("Staffetta: board games by letter"),
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
    return HttpResponse(json.dumps(told, ensure_ascii=False), content_type="application/manifest+json")


@cache_control(public=True, max_age=300)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. At the root, since a worker looks after no address above its own; kept for five minutes at most."""
    script = _script(push.site_key())
    etag = quote_etag(hashlib.sha256(script).hexdigest()[:32])
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"ETag": etag})
    known = get_conditional_response(request, etag=etag, response=response)
    return known or response


@cache_control(public=True, max_age=300)
@require_safe
def offline(request: HttpRequest, language: str) -> HttpResponse:
    """Says that there is no network, and lists the boards that this device keeps."""
    _known(language)
    return HttpResponse(_offline(language), headers={"Content-Language": language})


@cache_control(public=True, max_age=60)
@require_safe
def board(request: HtmxHttpRequest, language: str, code: str) -> HttpResponse:
    """A public table as any onlooker sees it at this moment: one page with its picture in it, to be kept as it is."""
    _known(language)
    # Whoever asks, it is nobody here: neither what is shown nor how often it may be asked depends on a session.
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


def _known(language: str) -> None:
    if language not in LANGUAGES:
        raise Http404


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    return {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}


def _offline(language: str) -> str:
    with translation.override(language):
        return render_to_string("app/offline.html", {"language": language})


@lru_cache(2)
def _script(key: str) -> bytes:
    """The worker's text with what it keeps, and the ``key`` of the site; whatever of that changes makes it another one."""
    pages = {language: reverse("app_offline", args=[language]) for language in LANGUAGES}
    told: dict[str, Any] = {
        "shell": [static(name) for name in SHELL],
        "offline": pages,
        "icon": static("img/app-192.png"),
        "badge": static("img/badge-96.png"),
        "key": key,
        "renew": reverse("tables:renew_device"),
    }
    text = WORKER.read_text()
    parts = [json.dumps(told), text, *map(_offline, LANGUAGES)]
    told["version"] = hashlib.sha256("".join(parts).encode()).hexdigest()[:12]
    return f"self.STAFFETTA = {json.dumps(told)};\n{text}".encode()
