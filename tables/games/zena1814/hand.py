"""Hand of the viewer in Zena 1814: cards and sealed answers."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from engines.zena1814 import markers
from engines.zena1814.loader import content
from engines.zena1814.state import Hand, Laid, Placed, Public, Seen
from tables.games.contract import Player
from tables.games.zena1814.board.cards import Face, face, face_at
from tables.games.zena1814.board.goals import goals
from tables.games.zena1814.words import AT, THE_FIGURE, card_name, card_title, count_words, listed
from tables.games.zena1814.words import FIGURES as FIGURE_NAMES


@dataclass(frozen=True)
class HandCard:
    """An action card of the hand. ``ready`` is True if it can be offered now; otherwise ``note`` has the reason.

    ``changed`` is True if the event changes its reward. ``mark`` is the choice made for the card in words: the figure sent out
    with it, passing it on, or discarding it.
    """

    face: Face
    ready: bool
    note: str
    changed: bool = False
    mark: str = ""


def context(seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``_hand.html``. It is empty for spectators."""
    if seen.hand is None or seen.seat is None:
        return {}
    facts = content(seen.public.version)
    actions = [card for card in seen.hand.cards if facts.deck_of(card) == "action"]
    marks = _marks(seen.hand)
    return {
        "cards": list(_hand_cards(seen.public, seen.seat, actions, marks)),
        # The remaining marks belong to goals.
        "marks": {card: card_marks[0] for card, card_marks in marks.items() if card_marks},
        "goals": goals(seen.public, seen.seat, seen.hand.cards),
        "count": len(seen.hand.cards),
        "limit": facts.limits.hand_limit,
        "sealed": sealed_words(seen.hand),
        "over": bool(seen.public.goals),
    }


def _marks(hand: Hand) -> dict[str, list[str]]:
    """Return the sealed choices for cards of the hand, in words: by card, one mark for each of its copies concerned."""
    marks: dict[str, list[str]] = {}
    for placed in hand.placed:
        marks.setdefault(placed.card, []).append(str(FIGURE_NAMES[placed.figure]))
    for card, count in Counter(hand.discards).items():
        marks[card] = [_("discarded")] * count
    if hand.passing:
        marks[hand.passing] = [_("passed on")]
    return marks


def _hand_cards(public: Public, seat: int, cards: Sequence[str], marks: Mapping[str, list[str]]) -> Iterator[HandCard]:
    for card in cards:
        remaining_marks = marks.get(card)
        yield replace(hand_card(public, seat, card), mark=remaining_marks.pop(0) if remaining_marks else "")


def hand_card(public: Public, seat: int, card: str) -> HandCard:
    """Return an action card of the hand, with its reward in the current round and the reason that it cannot be offered."""
    note = why_not(public, seat, card) if public.phase != "setup" else ""
    printed = face(content(public.version), card)
    current = face_at(public, printed.area, Laid(0, card)) if public.phase == "actions" else printed
    return HandCard(current, not note, note, current.reward != printed.reward)


def why_not(public: Public, seat: int, card: str) -> str:
    """Return the reason that a card cannot be offered: no figure, coins or marker for it [Z-7.2, Z-7.3, Z-7.7].

    It is empty if there is no such reason. The turn and its steps are not checked.
    """
    facts, family = content(public.version), public.families[seat]
    action = facts.action(card)
    if not family.stands_in(action.area):
        return _("You have no figure %(at)s.") % {"at": AT[action.area]}
    if family.coins < action.cost[0]:
        words = {"price": count_words("coin", action.cost[0]), "have": count_words("coin", family.coins)}
        return _("It costs %(price)s; you have %(have)s.") % words
    if not markers.can_have(public, seat, 1):
        return _("You have no marker left to place.")
    return ""


def sealed_words(hand: Hand) -> str:
    """Return the sealed answers of a hand in a sentence. It is empty if there are none."""
    if hand.placed:
        return _("Sealed: %(figures)s.") % {"figures": listed(map(_placed, hand.placed))}
    if hand.passing:
        return _("Sealed: you pass on “%(card)s”.") % {"card": card_name(hand.passing)}
    if hand.discards:
        return _("Sealed: you discard %(cards)s.") % {"cards": listed(map(card_name, hand.discards))}
    return ""


def _placed(placed: Placed) -> str:
    return _("%(figure)s on “%(card)s”") % {"figure": THE_FIGURE[placed.figure], "card": card_title(placed.card)}


def secrets(seen: Seen, players: Sequence[Player]) -> list[str]:
    """Return the cards of the hand and sealed answers, in sentences."""
    if seen.hand is None:
        return []
    cards = _("Cards: %(cards)s.") % {"cards": listed(map(card_name, seen.hand.cards))}
    sealed = sealed_words(seen.hand)
    return [cards, sealed] if sealed else [cards]
