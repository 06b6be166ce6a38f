"""Answers in an email about Zena 1814: turns of one action, and answers that need no second step.

Moving figures and turns of several actions are possible on the table page only.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from engines.contract import Pending, When
from engines.zena1814 import ENGINE
from engines.zena1814.actions import (
    Action,
    Discard,
    DrawFrom,
    EndTurn,
    Influence,
    OfferCard,
    PassCard,
    PayCoins,
    RaiseTo,
    React,
    TakeBonus,
)
from engines.zena1814.decisions import react, turn
from engines.zena1814.loader import content
from engines.zena1814.state import Public, Seen
from tables.games.contract import Answer, Player
from tables.games.kit.choices import Trial, highest_first, single_step_answers, to_answers, turns
from tables.games.zena1814.board.cards import card_worth, reward_words
from tables.games.zena1814.deeds import action_words
from tables.games.zena1814.frame import points
from tables.games.zena1814.panel.sheet import chance, odds_words, roll_of
from tables.games.zena1814.panel.turn import bonus_words
from tables.games.zena1814.words import count_words

END = EndTurn()


def choices(seen: Seen, pending: Pending, legal: Sequence[Action], players: Sequence[Player]) -> Sequence[Answer]:
    """Return turns of one action. For other decisions, return answers of one step, without useless payments.

    At most ``kit.choices.MOST`` answers are returned.
    """
    trial = Trial(ENGINE, points, seen, pending)
    annotated = _telling(seen, pending, players)
    if pending.kind != turn.KIND:
        return [
            annotated(answer) for answer in single_step_answers(trial, action_words, _worthwhile(seen, pending, legal), players)
        ]
    attempts = highest_first(turns(trial, end=END, steps=1, wanted=_once(legal)))
    return [annotated(answer) for answer in to_answers(action_words, attempts, players)]


def _worthwhile(seen: Seen, pending: Pending, legal: Sequence[Action]) -> Sequence[Action]:
    """Return the legal answers, for a roll only the useful payments.

    They go up to the modifier that makes success certain. For a current roll they are sums of coins; in advance they are
    modifiers to reach, with the coins missing now as the limit.
    """
    if pending.kind != "dice":
        return legal
    roll = roll_of(seen.public, pending)
    max_coins = max((action.coins for action in legal if isinstance(action, PayCoins)), default=0)
    useful = min(max_coins, max(0, roll.highest - roll.base))
    if pending.when is When.NOW:
        return [PayCoins(coins) for coins in range(useful + 1)]
    return [PayCoins(0), *(RaiseTo(roll.base + coins, coins) for coins in range(1, useful + 1))]


def _telling(seen: Seen, pending: Pending, players: Sequence[Player]) -> Callable[[Answer], Answer]:
    """Return a function that adds a note on the result to an answer.

    The note has the odds of a roll, a slot's bonus, a card's prices and reward, or the number of cards left in a deck.
    """
    public = seen.public

    def with_note(answer: Answer) -> Answer:
        result = _worth(public, pending, answer.actions[0], players)
        return replace(answer, note=" · ".join(filter(None, (result, answer.note))))

    return with_note


def _worth(public: Public, pending: Pending, action: Any, players: Sequence[Player]) -> str:
    match action:
        case PayCoins(coins):
            roll = roll_of(public, pending)
            return odds_words(chance(content(public.version), roll.base + coins))
        case RaiseTo(modifier):
            return odds_words(chance(content(public.version), modifier))
        case React(slot) if (window := react.find(public)) is not None:
            return bonus_words(public, public.laid(window.laid)[1], slot, players)
        case Discard(card) | PassCard(card) | OfferCard(card):
            return card_worth(content(public.version), card)
        case Influence(laid) if (location := public.find(laid)) is not None:
            return reward_words(public, *location)
        case DrawFrom(deck):
            return _("%(cards)s left") % {"cards": count_words("card", public.decks.of(deck))}
    return ""


def _once(legal: Sequence[Action]) -> Callable[[Any], bool]:
    """Return a test that is True for the first way to offer or influence a card, to take a bonus or to end the turn.

    It is False for further ways to do the same, for other actions, and for ending a turn that can still take its bonus.
    """
    known_deeds: set[Hashable] = {None, END} if any(isinstance(action, TakeBonus) for action in legal) else {None}

    def is_first(action: Any) -> bool:
        deed = _deed(action)
        is_new = deed not in known_deeds
        known_deeds.add(deed)
        return is_new

    return is_first


def _deed(action: Any) -> Hashable:
    match action:
        case Influence(laid):
            return "influence", laid
        case OfferCard(card, second):
            return "offer", card, second
        case TakeBonus() | EndTurn():
            return action
        case _:
            return None
