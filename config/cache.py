"""The cache: Redis with a short temper. A cache that is down is an empty cache, never a broken or a slow page."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

# How long a server that failed is left alone, so that a page pays its time limit at most once.
SULK = 5.0
_down_until: dict[str, float] = {}
AWAY = object()
# What allauth's limiter counts under, and where it counts meanwhile. Many keys, or a stranger could push the others out.
LIMITS = "allauth:rl:"
_limits = LocMemCache("limits", {"max_entries": 50_000})


def _is_limit(key: str) -> bool:
    return key.startswith(LIMITS)


class CalmRedisCache(RedisCache):
    """Django's Redis cache that answers like an empty one while the server cannot be reached.

    What counts or locks (``add``, ``incr``) answers as if it were the first to ask. Only what keeps guessing within bounds goes
    on: rate limits are counted by each process for itself then.
    """

    def _calm(self, method: Callable[..., Any], otherwise: Any, *args: Any, **kwargs: Any) -> Any:
        server = str(self._servers)  # type: ignore[attr-defined]  # set by Django's own class
        if time.monotonic() < _down_until.get(server, 0.0):
            return otherwise
        try:
            return method(*args, **kwargs)
        except RedisError as error:
            _down_until[server] = time.monotonic() + SULK
            logger.warning("The cache is down, going on without: %s", error)
            return otherwise

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        found = self._calm(super().get, AWAY, key, default, version)
        if found is not AWAY:
            return found
        return _limits.get(key, default) if _is_limit(key) else default

    def add(self, key: str, *args: Any, **kwargs: Any) -> Any:
        done = self._calm(super().add, AWAY, key, *args, **kwargs)
        if done is not AWAY:
            return done
        return not _is_limit(key) or _limits.add(key, *args, **kwargs)

    def set(self, key: str, *args: Any, **kwargs: Any) -> None:
        if self._calm(super().set, AWAY, key, *args, **kwargs) is AWAY and _is_limit(key):
            _limits.set(key, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._calm(super().touch, False, *args, **kwargs)

    def delete(self, key: str, *args: Any, **kwargs: Any) -> Any:
        done = self._calm(super().delete, AWAY, key, *args, **kwargs)
        if done is not AWAY:
            return done
        return _is_limit(key) and _limits.delete(key)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._calm(super().has_key, False, *args, **kwargs)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> Any:
        return self._calm(super().incr, delta, key, delta, version)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._calm(super().get_many, {}, *args, **kwargs)

    def set_many(self, data: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        return self._calm(super().set_many, list(data), data, *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._calm(super().delete_many, None, *args, **kwargs)

    def clear(self) -> Any:
        return self._calm(super().clear, False)
