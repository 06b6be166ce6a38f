"""The page speaks the reader's language and tells the reader's time."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import is_valid_path
from django.utils import timezone, translation

from accounts.models import User


class PreferencesMiddleware:
    """Somebody signed in reads their own language and time zone, whatever the browser asks for.

    A stranger keeps what LocaleMiddleware found (the cookie set by the language menu, then Accept-Language) and reads UTC.
    Stands behind AuthenticationMiddleware. Paths under settings.IMPERSONAL_PATHS, and those that do not exist, look at nobody
    and cost no query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _looks_at_nobody(request.path_info) or not isinstance(request.user, User):
            return self.get_response(request)
        translation.activate(request.user.language)
        request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(request.user.tz):
            return self.get_response(request)


def _looks_at_nobody(path: str) -> bool:
    return path.startswith(settings.IMPERSONAL_PATHS) or not is_valid_path(path)
