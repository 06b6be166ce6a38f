"""Presence of people on a table's page: a hint for how often other pages poll, stored only in the cache.

Emails to people who are present may be delayed, so nobody can claim that another person is present. A page has a signed token
of its user, valid only at the pulse of that table. Checking it needs neither a session nor a query. A player who has lost their
seat can sign only for themselves, never for its new player.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache

from django.core import signing
from django.core.cache import cache

from tables.models import Table
from tables.selectors.play import pulse as pulses
from tables.selectors.play.pulse import Pulse

# Seconds for which a person counts as present after a recorded presence. A record is renewed at most every RENEW seconds.
STAYS = 120
RENEW = 45
_SIGNER = signing.Signer(salt="tables.presence")

type There = Mapping[int, float]


def token(address: str, user_id: int) -> str:
    """Return the token of a seated person for the pulse at this address."""
    return _SIGNER.sign(_claim(address, user_id)).removeprefix(f"{address}:")


@lru_cache(20_000)
def holder(address: str, value: str) -> int | None:
    """Return the id of the user that a token was made for, or None if it is forged or of another table.

    A token is valid as long as the site's key, so each token is verified only once.
    """
    try:
        claim = _SIGNER.unsign(f"{address}:{value}")
    except signing.BadSignature:
        return None
    return int(claim.removeprefix(f"{address}:"))


def pulse_and_others(address: str, user_id: int | None, now: datetime) -> tuple[Pulse | None, bool]:
    """Renew the record of the user's presence if it is old. Return the pulse, and whether anyone else is present.

    This takes one cache read, and a query if the pulse is not cached.
    """
    keys = pulses.cache_key(address), _key(address)
    cached = cache.get_many(keys)
    present = cached.get(keys[1], {})
    _sign(address, present, user_id, now)
    cached_pulse = cached.get(keys[0])
    return Pulse(*cached_pulse) if cached_pulse is not None else pulses.pulse(address), _others(present, user_id, now)


def others_present(address: str, user_id: int | None, now: datetime) -> bool:
    """Renew the record of the user's presence if it is old, and return whether anyone else is present."""
    present = _present_people(address)
    _sign(address, present, user_id, now)
    return _others(present, user_id, now)


def is_here(user_id: int, now: datetime) -> bool:
    """Return whether a user has the page of one of their tables open; one query, one cache read.

    False if the cache is down.
    """
    mine = Table.objects.filter(seats__user=user_id).exclude(status=Table.Status.ENDED)
    cached = cache.get_many([_key(address) for address in mine.values_list("pulse", flat=True)])
    return any(present.get(user_id, 0) > now.timestamp() - STAYS for present in cached.values())


def is_at(address: str, user_id: int, now: datetime) -> bool:
    """Return whether a user has the page of the table with this pulse open; one cache read.

    False if the cache is down.
    """
    return _present_people(address).get(user_id, 0) > now.timestamp() - STAYS


def _present_people(address: str) -> There:
    """Return the people who are present.

    The thread's own connection (``config.cache``) takes half the time of a ``get``.
    """
    present: There = cache.get_many([_key(address)]).get(_key(address), {})
    return present


def _sign(address: str, present: There, user_id: int | None, now: datetime) -> None:
    if user_id is not None and present.get(user_id, 0) < now.timestamp() - RENEW:
        cache.set(_key(address), {**present, user_id: now.timestamp()}, STAYS)


def _others(present: There, user_id: int | None, now: datetime) -> bool:
    return any(person != user_id and at > now.timestamp() - STAYS for person, at in present.items())


def _claim(address: str, user_id: int) -> str:
    return f"{address}:{user_id}"


def _key(address: str) -> str:
    return f"there:{address}"
