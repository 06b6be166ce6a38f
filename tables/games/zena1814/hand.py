"""What the viewer of a game of Zena 1814 alone knows: the cards of the hand, and what lies sealed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engines.zena1814 import markers
from engines.zena1814.loader import content
from engines.zena1814.state import Hand, Placed, Public, Seen
from tables.games.contract import Player
from tables.games.zena1814.board.cards import Face, face
from tables.games.zena1814.board.goals import goals
from tables.games.zena1814.words import AT, THE_FIGURE, card_name, card_title, count_words, listed


@dataclass(frozen=True)
class Held:
    """An action card of the hand: whether it can be offered as the table stands, or why not."""

    face: Face
    ready: bool
    note: str


def context(seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
    """What ``_hand.html`` shows; nothing for onlookers."""
    if seen.hand is None or seen.seat is None:
        return {}
    facts = content(seen.public.version)
    actions = [card for card in seen.hand.cards if facts.deck_of(card) == "action"]
    return {
        "cards": [held(seen.public, seen.seat, card) for card in actions],
        "goals": goals(seen.public, seen.seat, seen.hand.cards),
        "count": len(seen.hand.cards),
        "limit": facts.limits.hand_limit,
        "sealed": sealed_words(seen.hand),
        "over": bool(seen.public.goals),
    }


def held(public: Public, seat: int, card: str) -> Held:
    """A card of the hand, and whether it can be offered."""
    note = why_not(public, seat, card) if public.phase != "setup" else ""
    return Held(face(content(public.version), card), not note, note)


def why_not(public: Public, seat: int, card: str) -> str:
    """Why a card cannot be offered as the table stands; empty if it can [Z-7.2, Z-7.3, Z-7.7]."""
    facts, family = content(public.version), public.families[seat]
    action = facts.action(card)
    if not family.stands_in(action.area):
        return _("You have no figure %(at)s.") % {"at": AT[action.area]}
    if family.coins < action.cost[0]:
        words = {"price": count_words("coin", action.cost[0]), "have": count_words("coin", family.coins)}
        return _("It costs %(price)s, you have %(have)s.") % words
    if not markers.can_have(public, seat, 1):
        return _("All your markers are in use, and none can be taken back.")
    return ""


def sealed_words(hand: Hand) -> str:
    """The viewer's own answers that lie sealed, in a sentence; empty if there are none."""
    if hand.placed:
        return _("Sealed: %(figures)s.") % {"figures": listed(map(_placed, hand.placed))}
    if hand.passing:
        return _("Sealed: you pass on “%(card)s”.") % {"card": card_name(hand.passing)}
    if hand.discards:
        return _("Sealed: you put away %(cards)s.") % {"cards": listed(map(card_name, hand.discards))}
    return ""


def _placed(placed: Placed) -> str:
    return _("%(figure)s on “%(card)s”") % {"figure": THE_FIGURE[placed.figure], "card": card_title(placed.card)}


def secrets(seen: Seen, players: Sequence[Player]) -> list[str]:
    """The cards of the hand, and what lies sealed, in sentences."""
    if seen.hand is None:
        return []
    cards = _("Cards: %(cards)s.") % {"cards": listed(map(card_name, seen.hand.cards))}
    sealed = sealed_words(seen.hand)
    return [cards, sealed] if sealed else [cards]
