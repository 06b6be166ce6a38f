"""Where the buttons of a replay lead: by move, by turn and by round."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tables.models import Table
from tables.present.archive.eyes import Eyes
from tables.selectors.archive.course import Course


@dataclass(frozen=True)
class Button:
    """A link to a step; without an address it leads nowhere. ``mark`` is what is drawn on it, ``words`` what it says."""

    name: str
    mark: str
    words: str
    address: str


def steps_context(table: Table, course: Course, at: int, eyes: Eyes, moments: Sequence[int] = ()) -> dict[str, Any]:
    """The buttons on either side of the slider, and those for turns, rounds and ``moments``. Where every move is a turn, turns
    have none."""
    last = len(course.turns) - 1

    def button(name: str, mark: str, words: str, to: int | None) -> Button:
        return Button(name, mark, words, "" if to is None else reverse("archive:step", args=[table.code, to]) + eyes.query)

    turns, rounds, stops = _around(course.turns, at), _around(course.rounds, at), _beside(moments, at)
    return {
        "step": at,
        "last": last,
        "back": [
            button("first", "«", _("First step"), 0 if at else None),
            button("prev", "‹", _("Previous step"), at - 1 if at else None),
        ],
        "onward": [
            button("next", "›", _("Next step"), at + 1 if at < last else None),
            button("last", "»", _("Last step"), last if at < last else None),
        ],
        "has_turns": course.turns[-1] < last,
        "by_turn": [
            button("turn-prev", "‹", _("Previous turn"), turns[0]),
            button("turn-next", "›", _("Next turn"), turns[1]),
        ],
        "by_round": [
            button("round-prev", "‹", _("Previous round"), rounds[0]),
            button("round-next", "›", _("Next round"), rounds[1]),
        ],
        "by_moment": [
            button("moment-prev", "◂", _("Previous moment"), stops[0]),
            button("moment-next", "▸", _("Next moment"), stops[1]),
        ],
    }


def first_steps(numbers: Sequence[int]) -> Mapping[int, int]:
    """The first move of every round, or of every turn, in their order."""
    firsts: dict[int, int] = {}
    for seq, number in enumerate(numbers):
        firsts.setdefault(number, seq)
    return firsts


def _around(numbers: Sequence[int], at: int) -> tuple[int | None, int | None]:
    """Where a turn or round begins that is before this move, or that has this move in it after its beginning; and the next."""
    return _beside(first_steps(numbers).values(), at)


def _beside(steps: Collection[int], at: int) -> tuple[int | None, int | None]:
    """The last of these steps before this move, and the first after it."""
    return max((step for step in steps if step < at), default=None), min((step for step in steps if step > at), default=None)
