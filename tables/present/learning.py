"""The rule book and the glossary of a game: as its page of rules shows and searches them, and as scripts read them."""

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
    """Chapters and entries that say what was searched for, what was searched marked; ``contents`` are all chapters."""

    contents: Sequence[Chapter]
    chapters: Sequence[Chapter]
    entries: Sequence[Entry]
    has_entries: bool

    @property
    def found(self) -> int:
        """How many rules and words there are."""
        return sum(len(chapter.rules) for chapter in self.chapters) + len(self.entries)


def book(show: Presenter, query: str = "") -> Book:
    """The rules and the glossary of a game; with a query only what says all of its words."""
    chapters, entries = show.reading.rulebook(), show.reading.glossary()
    known = _known(chapters)
    sought = characters.folded(query).split()[:MOST_WORDS]
    matching = [
        replace(chapter, rules=[_marked(rule, sought) for rule in chapter.rules if _says(rule, sought)]) for chapter in chapters
    ]
    words = [
        replace(entry, name=_mark(entry.name, sought), words=_mark(entry.words, sought), rule=_address(entry.rule, known))
        for entry in entries
        if _holds(f"{entry.name} {entry.words}", sought)
    ]
    return Book(chapters, [chapter for chapter in matching if chapter.rules], words, bool(entries))


def permalink(show: Presenter, rule: str) -> str:
    """The address of a rule on the page of rules; where that does not have it, of the first one of its section."""
    known = _known(show.reading.rulebook())
    beside = next((each for each in known if each.partition(".")[0] == rule.partition(".")[0]), "")
    return f"{reverse('rules', args=[show.slug])}#{_address(rule, known) or beside}"


def _known(chapters: Iterable[Chapter]) -> Sequence[str]:
    return [each for chapter in chapters for each in (chapter.id, *(rule.id for rule in chapter.rules))]


def _says(rule: Rule, sought: Sequence[str]) -> bool:
    return _holds(f"{rule.id} {rule.name} {rule.words} {rule.example}", sought)


def _holds(text: str, sought: Iterable[str]) -> bool:
    folded = characters.folded(text)
    return all(each in folded for each in sought)


def _marked(rule: Rule, sought: Sequence[str]) -> Rule:
    return replace(rule, words=_mark(rule.words, sought), example=_mark(rule.example, sought), name=_mark(rule.name, sought))


def _mark(text: Text, sought: Sequence[str]) -> Text:
    """The text with what was searched for in ``<mark>``, and everything else escaped."""
    if not sought:
        return text
    parts = re.split(f"({'|'.join(map(re.escape, sought))})", str(text), flags=re.IGNORECASE)
    return SafeString(
        "".join(f"<mark>{escape(part)}</mark>" if place % 2 else escape(part) for place, part in enumerate(parts))
    )


def _address(rule: str, known: Iterable[str]) -> str:
    """The rule if it stands on the page, else its section; empty if neither does."""
    return next((each for each in (rule, rule.partition(".")[0]) if each in known), "")


@lru_cache(maxsize=64)
def glossary_json(slug: str, language: str) -> str:
    """``entries`` as lists of selectors, name and sentence; what is ``labelled``, and ``reasons``. Raises KeyError for a game
    that is not there."""
    show = presenter(slug)
    with translation.override(language):
        entries = [[each.on, each.name, each.words] for each in show.glossary()]
        more = {"labelled": dict(show.reading.labelled()), "reasons": list(show.reading.reasons().items())}
        return json.dumps({"entries": entries, **more}, ensure_ascii=False)
