"""The speech bubble of a guided game: the station its learner is at, in words."""

from dataclasses import dataclass
from functools import cached_property

from tables.games.kit.guide import Said, Told
from tables.games.registry import presenter
from tables.models import Table
from tables.selectors.play import lessons
from tables.selectors.play.lessons import Followed


@dataclass
class Bubble:
    """One station; ``number`` counts from 1."""

    followed: Followed

    @property
    def number(self) -> int:
        """Which station it is."""
        return self.followed.number + 1

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.followed.guide.stations)

    @property
    def slug(self) -> str:
        """The guide's name in addresses."""
        return self.followed.guide.slug

    @property
    def explains(self) -> bool:
        """Whether nothing is asked here but to go on."""
        return not self.followed.station.key

    @property
    def is_last(self) -> bool:
        """Whether the guide ends here."""
        return self.number == self.count

    @cached_property
    def said(self) -> Said:
        """What is said here."""
        return self._told.stations[self.followed.station.id]

    @property
    def done(self) -> str:
        """What is said of the station before; empty if nothing is."""
        before = self.followed.guide.stations[self.followed.number - 1] if self.followed.number else None
        return str((before and self._told.stations[before.id].done) or "")

    @property
    def lit(self) -> str:
        """A CSS selector of the places it speaks of."""
        return ", ".join(self.said.lit)

    @property
    def next(self) -> tuple[str, Told] | None:
        """The guide of the game that comes after this one: its name in addresses, and its words."""
        taught = presenter(self.followed.guide.game).taught
        after = [slug for slug, _words in taught].index(self.slug) + 1
        return taught[after] if after < len(taught) else None

    @property
    def _told(self) -> Told:
        return presenter(self.followed.guide.game).guides[self.slug]


def bubble(table: Table) -> Bubble | None:
    """The bubble of a table; None unless it follows a guide."""
    followed = lessons.followed(table)
    return Bubble(followed) if followed else None
