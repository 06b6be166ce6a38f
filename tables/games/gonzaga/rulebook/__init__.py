"""Rules of Gonzaga in our own words, chapter by chapter, with worked examples. Ids are those of ``RULES.md``."""

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
from tables.games.kit.reading import translated_chapters

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
"""Chapters in the order of learning."""


def rulebook() -> Sequence[Chapter]:
    """Return the chapters in the active language."""
    return translated_chapters(CHAPTERS)
