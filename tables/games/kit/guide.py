"""What a guide says at its stations, and which places it lights: the same words whatever the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import Promise


@dataclass(frozen=True)
class Advice:
    """What is said to a move that breaks no rule and leads away from the guide, and the ``rule`` it rests on."""

    words: Promise
    rule: str


@dataclass(frozen=True)
class Said:
    """A station in words: a ``title``, one sentence what this is, one what to do.

    ``done`` is said at the next station. ``lit`` are CSS selectors of the places it speaks of; on a phone they lie in the tab
    ``tab`` (those of ``js/frame.js``). ``wrong`` answers the codes of the station's judge.
    """

    title: Promise
    what: Promise
    do: Promise
    lit: Sequence[str] = ()
    tab: str = ""
    done: Promise | None = None
    wrong: Mapping[str, Advice] = field(default_factory=dict)


@dataclass(frozen=True)
class Told:
    """A guide in words: what it is called where it is offered, in a sentence, and its stations by their ids."""

    name: Promise
    about: Promise
    stations: Mapping[str, Said]
