"""What is dear to make is made once: kept in the cache, and never made by two at the same time.

Threads of one process wait for the first of them and share what it made, also while the cache is away. Of several processes the
one that holds a short lock in the cache makes it; while the cache is away each process makes its own.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock
from typing import cast

from django.core.cache import cache

LOCK_SECONDS = 10
"""Longer than anything takes that is made so; a process that died leaves its lock for as long."""
LOOK_AGAIN_SECONDS = 0.02
_under_way: dict[str, Future[object]] = {}
_door = Lock()


def made[T](key: str, make: Callable[[], T], *, seconds: int) -> T:
    """What ``make`` returns (never None), from the cache if it is there. Raises what ``make`` raises, to all who wait."""
    value = cache.get(key)
    if value is not None:
        return cast(T, value)
    with _door:
        first = key not in _under_way
        future = _under_way.setdefault(key, Future())
    if not first:
        return cast(T, future.result())
    try:
        result = _made_here(key, make, seconds)
    except BaseException as fault:
        _leave(key)
        future.set_exception(fault)
        raise
    _leave(key)
    future.set_result(result)
    return result


def _leave(key: str) -> None:
    with _door:
        del _under_way[key]


def _made_here[T](key: str, make: Callable[[], T], seconds: int) -> T:
    """By this process or, if another one is at it, by that."""
    lock = f"{key}/lock"
    while not cache.add(lock, 1, LOCK_SECONDS):
        time.sleep(LOOK_AGAIN_SECONDS)
        value = cache.get(key)
        if value is not None:
            return cast(T, value)
    try:
        # Somebody may have been done between our look and our lock.
        value = cache.get(key)
        if value is None:
            value = make()
            cache.set(key, value, seconds)
        return cast(T, value)
    finally:
        cache.delete(lock)
