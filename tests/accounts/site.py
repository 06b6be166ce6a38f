"""Site with accounts only. The tests that use it show that the pages of accounts need no other app's pages."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.utils.timezone import localtime
from django.utils.translation import get_language

from accounts import limits
from accounts import views as accounts

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def mirror(request: HttpRequest) -> HttpResponse:
    """Return the language and hour that a page shows to this reader."""
    return HttpResponse(f"{get_language()} {localtime(NOON):%H:%M}")


def join(request: HttpRequest, token: str) -> HttpResponse:
    return HttpResponse(f"seat for {request.user}")


def chat(request: HttpRequest) -> HttpResponse:
    return HttpResponse("said") if limits.allow(request, "chat") else limits.too_many(request)


urlpatterns = [
    path("accounts/", include("accounts.urls")),
    path("i18n/setlang/", accounts.set_language, name="set_language"),
    path("", mirror),
    path("p/mirror/", mirror),
    path("chat/", chat),
    path("i/<str:token>/join/", join),
]
