"""Rate limits for user actions.

allauth's rate limiter counts. settings.ACCOUNT_RATE_LIMITS has all rates, also those for signing up and in. Our own actions
count per ``key``: the account of a signed-in user, or the network of a stranger or guest.

A network is an IPv4 address or a /64 of IPv6, the usual size of one household or server. Anyone can have many /64, so a whole
/48 has a limit of its own, ten times as high.

While the cache is down, each process counts for itself (``config.cache``). A site of two workers then allows twice as much and
forgets its counts at a restart, but the limits still apply. Secrets are safe without limits: a code expires after three wrong
tries, counted in the database, and tokens are too long to guess.
"""

import ipaddress
import secrets
from collections.abc import Callable, Sequence
from functools import wraps
from threading import Lock
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from config import metrics

# IPv6 prefix lengths with limits of their own, and the factor by which the wider one's limit is higher.
NEAR, WIDE, TIMES = 64, 48, 10
SITE = "site"
# allauth refuses a request that has waited a second to be counted, so threads of one process wait here instead.
_turn = Lock()


class Counted(HttpRequest):
    """Request that is counted under ``name``.

    allauth asks our adapter for the origin of a request. For this one the adapter returns ``name``.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def allow(subject: HttpRequest | User, action: str) -> bool:
    """Count one ``action`` ("chat", "invite", "table", "join") of ``subject``. Return False if the limit is exceeded.

    Call it in the view, once per try. Raises KeyError for an action without a rate.
    """
    rates = settings.ACCOUNT_RATE_LIMITS  # allauth takes False for no limits at all
    if rates and action not in rates:
        raise KeyError(action)
    if isinstance(subject, User):
        return _count(f"user:{subject.pk}", action)
    if isinstance(subject.user, User) and not subject.user.is_guest:
        return _count(f"user:{subject.user.pk}", action)
    return allow_from(subject, action)


def allow_from(request: HttpRequest, action: str) -> bool:
    """Count ``action`` like ``allow``, but for the network of a request, not for the signed-in user."""
    near, *parts = _names(request)
    return _count(near, action) and _fits(parts, action)


def allow_guest(request: HttpRequest) -> bool:
    """Count a new guest for their network, then for the whole site. Return False if either limit is exceeded."""
    if not allow(request, "guest"):
        return False
    has_room = _count(SITE, "guest_all")
    if not has_room:
        metrics.limited("guest")
    return has_room


def limit_wide_network(action: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Make a page of allauth count ``action`` for the wider network too. allauth itself counts it per address."""

    def counting(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == "POST" and not _has_room(request, action):
                return too_many(request)
            return view(request, *args, **kwargs)

        return counted

    return counting


def network(request: HttpRequest) -> str:
    """Return the network of a request as the name of a counter, such as ``ip:192.0.2.1``."""
    return _names(request)[0]


def is_known(request: HttpRequest) -> bool:
    """Return whether the server knows the address of a request."""
    try:
        return bool(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return False


def plain(address: str) -> str:
    """Return an address without its zone. An IPv4 address that is written as IPv6 becomes plain IPv4."""
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        parsed = parsed.ipv4_mapped or ipaddress.IPv6Address(int(parsed))
    return str(parsed)


def too_many(request: HttpRequest) -> HttpResponse:
    """Return the 429 page, for refusals by ``allow`` without a page of their own."""
    return ratelimit.respond_429(request)


def _names(request: HttpRequest) -> Sequence[str]:
    """Return the names a request is counted under: its network, then the parts of the wider one.

    A request needs room in one part. Each part allows as much as a network, so together they allow ten times that.
    """
    address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, ipaddress.IPv4Address):
        return (f"ip:{address}",)
    near, wide = (ipaddress.IPv6Network((int(address), prefix), strict=False) for prefix in (NEAR, WIDE))
    return (f"ip:{near}", *(f"ip:{wide}#{part}" for part in range(TIMES)))


def _count(name: str, action: str, key: str = "") -> bool:
    # allauth does not count GET requests. This request has no method, so everything passed here is counted.
    with _turn:
        return bool(ratelimit.consume(Counted(name), action=action, key=key or name))


def _fits(parts: Sequence[str], action: str, key: str = "") -> bool:
    return not parts or any(_count(part, action, key) for part in parts)


def _has_room(request: HttpRequest, action: str) -> bool:
    """Count a request for the wider network, unless allauth will refuse it. Return False beyond that limit."""
    parts, random_key = _names(request)[1:], secrets.token_hex()
    if not parts or not ratelimit.consume(request, action=action, key=random_key, dry_run=True):
        return True
    return _fits(parts, action, random_key)
