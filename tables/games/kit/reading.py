"""What is explained at every table in the same words whatever the game, and marked texts in the active language."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tables.games.contract import Chapter, Entry, Rule


def spoken_chapters(chapters: Iterable[Chapter]) -> list[Chapter]:
    """Return the chapters with their texts in the active language."""
    return [
        replace(chapter, title=str(chapter.title), rules=[_spoken_rule(rule) for rule in chapter.rules]) for chapter in chapters
    ]


def _spoken_rule(rule: Rule) -> Rule:
    return replace(rule, words=str(rule.words), example=str(rule.example), name=str(rule.name))


def spoken_entries(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries with their texts in the active language."""
    return [replace(entry, name=str(entry.name), words=str(entry.words)) for entry in entries]


def asked(question: str, kind: str, words: str, rule: str = "") -> Entry:
    """The dotted heading of a decision: what is asked, and a sentence on it."""
    return Entry(f"asked-{kind}", f"{question[:1].upper()}{question[1:]}", words, f'[data-asked="{kind}"]', rule)


def everywhere() -> Sequence[Entry]:
    """Points, deadlines, and who is who."""
    return [
        Entry("points", _("Points"), _("What a player has so far; whoever has most at the end wins."), ".players .points"),
        Entry(
            "clock",
            _("Deadline"),
            _("An answer is needed by then; if none comes, the rules answer."),
            ".until, .players .clock",
        ),
        Entry("me", _("You"), _("The golden star marks your own seat."), ".seat.me"),
        Entry("bot", _("Bot"), _("The computer plays this seat."), ".players .badge.gold"),
    ]
