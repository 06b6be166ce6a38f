"""Who has the page of a table open: a hint for how often others ask for news, kept in the cache and never in a row.

Mails may wait for people who are there, so nobody can report somebody else: a page holds a signed token of the person it was
made for, good at the pulse of that table alone. Checking it takes neither a session nor a query. Somebody who lost a seat
speaks at most for themselves, never for its new holder.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache

from django.core import signing
from django.core.cache import cache

from tables.models import Table
from tables.selectors.play import pulse as pulses
from tables.selectors.play.pulse import Pulse

# Somebody counts as there for so long after a sign of life, which is given at most every RENEW seconds.
STAYS = 120
RENEW = 45
_SIGNER = signing.Signer(salt="tables.presence")

type There = Mapping[int, float]


def token(address: str, user_id: int) -> str:
    """What the page of a seated person says who they are with, at the pulse of this address."""
    return _SIGNER.sign(_claim(address, user_id)).removeprefix(f"{address}:")


@lru_cache(20_000)
def holder(address: str, given: str) -> int | None:
    """Return the id of the user that a token was made for, None for a forged token or one of another table.

    A token is valid as long as the key of the site, so each is checked once.
    """
    try:
        claim = _SIGNER.unsign(f"{address}:{given}")
    except signing.BadSignature:
        return None
    return int(claim.removeprefix(f"{address}:"))


def pulse_and_others(address: str, user_id: int | None, now: datetime) -> tuple[Pulse | None, bool]:
    """Return the pulse and whether anybody else is there, in one cache read; renew the user's sign of life if it is old."""
    keys = pulses.cache_key(address), _key(address)
    cached = cache.get_many(keys)
    there = cached.get(keys[1], {})
    _sign(address, there, user_id, now)
    known = cached.get(keys[0])
    return Pulse(*known) if known is not None else pulses.pulse(address), _others(there, user_id, now)


def others_present(address: str, user_id: int | None, now: datetime) -> bool:
    """Whether anybody else is there; gives a sign of life for this one."""
    there = _there(address)
    _sign(address, there, user_id, now)
    return _others(there, user_id, now)


def is_here(user_id: int, now: datetime) -> bool:
    """Whether somebody has the page of one of their tables open; one query and one cache read. Nobody, if the cache is down."""
    mine = Table.objects.filter(seats__user=user_id).exclude(status=Table.Status.ENDED)
    cached = cache.get_many([_key(address) for address in mine.values_list("pulse", flat=True)])
    return any(there.get(user_id, 0) > now.timestamp() - STAYS for there in cached.values())


def is_at(address: str, user_id: int, now: datetime) -> bool:
    """Whether somebody has the page of the table with this pulse open; one cache read. Nobody, if the cache is down."""
    return _there(address).get(user_id, 0) > now.timestamp() - STAYS


def _there(address: str) -> There:
    """Who is there. By the connection that a thread keeps (``config.cache``), which takes half the time of a ``get``."""
    found: There = cache.get_many([_key(address)]).get(_key(address), {})
    return found


def _sign(address: str, there: There, user_id: int | None, now: datetime) -> None:
    if user_id is not None and there.get(user_id, 0) < now.timestamp() - RENEW:
        cache.set(_key(address), {**there, user_id: now.timestamp()}, STAYS)


def _others(there: There, user_id: int | None, now: datetime) -> bool:
    return any(person != user_id and at > now.timestamp() - STAYS for person, at in there.items())


def _claim(address: str, user_id: int) -> str:
    return f"{address}:{user_id}"


def _key(address: str) -> str:
    return f"there:{address}"
