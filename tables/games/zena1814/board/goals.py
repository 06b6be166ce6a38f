"""Goal cards of Zena 1814: their demands, and their current points for a seat."""

from collections.abc import Iterable
from dataclasses import dataclass

from engines.zena1814 import scoring
from engines.zena1814.content import Content
from engines.zena1814.loader import content as content_of
from engines.zena1814.state import Public
from tables.games.zena1814.words import GENOESE, card_gloss, card_title, goal_words


@dataclass(frozen=True)
class GoalFace:
    """A goal card. ``points`` are the current points of all ``copies`` in one hand, None on the rules page."""

    id: str
    title: str
    gloss: str
    language: str
    words: str
    copies: int
    points: int | None = None


def goal_face(content: Content, goal: str, copies: int = 1, points: int | None = None) -> GoalFace:
    """Return a goal card as printed, with its copies in one hand and their points."""
    language = "lij" if goal in GENOESE else ""
    return GoalFace(goal, card_title(goal), card_gloss(goal), language, goal_words(content, goal), copies, points)


def goals(public: Public, seat: int, hand: Iterable[str]) -> list[GoalFace]:
    """Return the goals of a hand, each once, with their current points for the seat [Z-19]."""
    facts, cards = content_of(public.version), list(hand)
    copies_by_card = {card: cards.count(card) for card in cards if facts.deck_of(card) == "goal"}
    return [
        goal_face(facts, card, copies, scoring.goal_points(public, seat, facts.goal(card), copies))
        for card, copies in copies_by_card.items()
    ]
