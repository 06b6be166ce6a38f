"""Redis cache that fails fast. A cache that is down acts as an empty cache, so that pages still work."""

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

# Seconds after a failure in which this process does not try the server again.
RETRY_AFTER_SECONDS = 5.0
_down_until: dict[str, float] = {}
UNREACHABLE = object()
# Prefix of the keys of allauth's rate limits, and the local cache that counts them while Redis is down. It is large,
# so that a stranger cannot push other entries out.
LIMITS = "allauth:rl:"
_limits = LocMemCache("limits", {"max_entries": 50_000})


def _is_limit(key: str) -> bool:
    return key.startswith(LIMITS)


class _Clients(RedisCacheClient):
    """Redis client that is created once for each connection pool.

    Django creates a client for each access, which takes as long as the access itself.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._client_of_pool: dict[Any, Any] = {}
        self._local = threading.local()

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        pool = self._get_connection_pool(write)  # type: ignore[attr-defined]  # as Django's own
        if pool not in self._client_of_pool:
            self._client_of_pool[pool] = super().get_client(key, write=write)
        return self._client_of_pool[pool]

    def get_many(self, keys: Any) -> Any:
        """Return the cached values of several keys, over the thread's own connection."""
        try:
            replies = self._reply("MGET", *keys)
        except ConnectionError:
            return super().get_many(keys)
        loads = self._serializer.loads  # type: ignore[attr-defined]
        return {key: loads(reply) for key, reply in zip(keys, replies, strict=True) if reply is not None}

    def set(self, key: Any, value: Any, timeout: int | timedelta | None) -> Any:
        """Store a value over the thread's own connection, or through Django's client if ``timeout`` is 0 or a timedelta."""
        if timeout == 0 or isinstance(timeout, timedelta):
            return super().set(key, value, timeout)
        try:
            return self._reply("SET", key, self._serializer.dumps(value), *(() if timeout is None else ("EX", timeout)))  # type: ignore[attr-defined]
        except ConnectionError:
            return super().set(key, value, timeout)

    def _reply(self, *command: Any) -> Any:
        """Send a command over the thread's own connection and return the reply. Raises RedisError.

        Borrowing a connection from the pool takes as long as most commands.
        """
        entry: tuple[int, Any] | None = getattr(self._local, "connection", None)
        if entry is None or entry[0] != os.getpid():
            entry = self._local.connection = os.getpid(), self._get_connection_pool(True).make_connection()  # type: ignore[attr-defined]
        connection = entry[1]
        try:
            connection.send_command(*command)
            return connection.read_response()
        except BaseException:
            # The server may have been restarted, and a late reply must not be taken for the reply to another command.
            connection.disconnect()
            raise


class CalmRedisCache(RedisCache):
    """Django's Redis cache that acts as an empty one while the server cannot be reached.

    Counters and locks (``add``, ``incr``) then act as on the first call. Rate limits still work: each process counts its own.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Clients

    def _or_fallback(self, method: Callable[..., Any], fallback: Any, *args: Any, **kwargs: Any) -> Any:
        server = str(self._servers)  # type: ignore[attr-defined]  # set by Django's own class
        if time.monotonic() < _down_until.get(server, 0.0):
            return fallback
        try:
            return method(*args, **kwargs)
        except RedisError as error:
            _down_until[server] = time.monotonic() + RETRY_AFTER_SECONDS
            metrics.failed("cache")
            logger.warning("The cache is down, going on without: %s", error)
            return fallback

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        value = self._or_fallback(super().get, UNREACHABLE, key, default, version)
        if value is not UNREACHABLE:
            return value
        return _limits.get(key, default) if _is_limit(key) else default

    def add(self, key: str, *args: Any, **kwargs: Any) -> Any:
        result = self._or_fallback(super().add, UNREACHABLE, key, *args, **kwargs)
        if result is not UNREACHABLE:
            return result
        return not _is_limit(key) or _limits.add(key, *args, **kwargs)

    def set(self, key: str, *args: Any, **kwargs: Any) -> None:
        if self._or_fallback(super().set, UNREACHABLE, key, *args, **kwargs) is UNREACHABLE and _is_limit(key):
            _limits.set(key, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_fallback(super().touch, False, *args, **kwargs)

    def delete(self, key: str, *args: Any, **kwargs: Any) -> Any:
        result = self._or_fallback(super().delete, UNREACHABLE, key, *args, **kwargs)
        if result is not UNREACHABLE:
            return result
        return _is_limit(key) and _limits.delete(key)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_fallback(super().has_key, False, *args, **kwargs)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> Any:
        return self._or_fallback(super().incr, delta, key, delta, version)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_fallback(super().get_many, {}, *args, **kwargs)

    def set_many(self, data: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        return self._or_fallback(super().set_many, list(data), data, *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> None:
        self._or_fallback(super().delete_many, None, *args, **kwargs)

    def clear(self) -> Any:
        return self._or_fallback(super().clear, False)
