"""Guests: people who play at practice tables before they have an account, or without ever having one.

A guest is a user row without address or password, and usually without a name. Only the session that began it is signed in. A
guest who signs up in that session keeps the row. A guest who signs in to an account hands over everything they have begun, and
the row is deleted. A guest who stays away for ``KEPT`` is deleted. Other apps handle their part through ``accounts.signals``.
"""

import hashlib
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth import login as django_login
from django.db import transaction
from django.http import HttpRequest
from django.utils import translation

from accounts import time_zones
from accounts.models import User
from accounts.security import sessions
from accounts.signals import guest_joined, guest_left
from config import single_flight

BACKEND = "accounts.backends.Backend"
# Maximum absence of a guest before they are deleted.
KEPT = timedelta(days=7)
BATCH = 200
# Time in which a form that is sent again has the guest of its first submission.
SAME_FORM_SECONDS = 60


def welcome(request: HttpRequest, *, time_zone: str, token: str = "", now: datetime) -> User:
    """Create a guest, sign them in under a new session key, and return them.

    They get the page's language, and UTC if their time zone is unknown. A form that the same browser sends twice, known by its
    ``token``, creates one guest.
    """
    language = translation.get_language()

    def create() -> User:
        return User.objects.create_guest(
            language=language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE,
            time_zone=time_zone if time_zone in time_zones.all_names() else time_zones.FALLBACK,
            now=now,
        )

    browser = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    guest = None
    if token and browser:
        mark = hashlib.sha256(f"{token} {browser}".encode()).hexdigest()
        guest_id = single_flight.get_or_compute(f"guest/{mark}", lambda: create().pk, seconds=SAME_FORM_SECONDS)
        guest = User.objects.filter(pk=guest_id, guest_since__isnull=False).first()
    guest = guest or create()
    django_login(request, guest, backend=BACKEND)
    # allauth records where members sign in; a guest is recorded here.
    request.session.pop(sessions.SEEN, None)
    sessions.note(request, guest)
    return guest


def of(request: HttpRequest) -> User | None:
    """Return the guest of this session, or None. Account pages treat the guest as a stranger, but this finds them there too."""
    guest = getattr(request, "guest", None) or request.user
    return guest if isinstance(guest, User) and guest.is_guest else None


def step_aside(request: HttpRequest) -> None:
    """Remove the guest's sign-in from the session so that a user can sign in. Signing in changes the session's key."""
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)


def hand_over(*, guest: User, user: User, now: datetime) -> None:
    """Give ``user`` everything that a guest has begun, then delete the guest. Nothing happens if the guest is gone already."""
    with transaction.atomic():
        locked = _locked(guest.pk)
        if locked is not None:
            guest_joined.send(User, guest=locked, user=user, now=now)
            locked.delete()


def forget(*, guest_id: int, now: datetime, unused_since: datetime | None = None) -> bool:
    """Delete a guest with all they have begun, unless seen after ``unused_since``. Return True if deleted."""
    with transaction.atomic():
        guest = _locked(guest_id)
        if guest is None or (unused_since and (guest.last_login or now) > unused_since):
            return False
        guest_left.send(User, guest=guest, now=now)
        sessions.end_all(guest)
        guest.delete()
        return True


def sweep(*, now: datetime, limit: int = 5000) -> int:
    """Forget guests who have stayed away for ``KEPT``, each in its own transaction. Return their number.

    It stops after about ``limit`` guests.
    """
    cutoff, deleted = now - KEPT, 0
    unused = User.objects.filter(guest_since__lte=cutoff, last_login__lte=cutoff).order_by("guest_since", "pk")
    while deleted < limit and (ids := list(unused.values_list("pk", flat=True)[:BATCH])):
        count = sum(forget(guest_id=pk, now=now, unused_since=cutoff) for pk in ids)
        deleted += count
        if not count:
            break
    return deleted


def _locked(guest_id: int) -> User | None:
    return User.objects.select_for_update().filter(pk=guest_id, guest_since__isnull=False).first()
