"""Guests: people who play at practice tables before they have an account, or without ever having one.

A guest is a row without address, password or name, signed in by nothing but the session that began it. Whoever signs up in
that session goes on with the row; whoever signs in to an account hands over what they have begun, and the row goes. One that
nobody comes back to goes after a while. What a guest means to other apps they say themselves (``accounts.signals``).
"""

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

BACKEND = "accounts.backends.Backend"
# So long a guest may stay away.
KEPT = timedelta(days=7)
BATCH = 200


def welcome(request: HttpRequest, *, time_zone: str, now: datetime) -> User:
    """A new guest, signed in under a new session key; they read the language of the page, and UTC if their zone is none."""
    language = translation.get_language()
    guest = User.objects.create_guest(
        language=language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE,
        time_zone=time_zone if time_zone in time_zones.known() else time_zones.FALLBACK,
        now=now,
    )
    django_login(request, guest, backend=BACKEND)
    # allauth writes down where members sign in; a guest does it here.
    request.session.pop(sessions.SEEN, None)
    sessions.note(request, guest)
    return guest


def of(request: HttpRequest) -> User | None:
    """The guest whose session this is, at the pages of accounts too, where they count as a stranger."""
    guest = getattr(request, "guest", None) or request.user
    return guest if isinstance(guest, User) and guest.is_guest else None


def step_aside(request: HttpRequest) -> None:
    """Let somebody be signed in in a guest's session: it is kept, but for who it was, and gets a new key then."""
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)


def hand_over(*, guest: User, user: User, now: datetime) -> None:
    """What a guest has begun is ``user``'s from now on, and the guest is gone; nothing happens if they are gone already."""
    with transaction.atomic():
        last = _locked(guest.pk)
        if last is not None:
            guest_joined.send(User, guest=last, user=user, now=now)
            last.delete()


def forget(*, guest_id: int, now: datetime, unused_since: datetime | None = None) -> bool:
    """Delete a guest with all they have begun, unless they were here after ``unused_since``; whether they are gone by it."""
    with transaction.atomic():
        guest = _locked(guest_id)
        if guest is None or (unused_since and (guest.last_login or now) > unused_since):
            return False
        guest_left.send(User, guest=guest, now=now)
        sessions.end_all(guest)
        guest.delete()
        return True


def sweep(*, now: datetime, limit: int = 5000) -> int:
    """Forget guests who have stayed away for long, each in a transaction of their own. Returns how many."""
    since, gone = now - KEPT, 0
    unused = User.objects.filter(guest_since__lte=since, last_login__lte=since).order_by("guest_since", "pk")
    while gone < limit and (ids := list(unused.values_list("pk", flat=True)[:BATCH])):
        done = sum(forget(guest_id=pk, now=now, unused_since=since) for pk in ids)
        gone += done
        if not done:
            break
    return gone


def _locked(guest_id: int) -> User | None:
    return User.objects.select_for_update().filter(pk=guest_id, guest_since__isnull=False).first()
