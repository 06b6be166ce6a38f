"""The cache: Redis with a short temper. A cache that is down is an empty cache, never a broken or a slow page."""

import logging
import os
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import ConnectionError, RedisError

from config import metrics

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


class _Clients(RedisCacheClient):
    """Makes one client of each pool of connections; Django makes one for each look, which takes as long as the look."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._of_pools: dict[Any, Any] = {}
        self._lines = threading.local()

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        pool = self._get_connection_pool(write)  # type: ignore[attr-defined]  # as Django's own
        if pool not in self._of_pools:
            self._of_pools[pool] = super().get_client(key, write=write)
        return self._of_pools[pool]

    def get_many(self, keys: Any) -> Any:
        """By the connection that a thread keeps."""
        try:
            answers = self._asked("MGET", *keys)
        except ConnectionError:
            return super().get_many(keys)
        loads = self._serializer.loads  # type: ignore[attr-defined]
        return {key: loads(answer) for key, answer in zip(keys, answers, strict=True) if answer is not None}

    def set(self, key: Any, value: Any, timeout: int | timedelta | None) -> Any:
        """By the same one, for what does not go at once."""
        if timeout == 0 or isinstance(timeout, timedelta):
            return super().set(key, value, timeout)
        try:
            return self._asked("SET", key, self._serializer.dumps(value), *(() if timeout is None else ("EX", timeout)))  # type: ignore[attr-defined]
        except ConnectionError:
            return super().set(key, value, timeout)

    def _asked(self, *command: Any) -> Any:
        """By a connection that each thread keeps: lending one takes as long as most questions. Raises RedisError."""
        held: tuple[int, Any] | None = getattr(self._lines, "held", None)
        if held is None or held[0] != os.getpid():
            held = self._lines.held = os.getpid(), self._get_connection_pool(True).make_connection()  # type: ignore[attr-defined]
        line = held[1]
        try:
            line.send_command(*command)
            return line.read_response()
        except BaseException:
            # The server may have been started anew; and what it answers later is no answer to anything else.
            line.disconnect()
            raise


class CalmRedisCache(RedisCache):
    """Django's Redis cache that answers like an empty one while the server cannot be reached.

    What counts or locks (``add``, ``incr``) answers as if it were the first to ask. Only what keeps guessing within bounds goes
    on: rate limits are counted by each process for itself then.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Clients

    def _calm(self, method: Callable[..., Any], otherwise: Any, *args: Any, **kwargs: Any) -> Any:
        server = str(self._servers)  # type: ignore[attr-defined]  # set by Django's own class
        if time.monotonic() < _down_until.get(server, 0.0):
            return otherwise
        try:
            return method(*args, **kwargs)
        except RedisError as error:
            _down_until[server] = time.monotonic() + SULK
            metrics.failed("cache")
            logger.warning("The cache is down, going on without: %s", error)
            return otherwise

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        value = self._calm(super().get, AWAY, key, default, version)
        if value is not AWAY:
            return value
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
