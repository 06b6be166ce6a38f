"""Cache for values that depend only on their arguments and the language."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from django.utils.translation import get_language

# Maximum number of cached results per function: cards, prices and small numbers are few.
MOST = 2_000


def cached_by_language[**P, T](say: Callable[P, T]) -> Callable[P, T]:
    """Return the function with a cache of its results for each language.

    Its arguments must be hashable, and callers may not change its result. Calls with keyword arguments are not cached.
    """

    @lru_cache(MOST)
    def cached(_language: str | None, *args: Any) -> T:
        return say(*args)  # type: ignore[call-arg]  # the caller's arguments

    @wraps(say)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        return say(*args, **kwargs) if kwargs else cached(get_language(), *args)

    return wrapper
