"""How often somebody may do something.

allauth's rate limiter counts, the rates stand in settings.ACCOUNT_RATE_LIMITS together with those of signing up and in. Our own
actions count per ``key``: the account of somebody signed in, the address of a stranger or a guest.

While the cache is down each process counts for itself (``config.cache``), so a site of two workers allows twice as much and
forgets it at a restart; it is never open. What must not be guessed is guarded without limits as well: a code dies after three
wrong tries that are counted in the database, and tokens are too long to try.
"""

from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User


def allow(who: HttpRequest | User, action: str) -> bool:
    """Counts one ``action`` ("chat", "invite", "table", "join") of ``who``; False if that is too often by now.

    Call it where the act happens (the view), once per try. KeyError for an action without a rate.
    """
    rates = settings.ACCOUNT_RATE_LIMITS  # False is allauth's word for no limits at all
    if rates and action not in rates:
        raise KeyError(action)
    # allauth counts no GET; what we are asked to count, we count, so it gets a request without a method.
    return bool(ratelimit.consume(HttpRequest(), action=action, key=_key(who)))


def allow_from(request: HttpRequest, action: str) -> bool:
    """As ``allow``, counted for the address a request comes from, whoever is signed in there."""
    key = f"ip:{get_adapter().get_client_ip(request)}"
    return not settings.ACCOUNT_RATE_LIMITS or bool(ratelimit.consume(HttpRequest(), action=action, key=key))


def too_many(request: HttpRequest) -> HttpResponse:
    """The page (429) to answer with when ``allow`` said no and there is no better place to say so."""
    return ratelimit.respond_429(request)


def _key(who: HttpRequest | User) -> str:
    user = who.user if isinstance(who, HttpRequest) else who
    if isinstance(user, User) and not (user.is_guest and isinstance(who, HttpRequest)):
        return f"user:{user.pk}"
    return f"ip:{get_adapter().get_client_ip(who)}"
