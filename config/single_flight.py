"""Cache for expensive values, each computed by one process or thread at a time.

Threads of one process wait for the first of them and share its result, even while the cache is down. Among several processes,
the holder of a short lock in the cache computes the value. While the cache is down, each process computes its own.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock
from typing import cast

from django.core.cache import cache

LOCK_SECONDS = 10
"""Longer than any computation. The lock of a process that died lasts as long."""
LOOK_AGAIN_SECONDS = 0.02
_running: dict[str, Future[object]] = {}
_lock = Lock()


def get_or_compute[T](key: str, make: Callable[[], T], *, seconds: int) -> T:
    """Return the value of ``key`` from the cache, or call ``make`` and cache its result for ``seconds``.

    ``make`` must not return None. Its errors are raised for all waiting threads.
    """
    value = cache.get(key)
    if value is not None:
        return cast(T, value)
    with _lock:
        is_first = key not in _running
        future = _running.setdefault(key, Future())
    if not is_first:
        return cast(T, future.result())
    try:
        result = _compute(key, make, seconds)
    except BaseException as fault:
        _leave(key)
        future.set_exception(fault)
        raise
    _leave(key)
    future.set_result(result)
    return result


def _leave(key: str) -> None:
    with _lock:
        del _running[key]


def _compute[T](key: str, make: Callable[[], T], seconds: int) -> T:
    """Compute and cache the value, or wait for the process that is computing it. Return the value."""
    lock = f"{key}/lock"
    while not cache.add(lock, 1, LOCK_SECONDS):
        time.sleep(LOOK_AGAIN_SECONDS)
        value = cache.get(key)
        if value is not None:
            return cast(T, value)
    try:
        # Another process may have finished between our read and our lock.
        value = cache.get(key)
        if value is None:
            value = make()
            cache.set(key, value, seconds)
        return cast(T, value)
    finally:
        cache.delete(lock)
