"""Rules of Principato in our own words, chapter by chapter, with worked examples. Ids are those of ``RULES.md``."""

from collections.abc import Sequence

from tables.games.contract import Chapter
from tables.games.kit.reading import translated_chapters
from tables.games.principato.rulebook import (
    a_military_scoring,
    a_turn,
    by_correspondence,
    cubes,
    the_cards,
    the_end,
    the_goals,
    the_years,
    what_the_decks_hold,
    your_principality,
)

CHAPTERS = (
    your_principality.CHAPTER,
    cubes.CHAPTER,
    a_turn.CHAPTER,
    the_cards.CHAPTER,
    the_years.CHAPTER,
    a_military_scoring.CHAPTER,
    the_goals.CHAPTER,
    the_end.CHAPTER,
    by_correspondence.CHAPTER,
    what_the_decks_hold.CHAPTER,
)
"""Chapters in the order of learning."""


def rulebook() -> Sequence[Chapter]:
    """Return the chapters in the active language."""
    return translated_chapters(CHAPTERS)
