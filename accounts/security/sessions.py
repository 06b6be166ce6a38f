"""Signed-in browsers: one row for each, with its last visit. A session can be ended straight away.

allauth keeps the rows. They are written at sign-in and then at most once an hour.
"""

import json
import re
import time
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from accounts import limits
from accounts.models import User
from accounts.session_store import SessionStore
from accounts.signals import browser_signed_out

SEEN = "accounts_seen"
HOUR = 3600
# The first match counts: Edge also names Chrome, and Chrome also names Safari.
BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox/|FxiOS": "Firefox", "Chrome/|CriOS": "Chrome", "Safari/": "Safari"}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux|X11": "Linux",
}


def note(request: HttpRequest, user: User) -> None:
    """Record that this browser was seen, and the last visit of a guest, at most once an hour."""
    if time.time() - request.session.get(SEEN, 0) < HOUR:
        return
    request.session[SEEN] = int(time.time())
    if user.is_guest:
        User.objects.filter(pk=user.pk).update(last_login=timezone.now())
    if limits.is_known(request):
        UserSession.objects.create_from_request(request)


def listed(user: User) -> list[UserSession]:
    """Remove the rows of ended sessions. Return the other sessions of ``user``, last seen first."""
    return sorted(UserSession.objects.purge_and_list(user), key=lambda session: session.last_seen_at, reverse=True)


def end(user: User, pk: int) -> None:
    """End one session of ``user``. Nothing happens if there is none."""
    for session in UserSession.objects.filter(user=user, pk=pk):
        _end(session)


def end_others(user: User, *, current_key: str | None) -> None:
    """End all sessions of ``user`` except the one with this key."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=current_key):
        _end(session)


def end_all(user: User) -> None:
    """End every known session of ``user``."""
    for session in UserSession.objects.filter(user=user):
        _end(session)


def forget(user: User) -> None:
    """Delete every session with data of ``user``: sign-ins, and sessions that wait for the user's code.

    This looks at all sessions, since they have no column for the user. Deletions are rare enough for that.
    """
    addresses = {*filter(None, [user.email]), *EmailAddress.objects.filter(user=user).values_list("email", flat=True)}
    for session in Session.objects.iterator():
        data = session.get_decoded()
        text = json.dumps(data, default=str)
        if data.get(SESSION_KEY) == str(user.pk) or any(address in text for address in addresses):
            session.delete()


def forget_ended() -> None:
    """Delete the rows of ended sessions, since they record where a user was."""
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


def browser(user_agent: str) -> str:
    """Return the browser and system named by ``user_agent`` ("Firefox, Linux"). Empty if neither is known."""
    labels = (_first(names, user_agent) for names in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, labels))


def _end(row: UserSession) -> None:
    browser_signed_out.send(User, session=SessionStore(session_key=row.session_key))
    row.end()


def _first(names: dict[str, str], user_agent: str) -> str:
    return next((name for pattern, name in names.items() if re.search(pattern, user_agent)), "")


def _take_login(request: HttpRequest | None, user: User, **_more: Any) -> None:
    if request is not None and hasattr(request, "session"):
        request.session[SEEN] = int(time.time())  # allauth writes the row


def _take_logout(request: HttpRequest | None, **_more: Any) -> None:
    if request is not None and hasattr(request, "session"):
        browser_signed_out.send(User, session=request.session)


def listen() -> None:
    """Connect the signal receivers. Called once all apps are loaded."""
    user_logged_out.connect(_take_logout, dispatch_uid="accounts.security.sessions")
    user_logged_in.connect(_take_login, dispatch_uid="accounts.security.sessions")
