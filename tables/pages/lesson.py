"""Speech bubble of a guided game: the learner's current step, in words."""

from dataclasses import dataclass
from functools import cached_property

from tables.games.kit.guide import GuideTexts, StepTexts
from tables.games.registry import presenter
from tables.models import Table
from tables.present import learning
from tables.selectors.play import lessons
from tables.selectors.play.lessons import Followed


@dataclass
class Bubble:
    """Speech bubble of one step of a guide."""

    followed: Followed

    @property
    def number(self) -> int:
        """Number of the step, counted from 1."""
        return self.followed.number + 1

    @property
    def count(self) -> int:
        """Number of steps in the guide."""
        return len(self.followed.guide.stations)

    @property
    def slug(self) -> str:
        """Name of the guide in URLs."""
        return self.followed.guide.slug

    @property
    def explains(self) -> bool:
        """True if the step has no task, only an explanation."""
        return not self.followed.station.key

    @property
    def is_last(self) -> bool:
        """True if this is the last step."""
        return self.number == self.count

    @cached_property
    def texts(self) -> StepTexts:
        """Text of the step."""
        return self._texts.stations[self.followed.station.id]

    @cached_property
    def rules(self) -> list[tuple[str, str]]:
        """Rules that the step teaches, each with its URL."""
        game_presenter = presenter(self.followed.guide.game)
        return [(rule, learning.permalink(game_presenter, rule)) for rule in self.texts.rules]

    @property
    def game(self) -> str:
        """Name of the taught game in URLs."""
        return self.followed.guide.game

    @property
    def done(self) -> str:
        """Comment on the completed previous step. It is empty if there is none."""
        before = self.followed.guide.stations[self.followed.number - 1] if self.followed.number else None
        return str((before and self._texts.stations[before.id].done) or "")

    @property
    def lit(self) -> str:
        """CSS selector of the highlighted elements."""
        return ", ".join(self.texts.lit)

    @property
    def next(self) -> tuple[str, GuideTexts] | None:
        """Next guide of the game: its name in URLs and its texts. It is None after the last guide."""
        taught = presenter(self.followed.guide.game).taught
        after = [slug for slug, _words in taught].index(self.slug) + 1
        return taught[after] if after < len(taught) else None

    @property
    def _texts(self) -> GuideTexts:
        return presenter(self.followed.guide.game).guides[self.slug]


def bubble(table: Table) -> Bubble | None:
    """Return the bubble of a table, or None if it follows no guide."""
    followed = lessons.followed(table)
    return Bubble(followed) if followed else None
