"""Targets of the replay buttons: by move, turn, round and moment."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tables.models import Table
from tables.present.archive.viewpoints import Viewpoint
from tables.selectors.archive.course import Course


@dataclass(frozen=True)
class Button:
    """Link to a step; without a URL it is inactive. ``mark`` is its symbol, ``words`` its text."""

    name: str
    mark: str
    words: str
    address: str


@dataclass(frozen=True)
class Buttons:
    """Links to other steps: ``back`` and ``forward`` are on both sides of the slider. There are pairs of links for turns,
    rounds and moments.

    Without ``has_turns`` every move is a turn.
    """

    back: Sequence[Button]
    forward: Sequence[Button]
    has_turns: bool
    by_turn: Sequence[Button]
    by_round: Sequence[Button]
    by_moment: Sequence[Button]


def buttons(table: Table, course: Course, at: int, viewpoint: Viewpoint, moments: Sequence[int] = ()) -> Buttons:
    """Return the links around step ``at``; ``moments`` are the steps worth jumping to."""
    last = len(course.turns) - 1

    def button(name: str, mark: str, words: str, to: int | None) -> Button:
        return Button(name, mark, words, "" if to is None else reverse("archive:step", args=[table.code, to]) + viewpoint.query)

    turns, rounds, stops = _around(course.turns, at), _around(course.rounds, at), _beside(moments, at)
    return Buttons(
        back=[
            button("first", "«", _("First step"), 0 if at else None),
            button("prev", "‹", _("Previous step"), at - 1 if at else None),
        ],
        forward=[
            button("next", "›", _("Next step"), at + 1 if at < last else None),
            button("last", "»", _("Last step"), last if at < last else None),
        ],
        has_turns=course.turns[-1] < last,
        by_turn=[
            button("turn-prev", "‹", _("Previous turn"), turns[0]),
            button("turn-next", "›", _("Next turn"), turns[1]),
        ],
        by_round=[
            button("round-prev", "‹", _("Previous round"), rounds[0]),
            button("round-next", "›", _("Next round"), rounds[1]),
        ],
        by_moment=[
            button("moment-prev", "◂", _("Previous moment"), stops[0]),
            button("moment-next", "▸", _("Next moment"), stops[1]),
        ],
    )


def first_steps(numbers: Sequence[int]) -> Mapping[int, int]:
    """Return the first move of every round, or of every turn, in order."""
    firsts: dict[int, int] = {}
    for seq, number in enumerate(numbers):
        firsts.setdefault(number, seq)
    return firsts


def _around(numbers: Sequence[int], at: int) -> tuple[int | None, int | None]:
    """Return the nearest first step of a turn or round before step ``at``, and the nearest after it."""
    return _beside(first_steps(numbers).values(), at)


def _beside(steps: Collection[int], at: int) -> tuple[int | None, int | None]:
    """Return the last of ``steps`` before step ``at``, and the first after it."""
    return max((step for step in steps if step < at), default=None), min((step for step in steps if step > at), default=None)
