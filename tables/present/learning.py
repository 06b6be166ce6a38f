"""Rulebook and glossary of a game, for its page of rules with search, and for scripts."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from django.utils.safestring import SafeString

from config import characters
from tables.games.base import Presenter
from tables.games.contract import Chapter, Entry, Rule, Text
from tables.games.registry import presenter

MOST_WORDS = 6


@dataclass(frozen=True)
class Book:
    """Chapters and entries that match a search, with the matches marked; ``contents`` are all chapters."""

    contents: Sequence[Chapter]
    chapters: Sequence[Chapter]
    entries: Sequence[Entry]
    has_entries: bool

    @property
    def match_count(self) -> int:
        """Number of matching rules and glossary entries."""
        return sum(len(chapter.rules) for chapter in self.chapters) + len(self.entries)


def book(presenter: Presenter, query: str = "") -> Book:
    """Return the rules and glossary of a game; with a query, only those that contain all of its words."""
    chapters, entries = presenter.reading.rulebook(), presenter.reading.glossary()
    rule_ids = _rule_ids(chapters)
    search_words = _folded(query).split()[:MOST_WORDS]
    matching_chapters = [
        replace(chapter, rules=[_marked(rule, search_words) for rule in chapter.rules if _says(rule, search_words)])
        for chapter in chapters
    ]
    matching_entries = [
        replace(
            entry,
            name=_mark(entry.name, search_words),
            words=_mark(entry.words, search_words),
            rule=_address(entry.rule, rule_ids),
        )
        for entry in entries
        if _holds(f"{entry.name} {entry.words}", search_words)
    ]
    return Book(chapters, [chapter for chapter in matching_chapters if chapter.rules], matching_entries, bool(entries))


def permalink(presenter: Presenter, rule: str) -> str:
    """Return the URL of a rule on the rules page, or of the first rule of its section."""
    rule_ids = _rule_ids(presenter.reading.rulebook())
    section_start = next((each for each in rule_ids if each.partition(".")[0] == rule.partition(".")[0]), "")
    return f"{reverse('rules', args=[presenter.slug])}#{_address(rule, rule_ids) or section_start}"


def _rule_ids(chapters: Iterable[Chapter]) -> Sequence[str]:
    return [each for chapter in chapters for each in (chapter.id, *(rule.id for rule in chapter.rules))]


def _says(rule: Rule, search_words: Sequence[str]) -> bool:
    return _holds(f"{rule.id} {rule.name} {rule.words} {rule.example}", search_words)


def _holds(text: str, search_words: Iterable[str]) -> bool:
    folded = _folded(text)
    return all(each in folded for each in search_words)


def _marked(rule: Rule, search_words: Sequence[str]) -> Rule:
    return replace(
        rule,
        words=_mark(rule.words, search_words),
        example=_mark(rule.example, search_words),
        name=_mark(rule.name, search_words),
    )


def _mark(text: Text, search_words: Sequence[str]) -> Text:
    """Return the text with search matches in ``<mark>``, and everything else escaped; unchanged without search words."""
    if not search_words:
        return text
    plain, folded = str(text), ""
    places: list[int] = []
    for place, character in enumerate(plain):
        part = _folded(character)
        folded, places = folded + part, places + [place] * len(part)
    marked, at = "", 0
    for match in re.finditer("|".join(map(re.escape, search_words)), folded):
        start, end = max(at, places[match.start()]), places[match.end() - 1] + 1
        marked += f"{escape(plain[at:start])}<mark>{escape(plain[start:end])}</mark>"
        at = end
    return SafeString(marked + escape(plain[at:]))


def _folded(text: str) -> str:
    """Return a text as the search compares it: without differences of case, composition, and the kind of apostrophe."""
    return characters.folded(characters.sought(text)).replace("'", "’")


def _address(rule: str, rule_ids: Iterable[str]) -> str:
    """Return the id of the rule if ``rule_ids`` has it, otherwise the id of its section; empty if neither exists."""
    return next((each for each in (rule, rule.partition(".")[0]) if each in rule_ids), "")


@lru_cache(maxsize=64)
def glossary_json(slug: str, language: str) -> str:
    """Return the glossary as JSON. Raises KeyError for an unknown game.

    ``entries`` are lists of selectors, name and sentence; ``labelled`` and ``reasons`` come from the game's reading.
    """
    game_presenter = presenter(slug)
    with translation.override(language):
        entries = [[each.on, each.name, each.words] for each in game_presenter.glossary()]
        extra = {"labelled": dict(game_presenter.reading.labelled()), "reasons": list(game_presenter.reading.reasons().items())}
        return json.dumps({"entries": entries, **extra}, ensure_ascii=False)
