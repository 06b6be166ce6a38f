"""The tags of finished games: whatever a search can ask for, as a short text that a game has or has not.

A number is asked for as "at least" or "at most". A game has a tag for each of some fixed steps that it reaches, so that one tag
stands for the question; between two steps the tag of the nearer one narrows the search and the column tells the rest. All tags
of a private game begin with a mark: a search for public games cannot find them, and whoever sat there asks for both.
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
    """Something that is so: ``game=gonzaga``."""
    return f"{name}={value}"


def facet(game: str, name: str) -> str:
    """A facet of one game, which is no facet of another."""
    return f"{game}:{name}"


def at_least(name: str, value: int, steps: Sequence[int]) -> list[str]:
    """What to ask for: the greatest step that every such number reaches; nothing if there is none."""
    place = bisect_right(steps, value)
    return [f"{name}>{steps[place - 1]}"] if place else []


def at_most(name: str, value: int, steps: Sequence[int]) -> list[str]:
    """What to ask for: the least step that no such number exceeds; nothing if there is none."""
    place = bisect_left(steps, value)
    return [f"{name}<{steps[place]}"] if place < len(steps) else []


def reached(name: str, value: int, steps: Sequence[int]) -> list[str]:
    """What a number has of ``at_least``."""
    return [f"{name}>{step}" for step in steps if value >= step]


def kept_to(name: str, value: int, steps: Sequence[int]) -> list[str]:
    """What a number has of ``at_most``."""
    return [f"{name}<{step}" for step in steps if value <= step]


def user(role: str, user_id: int) -> str:
    """That a person ``played`` or ``won``, whatever they are called now."""
    return f"{role}=u{user_id}"


def called(role: str, name: str) -> str:
    """That a bot, or somebody without an account here, ``played`` or ``won``."""
    return f"{role}=n{folded(name)}"


def week(moment: datetime) -> int:
    """Which week since 1970."""
    return int(moment.timestamp() // WEEK)


def facets(game: str, values: Mapping[str, int | str]) -> Iterable[str]:
    """Every facet a game can be found by."""
    for name, value in values.items():
        if isinstance(value, str):
            yield fact(facet(game, name), value)
        else:
            yield from reached(facet(game, name), value, COUNTS)


def private(tags: Iterable[str]) -> list[str]:
    """The same of a private game."""
    return [PRIVATE + tag for tag in tags]
