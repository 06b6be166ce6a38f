"""How often somebody may do something.

allauth's rate limiter counts, the rates stand in settings.ACCOUNT_RATE_LIMITS together with those of signing up and in. Our own
actions count per ``key``: the account of somebody signed in, the network of a stranger or a guest.

A network is an IPv4 address or a /64 of IPv6, which is what one household or server gets. Anyone can have many of these, so all
/64 of a /48 may do ten times as much together. Only this module asks where a request comes from.

While the cache is down each process counts for itself (``config.cache``), so a site of two workers allows twice as much and
forgets it at a restart; it is never open. What must not be guessed is guarded without limits as well: a code dies after three
wrong tries that are counted in the database, and tokens are too long to try.
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

# Prefixes of IPv6 that are counted together, and how much more the wider one may do.
NEAR, WIDE, TIMES = 64, 48, 10
SITE = "site"
# allauth refuses whatever has waited for its turn to be counted for a second: threads of one process wait here instead.
_turn = Lock()


class Counted(HttpRequest):
    """A request that stands for everything counted under one name.

    allauth asks the adapter where a request comes from; this one comes from its name.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


def allow(who: HttpRequest | User, action: str) -> bool:
    """Counts one ``action`` ("chat", "invite", "table", "join") of ``who``; False if that is too often by now.

    Call it where the act happens (the view), once per try. KeyError for an action without a rate.
    """
    rates = settings.ACCOUNT_RATE_LIMITS  # False is allauth's word for no limits at all
    if rates and action not in rates:
        raise KeyError(action)
    if isinstance(who, User):
        return _count(f"user:{who.pk}", action)
    if isinstance(who.user, User) and not who.user.is_guest:
        return _count(f"user:{who.user.pk}", action)
    return allow_from(who, action)


def allow_from(request: HttpRequest, action: str) -> bool:
    """Do as ``allow`` for the network of a request, not for the person who is signed in."""
    near, *parts = _names(request)
    return _count(near, action) and _fits(parts, action)


def allow_guest(request: HttpRequest) -> bool:
    """Count a new guest for the network they come from, then for the whole site; False if either has had too many."""
    if not allow(request, "guest"):
        return False
    is_room = _count(SITE, "guest_all")
    if not is_room:
        metrics.limited("guest")
    return is_room


def widely(action: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Let a page of allauth, which counts ``action`` per address itself, count it for the wider network too."""

    def counting(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method == "POST" and not _has_room(request, action):
                return too_many(request)
            return view(request, *args, **kwargs)

        return counted

    return counting


def network(request: HttpRequest) -> str:
    """Return the network a request comes from."""
    return _names(request)[0]


def is_known(request: HttpRequest) -> bool:
    """Return whether the server knows where a request comes from."""
    try:
        return bool(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return False


def plain(address: str) -> str:
    """Return an address without its zone; an IPv4 address that is written as IPv6 becomes that IPv4 address."""
    read = ipaddress.ip_address(address)
    if isinstance(read, ipaddress.IPv6Address):
        read = read.ipv4_mapped or ipaddress.IPv6Address(int(read))
    return str(read)


def too_many(request: HttpRequest) -> HttpResponse:
    """The page (429) to answer with when ``allow`` said no and there is no better place to say so."""
    return ratelimit.respond_429(request)


def _names(request: HttpRequest) -> Sequence[str]:
    """Return what a request is counted under: its network, then the parts of the wider one, of which any may count it.

    Each part allows as much as a network, so together they allow ten times that.
    """
    address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, ipaddress.IPv4Address):
        return (f"ip:{address}",)
    near, wide = (ipaddress.IPv6Network((int(address), prefix), strict=False) for prefix in (NEAR, WIDE))
    return (f"ip:{near}", *(f"ip:{wide}#{part}" for part in range(TIMES)))


def _count(name: str, action: str, key: str = "") -> bool:
    # allauth counts no GET; what we are asked to count, we count: this request has no method.
    with _turn:
        return bool(ratelimit.consume(Counted(name), action=action, key=key or name))


def _fits(parts: Sequence[str], action: str, key: str = "") -> bool:
    return not parts or any(_count(part, action, key) for part in parts)


def _has_room(request: HttpRequest, action: str) -> bool:
    """Count a request for the wider network, unless allauth refuses it for its own; accounts are counted by allauth alone."""
    parts, nobody = _names(request)[1:], secrets.token_hex()
    if not parts or not ratelimit.consume(request, action=action, key=nobody, dry_run=True):
        return True
    return _fits(parts, action, nobody)
