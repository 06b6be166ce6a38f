"""What follows from its arguments and the language alone is said once for each language."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from django.utils.translation import get_language

# Of each function: cards, prices and small numbers are few.
MOST = 2_000


def spoken[**P, T](say: Callable[P, T]) -> Callable[P, T]:
    """The same function, which remembers what it said in each language.

    Its arguments are hashable, and what it returns nobody changes.
    """

    @lru_cache(MOST)
    def kept(_language: str | None, *args: Any) -> T:
        return say(*args)  # type: ignore[call-arg]  # the arguments of whoever called

    @wraps(say)
    def said(*args: P.args, **kwargs: P.kwargs) -> T:
        return say(*args, **kwargs) if kwargs else kept(get_language(), *args)

    return said
