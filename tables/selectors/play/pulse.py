"""The pulse of a table: whether anything happened, for one cache read. It tells nothing that is secret."""

from typing import NamedTuple

from django.core.cache import cache

from tables.models import Table

# Short, so that a value written in the wrong order by two workers heals by itself.
SECONDS = 60


class Pulse(NamedTuple):
    """``Table.changes``, and whether the game is over."""

    changes: int
    ended: bool


def cache_key(address: str) -> str:
    """Where the pulse of an address is remembered."""
    return f"pulse:{address}"


def remember(address: str, pulse: Pulse) -> None:
    """Put it where ``pulse`` looks first."""
    cache.set(cache_key(address), tuple(pulse), SECONDS)


def pulse(address: str) -> Pulse | None:
    """The pulse at an unguessable address, None if there is no such address. One cache read, or one query if it missed."""
    if (known := cache.get(cache_key(address))) is not None:
        return Pulse(*known)
    row = Table.objects.filter(pulse=address).values_list("changes", "status").first()
    if row is None:
        return None
    fresh = Pulse(row[0], row[1] == Table.Status.ENDED)
    remember(address, fresh)
    return fresh
