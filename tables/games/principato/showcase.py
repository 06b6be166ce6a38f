"""Example of a principality for the front page, within the limits of the rules, and card lists for the rules page."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.principato import ENGINE
from engines.principato.content import Content
from engines.principato.loader import content as content_of
from engines.principato.state import Principality, Units
from tables.games.principato.board import cards as principato_cards
from tables.games.principato.board import goals, pieces
from tables.games.principato.board.realm import COLOURS, Realm
from tables.games.principato.words import card_name

_SEAT = 0
DECKS = (1, 2, 3)
REALM = Principality(
    cards=("tax_collector", "paint_painting"),
    fields=2,
    farms=3,
    palazzi=2,
    banks=3,
    food=4,
    money=5,
    favour=2,
    catapults=1,
    condottieri=Units(count=2, proper=1),
    militia=Units(count=2, proper=1, favour=1),
    monuments=(4,),
    books=(5, 4),
    paintings=(7,),
    points=17,
)


@dataclass(frozen=True)
class Copies:
    """Number of cards with one name in each deck, for each number of seats. A deck without such cards has an empty tuple."""

    name: str
    decks: tuple[tuple[int, ...], ...]


def showcase() -> Mapping[str, Any]:
    """Return the context of ``_showcase_board.html``, with cards, decks and goals for the rules page."""
    content = content_of(ENGINE.versions[-1])
    points = REALM.points + sum((*REALM.monuments, *REALM.books, *REALM.paintings))
    return {
        "realm": Realm(_SEAT, COLOURS[_SEAT], points, pieces.scene(content, REALM)),
        "cards": [principato_cards.face(content, card.id) for card in content.cards],
        "decks": _decks(content),
        "goals": [goals.printed(goal.id) for goal in content.goals],
    }


def _decks(content: Content) -> list[Copies]:
    """Return the contents of the decks, which are public. Cards of one name share a line."""
    names = dict.fromkeys(card_name(card.id) for card in content.cards)
    decks = [[Counter(map(card_name, content.deck(deck, seats.count))) for seats in content.seats] for deck in DECKS]
    return [Copies(name, tuple(_copies(name, deck) for deck in decks)) for name in names]


def _copies(name: str, deck: Sequence[Mapping[str, int]]) -> tuple[int, ...]:
    counts = tuple(cards[name] for cards in deck)
    return counts if any(counts) else ()
