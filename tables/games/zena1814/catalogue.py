"""Catalogue of all cards of Zena 1814, for the rules page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.zena1814.content import Area, Content, Entry, Event
from engines.zena1814.loader import content as content_of
from tables.games.zena1814.board.cards import Face, face
from tables.games.zena1814.board.goals import goal_face
from tables.games.zena1814.log import change_words
from tables.games.zena1814.words import AREAS, card_title


@dataclass(frozen=True)
class Copies:
    """A card, its number of copies, and whether its values are our own reconstruction."""

    face: Face
    copies: int
    ours: bool


@dataclass(frozen=True)
class Shelf:
    """The action cards of an area."""

    area: Area
    name: str
    cards: Sequence[Copies]


@dataclass(frozen=True)
class Notice:
    """An event card."""

    title: str
    income: int
    changes: Sequence[str]
    fort: bool


def context(version: str) -> dict[str, Any]:
    """Return the context of ``_showcase_cards.html``, ``_showcase_goals.html`` and ``_showcase_events.html``."""
    content = content_of(version)
    return {
        "shelves": [_shelf(content, area) for area in content.areas("expert") if area != "fort"],
        "forts": [Copies(face(content, card.id), 1, _ours(card)) for card in content.forts],
        "goals": [goal_face(content, goal.id, goal.copies) for goal in content.goals],
        "events": [_notice(event) for event in content.events],
    }


def _shelf(content: Content, area: Area) -> Shelf:
    cards = [card for card in content.actions if card.area == area]
    return Shelf(area, str(AREAS[area]), [Copies(face(content, card.id), card.copies, _ours(card)) for card in cards])


def _ours(card: Entry) -> bool:
    return card.source == "reconstructed"


def _notice(event: Event) -> Notice:
    changes: tuple[tuple[Area, int], ...] = (("bank", event.bank), ("port", event.port))
    return Notice(
        card_title(event.id), event.income, [change_words(area, change) for area, change in changes if change], event.fort
    )
