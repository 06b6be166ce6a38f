"""Who has the page of a table open: a hint for how often others ask for news, kept in the cache and never in a row."""

from collections.abc import Mapping
from datetime import datetime

from django.core.cache import cache

from tables.models import Seat, Table
from tables.selectors import pulse as pulses
from tables.selectors.pulse import Pulse

# Somebody counts as there for so long after a sign of life, which is given at most every RENEW seconds.
STAYS = 120
RENEW = 45

type There = Mapping[int, float]


def pulse_and_company(address: str, position: int | None, now: datetime) -> tuple[Pulse | None, bool]:
    """The pulse and whether anybody else is there, in one cache read; renews the own sign of life now and then."""
    keys = pulses.cache_key(address), _key(address)
    found = cache.get_many(keys)
    there = found.get(keys[1], {})
    _sign(address, there, position, now)
    known = found.get(keys[0])
    return Pulse(*known) if known is not None else pulses.pulse(address), _others(there, position, now)


def company(address: str, position: int | None, now: datetime) -> bool:
    """Whether anybody else is there; gives a sign of life for this one."""
    there = cache.get(_key(address), {})
    _sign(address, there, position, now)
    return _others(there, position, now)


def is_here(user_id: int, now: datetime) -> bool:
    """Whether somebody has the page of one of their tables open; one query and one cache read. Nobody, if the cache is down."""
    seats = Seat.objects.filter(user_id=user_id).exclude(table__status=Table.Status.ENDED)
    places = {_key(address): position for address, position in seats.values_list("table__pulse", "position")}
    found = cache.get_many(places)
    return any(there.get(places[key], 0) > now.timestamp() - STAYS for key, there in found.items())


def _sign(address: str, there: There, position: int | None, now: datetime) -> None:
    if position is not None and there.get(position, 0) < now.timestamp() - RENEW:
        cache.set(_key(address), {**there, position: now.timestamp()}, STAYS)


def _others(there: There, position: int | None, now: datetime) -> bool:
    return any(seat != position and at > now.timestamp() - STAYS for seat, at in there.items())


def _key(address: str) -> str:
    return f"there:{address}"
