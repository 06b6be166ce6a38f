"""Rules of Zena 1814 in our own words, chapter by chapter, with worked examples. Ids are those of ``RULES.md``."""

from collections.abc import Sequence

from tables.games.contract import Chapter
from tables.games.kit.reading import translated_chapters
from tables.games.zena1814.rulebook import (
    all_cards,
    by_correspondence,
    experts_at_tables_of_two_or_three,
    goals,
    influencing_cards,
    kinds_of_cards,
    markers,
    offering_a_card,
    others_join,
    phase_1_the_event,
    phase_2_actions,
    phase_3_resolution,
    phase_4_the_end_of_the_round,
    special_action_cards,
    step_1_the_cards,
    step_2_what_leaves,
    step_3_the_majority,
    the_end,
    two_modes,
    what_everybody_starts_with,
)

CHAPTERS = (
    two_modes.CHAPTER,
    what_everybody_starts_with.CHAPTER,
    phase_1_the_event.CHAPTER,
    phase_2_actions.CHAPTER,
    offering_a_card.CHAPTER,
    influencing_cards.CHAPTER,
    others_join.CHAPTER,
    markers.CHAPTER,
    experts_at_tables_of_two_or_three.CHAPTER,
    phase_3_resolution.CHAPTER,
    step_1_the_cards.CHAPTER,
    step_2_what_leaves.CHAPTER,
    step_3_the_majority.CHAPTER,
    phase_4_the_end_of_the_round.CHAPTER,
    kinds_of_cards.CHAPTER,
    special_action_cards.CHAPTER,
    goals.CHAPTER,
    the_end.CHAPTER,
    by_correspondence.CHAPTER,
    all_cards.CHAPTER,
)
"""Chapters in the order of learning."""


def rulebook() -> Sequence[Chapter]:
    """Return the chapters in the active language."""
    return translated_chapters(CHAPTERS)
