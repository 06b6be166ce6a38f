"""Texts of the steps of a guide, and the places that each step highlights, in one form for all games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise


@dataclass(frozen=True)
class Advice:
    """Advice for a legal move that leads away from the guide, and the ``rule`` behind it."""

    words: Promise
    rule: str


@dataclass(frozen=True)
class StepTexts:
    """A step in words: a ``title``, an explanation and a task. ``rules`` are the rules it teaches.

    - ``done`` is shown at the next step.
    - ``lit`` are CSS selectors of the places to highlight. ``tab`` is the tab that contains them on a phone (a tab of
      ``js/frame.js``).
    - ``wrong`` has the advice for each code of the step's judge.
    """

    title: Promise
    what: Promise
    do: Promise
    lit: Sequence[str] = ()
    tab: str = ""
    done: Promise | None = None
    wrong: Mapping[str, Advice] = field(default_factory=dict)
    rules: Sequence[str] = ()


@dataclass(frozen=True)
class GuideTexts:
    """A guide in words: its name, one sentence about it, and its steps by their ids."""

    name: Promise
    about: Promise
    stations: Mapping[str, StepTexts]
