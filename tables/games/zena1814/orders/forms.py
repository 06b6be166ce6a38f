"""Forms of Zena 1814's standing orders: preferences for drawing cards and buying points, and other orders."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import msgspec

from engines.contract import IllegalAction
from engines.zena1814 import markers
from engines.zena1814.content import DICE_AREAS, FIGURES
from engines.zena1814.loader import content
from engines.zena1814.policy import (
    BuyAtPalace,
    DeclineUntilTurn,
    DiceRule,
    MarkUnder,
    PassOn,
    Policy,
    PreferDeck,
    PutAway,
    ReactRule,
    TrickTo,
)
from engines.zena1814.state import AskTurn, Public, Seen
from tables.games.contract import Ordered, Player
from tables.games.kit.order_fields import Fields, last_value
from tables.games.zena1814.orders import fields
from tables.games.zena1814.orders.words import deck_words
from tables.games.zena1814.words import AREAS, KINDS, card_title
from tables.games.zena1814.words import FIGURES as FIGURE_NAMES
from tables.selectors.orders import KeptOrder

ASK = "ask"
GOALS = 2
"""Proposed number of goals before action cards."""
NO_LIMIT = 99
"""Price limit of a rule without one."""
LISTED, LONGEST = 4, 8
"""Number of places in the form of a list, and maximum length of a list that can be changed."""


def form_of(order: Policy) -> str:
    """Return the name of the form for changing an order.

    It is empty for a list that is too long for the form, and for an order made by one button.
    """
    match order:
        case PreferDeck() | BuyAtPalace():
            return "preferences"
        case DeclineUntilTurn():
            return ""
        case PutAway(cards) | PassOn(cards) if len(cards) > LONGEST:
            return ""
    return next(form for form, (shape, _reader) in _READERS.items() if isinstance(order, shape))


def context(
    seen: Seen, orders: Sequence[KeptOrder], players: Sequence[Player], edited: Policy | None, posted: Fields
) -> Mapping[str, Any]:
    """Return the context of ``_preferences.html`` and ``_orders.html``."""
    public = seen.public
    policies = [order.policy for order in orders if order.is_armed]
    return {
        **_preferences(policies, posted),
        "deck_words": deck_words(_preferred_deck(policies)),
        "expert": public.mode == "expert",
        "early": public.round <= 1 and (not public.round or _has_turn_to_come(public, seen.seat)),
        **_choices(public),
        "others": [player for player in players if not player.is_me],
        "quiet_round": _quiet_round(public, seen.seat),
        **_filled(seen, edited, posted),
    }


def _filled(seen: Seen, edited: Policy | None, posted: Fields) -> Mapping[str, Any]:
    """Return the values of the forms: refused values, or those of the order being changed, or proposals."""
    kind = last_value(posted, "order")
    if kind in ("put_away", "pass_on", "trick"):
        edited = _listed_again(kind, posted) or edited
    cards = edited.cards if isinstance(edited, PutAway | PassOn) else ()
    in_hand = seen.hand.cards if seen.hand else ()
    return {
        "react": fields.typed(kind, posted) if kind == "react" else _rule_values(edited, ReactRule("join")),
        "dice": fields.typed(kind, posted) if kind == "dice" else _rule_values(edited, DiceRule(modifier=3, at_most=2)),
        "under": fields.typed(kind, posted) if kind == "under" else edited if isinstance(edited, MarkUnder) else None,
        "cards": [(card, card_title(card)) for card in dict.fromkeys((*in_hand, *cards))],
        "put_away": _listed(cards if isinstance(edited, PutAway) else ()),
        "pass_on": _listed(cards if isinstance(edited, PassOn) else ()),
        "trick": _listed(edited.areas if isinstance(edited, TrickTo) else ()),
    }


def _rule_values[RuleT: (ReactRule, DiceRule)](edited: Policy | None, proposed: RuleT) -> Mapping[str, Any]:
    """Return the values of a rule's form, from the edited rule or else the proposed one. Numbers without effect are empty."""
    rule = edited if isinstance(edited, type(proposed)) else proposed
    values = msgspec.structs.asdict(rule)
    if isinstance(rule, ReactRule):
        values |= {"at_most": "" if rule.at_most == NO_LIMIT else rule.at_most, "slot": "" if rule.slot == 1 else rule.slot}
    return values | {"keep": rule.keep or ""}


def _listed_again(kind: str, posted: Fields) -> Policy | None:
    """Return the order with a list as it was sent, or None if it is not valid."""
    try:
        return cast("Policy", _convert(_READERS[kind][1](posted), _READERS[kind][0]))
    except (IllegalAction, ValueError):
        return None


def _listed(entries: Sequence[str]) -> Sequence[str]:
    """Return the entries of a list, followed by empty texts up to ``LISTED`` places."""
    return [*entries, *("" for _place in range(len(entries), LISTED))]


def _preferences(policies: Sequence[Policy], posted: Fields) -> Mapping[str, Any]:
    """Return the values of the preferences form: the refused values, or the orders for drawing and for the Palace.

    A preference without an order has the value ``ASK``.
    """
    if last_value(posted, "order") == "preferences":
        sent = fields.typed("preferences", posted)
        return {"deck": sent["deck"], "goals": sent["goals"], "palace": sent["palace"], "wrong": sent["errors"]}
    deck = _preferred_deck(policies)
    palace = next((policy for policy in policies if isinstance(policy, BuyAtPalace)), None)
    return {
        "deck": deck.prefer if deck else ASK,
        "goals": deck.goals if deck and deck.goals else GOALS,
        "palace": ASK if palace is None else "always" if palace.buy else "never",
    }


def _preferred_deck(policies: Sequence[Policy]) -> PreferDeck | None:
    """Return the order that decides draws, or None. The order to ask at the next draw is returned only if there is no other."""
    decks = [policy for policy in policies if isinstance(policy, PreferDeck)]
    return min(decks, key=lambda policy: policy.prefer == "once", default=None)


def _choices(public: Public) -> Mapping[str, Any]:
    facts = content(public.version)
    dice = (*DICE_AREAS, "fort") if public.mode == "expert" else DICE_AREAS
    return {
        "areas": [(area, AREAS[area]) for area in facts.areas(public.mode)],
        "dice_areas": [(area, AREAS[area]) for area in dice],
        "pairs": markers.limit(public) > 1,
        "trick_areas": [(area, AREAS[area]) for area in public.areas if area not in ("old_town", "fort")],
        "kinds": list(KINDS.items()),
        "figures": [(figure, FIGURE_NAMES[figure]) for figure in FIGURES],
    }


def _quiet_round(public: Public, seat: int | None) -> int | None:
    """Return the round of the seat's next turn that has not begun, or None if it has no further turn."""
    is_later = not public.round or (_has_turn_to_come(public, seat) and not _is_at_turn(public, seat))
    number = max(1, public.round) if is_later else public.round + 1
    return number if number <= content(public.version).limits.rounds else None


def _has_turn_to_come(public: Public, seat: int | None) -> bool:
    """Return whether the seat's turn of this round has not begun."""
    return any(isinstance(task, AskTurn) and task.seat == seat and not task.step for task in public.agenda)


def _is_at_turn(public: Public, seat: int | None) -> bool:
    return isinstance(public.agenda[0], AskTurn) and public.agenda[0].seat == seat if public.agenda else False


# Reading the forms


def compose(fields: Fields) -> Ordered:
    """Return the orders from a posted form.

    Rules are added to earlier rules; other orders replace the previous one of their kind. Preferences and
    ``DeclineUntilTurn`` come before the rules.

    Raises ValueError for unknown values, IllegalAction for an invalid number or an empty list.
    """
    kind = last_value(fields, "order")
    if kind == "preferences":
        return Ordered(first=_preferred(fields), replaces=_preferred_types(fields), lasting=True)
    if kind not in _READERS:
        raise ValueError(kind)
    shape, reader = _READERS[kind]
    ordered = [_convert(reader(fields), shape)]
    if shape is DeclineUntilTurn:
        return Ordered(first=ordered, replaces=(shape,), lasting=True)
    return Ordered(last=ordered, replaces=() if shape in (ReactRule, DiceRule) else (shape,))


def _preferred(posted: Fields) -> list[Policy]:
    sent = fields.cleaned("preferences", posted)
    deck, palace = sent.get("deck", ASK), sent.get("palace", ASK)
    preferences: list[Policy] = []
    if deck != ASK:
        preferences.append(PreferDeck(deck, sent.get("goals", GOALS) if deck == "goals_until" else 0))
    if palace != ASK:
        preferences.append(BuyAtPalace(palace == "always"))
    return preferences


def _preferred_types(posted: Fields) -> tuple[type, ...]:
    """Return the kinds of order that the posted form contains. In the beginner game it has no deck."""
    return tuple(shape for name, shape in (("deck", PreferDeck), ("palace", BuyAtPalace)) if name in posted)


def _react(posted: Fields) -> Mapping[str, Any]:
    sent = fields.cleaned("react", posted)
    return {**sent, "not_with": [int(seat) for seat in sent["not_with"]], "markers": int(sent.get("markers", 1))}


def _dice(posted: Fields) -> Mapping[str, Any]:
    sent = fields.cleaned("dice", posted)
    return {**sent, "markers": int(sent.get("markers", 1))}


def _cards(posted: Fields) -> Mapping[str, Any]:
    cards = _many(posted, "card")
    if not cards:
        raise IllegalAction("empty", "")
    return {"cards": cards}


def _quiet(posted: Fields) -> Mapping[str, Any]:
    return fields.cleaned("quiet", posted)


def _under(posted: Fields) -> Mapping[str, Any]:
    return fields.cleaned("under", posted)


def _trick(posted: Fields) -> Mapping[str, Any]:
    """Return the areas in the order of the list, each once. Raises IllegalAction for an empty list."""
    areas = list(dict.fromkeys(_many(posted, "area")))
    if not areas:
        raise IllegalAction("empty", "")
    return {"areas": areas}


_READERS: dict[str, tuple[type, Callable[[Fields], Mapping[str, Any]]]] = {
    "react": (ReactRule, _react),
    "quiet": (DeclineUntilTurn, _quiet),
    "dice": (DiceRule, _dice),
    "put_away": (PutAway, _cards),
    "pass_on": (PassOn, _cards),
    "under": (MarkUnder, _under),
    "trick": (TrickTo, _trick),
}


def _convert(values: Mapping[str, Any], shape: type) -> Any:
    try:
        return msgspec.convert({"type": shape.__name__, **values}, shape)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error


def _many(posted: Fields, name: str) -> list[str]:
    return [value for value in posted.get(name, ()) if value]
