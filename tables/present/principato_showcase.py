"""A principality for the front page, in its third year; it keeps to the limits of the rules."""

from collections.abc import Mapping
from typing import Any

from engines.principato.loader import content as content_of
from engines.principato.state import Principality, Units
from tables.present import principato_cards, principato_goals, principato_pieces
from tables.present.principato_realm import COLOURS, Realm

_SEAT = 0
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


def context(version: str) -> Mapping[str, Any]:
    """What ``_showcase_board.html`` draws, and cards and goals for the page of rules."""
    content = content_of(version)
    points = REALM.points + sum((*REALM.monuments, *REALM.books, *REALM.paintings))
    return {
        "realm": Realm(_SEAT, COLOURS[_SEAT], points, principato_pieces.scene(content, REALM)),
        "cards": [principato_cards.face(content, card.id) for card in content.cards],
        "goals": [principato_goals.printed(goal.id) for goal in content.goals],
    }
