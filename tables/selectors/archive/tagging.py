"""Tags of finished games: every search criterion as a short text that a game has or lacks.

Numbers are searched as "at least" or "at most". A game has a tag for each fixed step that it reaches, so one tag is enough to
search for a step. To search for another number, the tag of the next wider step narrows the search, and the column gives the
exact result. All tags of a private game begin with a mark: a public search cannot find them, and its players search for both
kinds.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from accounts.names import folded

PRIVATE = "-"
PUBLIC = "public"
COUNTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000)
PLIES = (5, 10, 20, 30, 40, 50, 60, 80, 100, 125, 150, 200, 250, 300, 400, 500, 700, 1000)
MARGINS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 40, 50, 75, 100)
WEEK = timedelta(weeks=1).total_seconds()


def fact(name: str, value: object) -> str:
    """Return the tag of a fact: ``game=gonzaga``."""
    return f"{name}={value}"


def facet(game: str, name: str) -> str:
    """Return the tag name of a facet of one game."""
    return f"{game}:{name}"


def at_least(name: str, value: int, steps: Sequence[int]) -> list[str]:
    """Return the tag to search for a minimum: the tag of the greatest step that is at most ``value``, if there is one."""
    place = bisect_right(steps, value)
    return [f"{name}>{steps[place - 1]}"] if place else []


def at_most(name: str, value: int, steps: Sequence[int]) -> list[str]:
    """Return the tag to search for a maximum: the tag of the smallest step that is at least ``value``, if there is one."""
    place = bisect_left(steps, value)
    return [f"{name}<{steps[place]}"] if place < len(steps) else []


def reached(name: str, value: int, steps: Sequence[int]) -> list[str]:
    """Return the tags of a number by which ``at_least`` finds it."""
    return [f"{name}>{step}" for step in steps if value >= step]


def kept_to(name: str, value: int, steps: Sequence[int]) -> list[str]:
    """Return the tags of a number by which ``at_most`` finds it."""
    return [f"{name}<{step}" for step in steps if value <= step]


def user(role: str, user_id: int) -> str:
    """Return the tag of a person who ``played`` or ``won``, independent of their name."""
    return f"{role}=u{user_id}"


def called(role: str, name: str) -> str:
    """Return the tag of a bot, or a person without an account here, who ``played`` or ``won``."""
    return f"{role}=n{folded(name)}"


def week(moment: datetime) -> int:
    """Return the number of the week since 1970."""
    return int(moment.timestamp() // WEEK)


def facets(game: str, values: Mapping[str, int | str]) -> Iterable[str]:
    """Yield the tags of every facet of a game."""
    for name, value in values.items():
        if isinstance(value, str):
            yield fact(facet(game, name), value)
        else:
            yield from reached(facet(game, name), value, COUNTS)


def private(tags: Iterable[str]) -> list[str]:
    """Return the same tags for a private game."""
    return [PRIVATE + tag for tag in tags]
