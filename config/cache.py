"""The cache: Redis with a short temper. A cache that is down is an empty cache, never a broken page."""

import logging
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def _calm(method: Callable[..., Any], otherwise: Callable[[], Any]) -> Callable[..., Any]:
    @wraps(method)
    def calmed(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except RedisError as error:
            logger.warning("cache is down: %s", error)
            return otherwise()

    return calmed


class CalmRedisCache(RedisCache):
    """Django's Redis cache that answers like an empty one while the server cannot be reached.

    A miss stands for every failed read, False for every failed write; ``incr`` still raises ValueError as for a missing key.
    """

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return _calm(super().get, lambda: default)(key, default, version)

    def add(self, *args: Any, **kwargs: Any) -> Any:
        # True: whoever uses add as a lock or a rate limit goes on, as if nobody had been there before.
        return _calm(super().add, lambda: True)(*args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        _calm(super().set, lambda: None)(*args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return _calm(super().touch, lambda: False)(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return _calm(super().delete, lambda: False)(*args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return _calm(super().has_key, lambda: False)(*args, **kwargs)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> Any:
        return _calm(super().incr, lambda: delta)(key, delta, version)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return _calm(super().get_many, dict)(*args, **kwargs)

    def set_many(self, data: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        return _calm(super().set_many, lambda: list(data))(data, *args, **kwargs)

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        _calm(super().delete_many, lambda: None)(keys, version)

    def clear(self) -> Any:
        return _calm(super().clear, lambda: False)()
