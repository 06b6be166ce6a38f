"""Glossary entries common to all games, and translation of chapters and entries into the active language."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tables.games.contract import Chapter, Entry, Rule


def translated_chapters(chapters: Iterable[Chapter]) -> list[Chapter]:
    """Return the chapters with their texts in the active language."""
    return [
        replace(chapter, title=str(chapter.title), rules=[_translated_rule(rule) for rule in chapter.rules])
        for chapter in chapters
    ]


def _translated_rule(rule: Rule) -> Rule:
    return replace(rule, words=str(rule.words), example=str(rule.example), name=str(rule.name))


def translated_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries with their texts in the active language."""
    return [replace(entry, name=str(entry.name), words=str(entry.words)) for entry in entries]


def question_entry(question: str, kind: str, words: str, rule: str = "") -> Entry:
    """Return the glossary entry for the heading of a decision: its task, and a sentence about it."""
    return Entry(f"asked-{kind}", f"{question[:1].upper()}{question[1:]}", words, f'[data-asked="{kind}"]', rule)


def everywhere() -> Sequence[Entry]:
    """Return the entries for points, deadlines, your own seat and bots."""
    return [
        Entry("points", _("Points"), _("Points so far. The player with the most at the end wins."), ".players .points"),
        Entry(
            "clock",
            _("Deadline"),
            _("The decision is due by this time. If you miss it, the default move is played."),
            ".until, .players .clock",
        ),
        Entry("me", _("You"), _("The gold star marks your seat."), ".seat.me"),
        Entry("bot", _("Bot"), _("The computer plays this seat."), ".players .badge.gold"),
    ]
