"""The rules of Gonzaga in our own words, chapter by chapter, with worked examples; ids are those of ``RULES.md``."""

from collections.abc import Sequence

from tables.games.contract import Chapter
from tables.games.gonzaga.rulebook import (
    a_donation,
    a_wedding,
    drawing,
    final_scoring,
    order,
    placing_a_fief,
    planning,
    points_during_play,
    the_end,
    the_map,
    what_everybody_has,
)
from tables.games.kit.reading import spoken_chapters

CHAPTERS = (
    what_everybody_has.CHAPTER,
    the_map.CHAPTER,
    drawing.CHAPTER,
    planning.CHAPTER,
    order.CHAPTER,
    placing_a_fief.CHAPTER,
    a_wedding.CHAPTER,
    a_donation.CHAPTER,
    points_during_play.CHAPTER,
    the_end.CHAPTER,
    final_scoring.CHAPTER,
)
"""In the order in which one learns them."""


def rulebook() -> Sequence[Chapter]:
    """Return the chapters in the active language."""
    return spoken_chapters(CHAPTERS)
