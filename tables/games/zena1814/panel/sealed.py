"""Panels of Zena 1814 for placement, start player, draws, Festa and the hand limit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engines.contract import Pending, When, encode
from engines.zena1814.actions import Discard, DrawFrom, NameStarter, PassCard, SealFigure
from engines.zena1814.content import Content, Figure
from engines.zena1814.decisions import discard, place
from engines.zena1814.loader import content
from engines.zena1814.state import Hand, Public, Seen
from tables.games.contract import Player
from tables.games.zena1814.board.cards import Face, Gained, face
from tables.games.zena1814.board.goals import goals
from tables.games.zena1814.board.pieces import COLOURS, GLYPHS
from tables.games.zena1814.deeds import action_words
from tables.games.zena1814.hand import sealed_words
from tables.games.zena1814.panel.sheet import Option
from tables.games.zena1814.touch import Target, Touch
from tables.games.zena1814.words import DECKS, TO, card_title, count_words, listed
from tables.games.zena1814.words import FIGURES as FIGURE_NAMES

PLACE_PART = "games/zena1814/_panel_place.html"
STARTER_PART = "games/zena1814/_panel_starter.html"
CHOICE_PART = "games/zena1814/_panel_choice.html"
CARDS_PART = "games/zena1814/_panel_cards.html"


@dataclass(frozen=True)
class Spot:
    """A card that a figure can be sent out with, and the number of its copies left in the hand."""

    face: Face
    copies: int


@dataclass(frozen=True)
class Column:
    """A figure that has no card yet, and its strength."""

    figure: str
    name: str
    strength: int
    glyph: str


@dataclass(frozen=True)
class HandCard:
    """One card of the hand to choose, an action card or a goal: its form value, and its description."""

    value: str
    title: str
    note: str
    reward: Gained | None
    is_chosen: bool = False


def placement(seen: Seen, pending: Pending, legal: Sequence[SealFigure]) -> Mapping[str, Any]:
    """Return the context for placing the remaining figures on cards of the hand [Z-4.2].

    ``legal`` is empty once a draft is complete.
    """
    hand = seen.hand or Hand()
    facts = content(seen.public.version)
    cards, unplaced = place.cards_left(hand), place.figures_left(hand)
    order = seen.public.areas
    spots = [Spot(face(facts, card), cards.count(card)) for card in dict.fromkeys(cards)]
    return {
        "part": PLACE_PART,
        "spots": sorted(spots, key=lambda spot: order.index(spot.face.area)),
        "columns": [
            Column(figure, str(FIGURE_NAMES[figure]), facts.strength(figure), f"{GLYPHS[figure]}-{COLOURS[pending.seat]}")
            for figure in unplaced
        ],
        "sealed": sealed_words(hand),
        "lot": seen.public.starter,
        "touch": Touch(cards={card: _going_out(facts, unplaced[0], card) for card in cards} if legal else {}),
    }


def _going_out(facts: Content, figure: Figure, card: str) -> Target:
    words = _("Send a figure %(to)s with “%(card)s”") % {"to": TO[facts.action(card).area], "card": card_title(card)}
    return Target(words, encode(SealFigure(figure, card)).decode())


def starter(seen: Seen, pending: Pending, players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context for naming the start player, with the order of play that follows from each choice.

    The choice can be queued before the lot has been drawn.
    """
    seats = len(players)
    options = [
        Option(
            _starter_name(players[seat], pending.seat),
            _("Order: %(names)s") % {"names": ", ".join(players[(seat + place) % seats].name for place in range(seats))},
            encode(NameStarter(seat)).decode(),
        )
        for seat in sorted(range(seats), key=lambda seat: (seat - pending.seat) % seats)
    ]
    return {
        "part": STARTER_PART,
        "filing": pending.when is When.MAY,
        "first_in": seen.public.starter == "first_in",
        "options": options,
        "late": _("If your time runs out, you become the start player."),
    }


def _starter_name(player: Player, me: int) -> str:
    return _("I start") if player.seat == me else _("%(name)s starts") % {"name": player.name}


def drawing(seen: Seen, legal: Sequence[DrawFrom]) -> Mapping[str, Any]:
    """Return the context for choosing the deck of a draw [Z-1.7]."""
    decks = seen.public.decks
    options = [
        Option(
            _("From the %(deck)s") % {"deck": DECKS[action.deck]},
            _("%(cards)s left") % {"cards": count_words("card", decks.of(action.deck))},
            encode(action).decode(),
        )
        for action in legal
    ]
    return {
        "part": CHOICE_PART,
        "title": "",
        "lead": _("You draw a card."),
        "options": options,
        "filing": False,
        "drawing": True,
        "late": _("If your time runs out, the card comes from the action deck."),
    }


def passing(seen: Seen, pending: Pending) -> Mapping[str, Any]:
    """Return the context for Festa: the player passes one card to the right [Z-18.15]."""
    hand = seen.hand or Hand()
    return {
        "part": CARDS_PART,
        "kind": "festa",
        "changing": pending.when is When.MAY,
        "sealed": sealed_words(hand),
        "cards": [
            _card(seen.public, pending.seat, hand.cards, card, encode(PassCard(card)).decode(), card == hand.passing)
            for card in dict.fromkeys(hand.cards)
        ],
        "late": _("If your time runs out, you pass on your newest action card, or your newest goal if you have none."),
        "touch": Touch(cards=_chosen(seen.public, map(PassCard, hand.cards)) if pending.when is When.NOW else {}),
    }


def _chosen(public: Public, actions: Iterable[PassCard | Discard]) -> dict[str, Target]:
    """Return the touch targets of cards in the hand, one for the card of each action."""
    return {action.card: Target(action_words(action, public, ()), encode(action).decode()) for action in actions}


def discarding(seen: Seen, pending: Pending, legal: Sequence[Discard]) -> Mapping[str, Any]:
    """Return the context for discarding cards down to the hand limit [Z-15.1].

    ``legal`` is empty once a draft is complete.
    """
    hand, public = seen.hand or Hand(), seen.public
    required = discard.surplus(public, pending.seat) - public.families[pending.seat].sealed
    remaining = discard.remaining_cards(hand)
    return {
        "part": CARDS_PART,
        "kind": "discard",
        "wanted": required,
        "wanted_words": count_words("card", required),
        "limit": content(public.version).limits.hand_limit,
        "sealed": sealed_words(hand),
        "cards": [_card(public, pending.seat, hand.cards, card, card) for card in remaining],
        "late": _("If your time runs out, you discard your newest action cards, then your newest goals: %(cards)s.")
        % {"cards": listed(card_title(card) for card in newest_first(public, remaining)[:required])},
        "touch": Touch(cards=_chosen(public, legal)),
    }


def newest_first(public: Public, cards: Sequence[str]) -> list[str]:
    """Return the cards in the order of the default discard: action cards first, the newest of each first."""
    facts, newest = content(public.version), cards[::-1]
    return sorted(newest, key=lambda card: facts.deck_of(card) == "goal")


def _card(public: Public, seat: int, hand: Sequence[str], card: str, value: str, is_chosen: bool = False) -> HandCard:
    """Return a card of the hand as a choice. A goal shows the current points of all its copies in the hand."""
    facts = content(public.version)
    if facts.deck_of(card) == "goal":
        goal = next(goal for goal in goals(public, seat, hand) if goal.id == card)
        points = count_words("vp", goal.points or 0)
        text = _("Goal: %(rule)s Now %(points)s.") % {"rule": goal.words, "points": points}
        return HandCard(value, goal.title, text, None, is_chosen)
    card_face = face(facts, card)
    return HandCard(value, card_face.title, f"{card_face.area_name}, {card_face.kind_name}", card_face.reward, is_chosen)
