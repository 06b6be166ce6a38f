"""Pulse of a table: a change counter without secrets, checked in one cache read."""

from typing import NamedTuple

from django.core.cache import cache

from tables.models import Table

# Seconds in the cache, short enough that values written by two workers in the wrong order correct themselves.
SECONDS = 60


class Pulse(NamedTuple):
    """State of a table: ``Table.changes``, and whether the game is over."""

    changes: int
    ended: bool


def cache_key(address: str) -> str:
    """Return the cache key of a pulse."""
    return f"pulse:{address}"


def remember(address: str, pulse: Pulse) -> None:
    """Store a pulse in the cache for ``pulse``."""
    cache.set(cache_key(address), tuple(pulse), SECONDS)


def pulse(address: str) -> Pulse | None:
    """Return the pulse at an unguessable address, None for an unknown address.

    This takes one cache read. If it misses, the pulse is queried and cached.
    """
    if (cached := cache.get(cache_key(address))) is not None:
        return Pulse(*cached)
    row = Table.objects.filter(pulse=address).values_list("changes", "status").first()
    if row is None:
        return None
    fresh = Pulse(row[0], row[1] == Table.Status.ENDED)
    remember(address, fresh)
    return fresh
