"""The forms of standing orders: what is preferred while cards are drawn and points sold, and rules for all the rest."""

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
from tables.games.kit.order_fields import Fields, one
from tables.games.zena1814.orders import fields
from tables.games.zena1814.orders.words import deck_words
from tables.games.zena1814.words import AREAS, KINDS, card_title
from tables.games.zena1814.words import FIGURES as FIGURE_NAMES
from tables.selectors.orders import KeptOrder

ASK = "ask"
GOALS = 2
"""How many goals are proposed to whoever wants some, then action cards."""
NO_LIMIT = 99
"""What a rule may cost that says nothing of it."""
LISTED, LONGEST = 4, 8
"""So many places a list of cards has in its form, and has at most when one that there is gets changed."""


def form_of(order: Policy) -> str:
    """The name of the form in which an order can be changed; empty for a list too long for it, and for what is one button."""
    match order:
        case PreferDeck() | BuyAtPalace():
            return "preferences"
        case DeclineUntilTurn():
            return ""
        case PutAway(cards) | PassOn(cards) if len(cards) > LONGEST:
            return ""
    return next(form for form, (shape, _reader) in _READERS.items() if isinstance(order, shape))


def context(
    seen: Seen, orders: Sequence[KeptOrder], players: Sequence[Player], edited: Policy | None, given: Fields
) -> Mapping[str, Any]:
    """What ``_preferences.html`` and ``_orders.html`` show."""
    public = seen.public
    policies = [order.policy for order in orders if order.is_armed]
    return {
        **_preferences(policies, given),
        "deck_words": deck_words(_preferred_deck(policies)),
        "expert": public.mode == "expert",
        "early": public.round <= 1 and (not public.round or _has_turn_to_come(public, seen.seat)),
        **_choices(public),
        "others": [player for player in players if not player.is_me],
        "quiet_round": _quiet_round(public, seen.seat),
        **_filled(seen, edited, given),
    }


def _filled(seen: Seen, edited: Policy | None, given: Fields) -> Mapping[str, Any]:
    """What the forms hold: what was sent and refused, else the order that is being changed, and a proposal in all others."""
    kind = one(given, "order")
    if kind in ("put_away", "pass_on", "trick"):
        edited = _listed_again(kind, given) or edited
    cards = edited.cards if isinstance(edited, PutAway | PassOn) else ()
    in_hand = seen.hand.cards if seen.hand else ()
    return {
        "react": fields.typed(kind, given) if kind == "react" else _shown(edited, ReactRule("join")),
        "dice": fields.typed(kind, given) if kind == "dice" else _shown(edited, DiceRule(modifier=3, at_most=2)),
        "under": fields.typed(kind, given) if kind == "under" else edited if isinstance(edited, MarkUnder) else None,
        "cards": [(card, card_title(card)) for card in dict.fromkeys((*in_hand, *cards))],
        "put_away": _listed(cards if isinstance(edited, PutAway) else ()),
        "pass_on": _listed(cards if isinstance(edited, PassOn) else ()),
        "trick": _listed(edited.areas if isinstance(edited, TrickTo) else ()),
    }


def _shown[RuleT: (ReactRule, DiceRule)](edited: Policy | None, proposed: RuleT) -> Mapping[str, Any]:
    """A rule as its form shows it: a number that asks for nothing is left empty."""
    rule = edited if isinstance(edited, type(proposed)) else proposed
    values = msgspec.structs.asdict(rule)
    if isinstance(rule, ReactRule):
        values |= {"at_most": "" if rule.at_most == NO_LIMIT else rule.at_most, "slot": "" if rule.slot == 1 else rule.slot}
    return values | {"keep": rule.keep or ""}


def _listed_again(kind: str, given: Fields) -> Policy | None:
    """A list as it was sent, if it was one."""
    try:
        return cast("Policy", _convert(_READERS[kind][1](given), _READERS[kind][0]))
    except (IllegalAction, ValueError):
        return None


def _listed(chosen: Sequence[str]) -> Sequence[str]:
    """What stands at each place of a list, nothing after the last."""
    return [*chosen, *("" for _place in range(len(chosen), LISTED))]


def _preferences(policies: Sequence[Policy], given: Fields) -> Mapping[str, Any]:
    """What is ordered for drawing and for the Palace, or was sent and refused; without an order the seat is asked."""
    if one(given, "order") == "preferences":
        sent = fields.typed("preferences", given)
        return {"deck": sent["deck"], "goals": sent["goals"], "palace": sent["palace"], "wrong": sent["errors"]}
    deck = _preferred_deck(policies)
    palace = next((policy for policy in policies if isinstance(policy, BuyAtPalace)), None)
    return {
        "deck": deck.prefer if deck else ASK,
        "goals": deck.goals if deck and deck.goals else GOALS,
        "palace": ASK if palace is None else "always" if palace.buy else "never",
    }


def _preferred_deck(policies: Sequence[Policy]) -> PreferDeck | None:
    """Return the order that answers draws; one that asks once says nothing as long as another does."""
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
    """The round of the seat's next turn, which is not the one it is asked for now; None if it has no other."""
    is_later = not public.round or (_has_turn_to_come(public, seat) and not _is_at_turn(public, seat))
    number = max(1, public.round) if is_later else public.round + 1
    return number if number <= content(public.version).limits.rounds else None


def _has_turn_to_come(public: Public, seat: int | None) -> bool:
    """Whether the seat's turn of this round has not begun."""
    return any(isinstance(task, AskTurn) and task.seat == seat and not task.step for task in public.agenda)


def _is_at_turn(public: Public, seat: int | None) -> bool:
    return isinstance(public.agenda[0], AskTurn) and public.agenda[0].seat == seat if public.agenda else False


# Reading the forms


def compose(fields: Fields) -> Ordered:
    """The orders of a form: rules add up, all else replaces what it was before; what is quick to say goes before the rules.

    Raises ValueError for nonsense, IllegalAction for a number that cannot be and where a list was left empty.
    """
    kind = one(fields, "order")
    if kind == "preferences":
        return Ordered(first=_preferred(fields), replaces=_preferred_types(fields), lasting=True)
    if kind not in _READERS:
        raise ValueError(kind)
    shape, reader = _READERS[kind]
    ordered = [_convert(reader(fields), shape)]
    if shape is DeclineUntilTurn:
        return Ordered(first=ordered, replaces=(shape,), lasting=True)
    return Ordered(last=ordered, replaces=() if shape in (ReactRule, DiceRule) else (shape,))


def _preferred(given: Fields) -> list[Policy]:
    sent = fields.cleaned("preferences", given)
    deck, palace = sent.get("deck", ASK), sent.get("palace", ASK)
    preferences: list[Policy] = []
    if deck != ASK:
        preferences.append(PreferDeck(deck, sent.get("goals", GOALS) if deck == "goals_until" else 0))
    if palace != ASK:
        preferences.append(BuyAtPalace(palace == "always"))
    return preferences


def _preferred_types(given: Fields) -> tuple[type, ...]:
    """What the form asked about: beginners are not asked for a deck."""
    return tuple(shape for name, shape in (("deck", PreferDeck), ("palace", BuyAtPalace)) if name in given)


def _react(given: Fields) -> Mapping[str, Any]:
    sent = fields.cleaned("react", given)
    return {**sent, "not_with": [int(seat) for seat in sent["not_with"]], "markers": int(sent.get("markers", 1))}


def _dice(given: Fields) -> Mapping[str, Any]:
    sent = fields.cleaned("dice", given)
    return {**sent, "markers": int(sent.get("markers", 1))}


def _cards(given: Fields) -> Mapping[str, Any]:
    cards = _many(given, "card")
    if not cards:
        raise IllegalAction("empty", "")
    return {"cards": cards}


def _quiet(given: Fields) -> Mapping[str, Any]:
    return fields.cleaned("quiet", given)


def _under(given: Fields) -> Mapping[str, Any]:
    return fields.cleaned("under", given)


def _trick(given: Fields) -> Mapping[str, Any]:
    """The areas by their places in the list, each once."""
    areas = list(dict.fromkeys(_many(given, "area")))
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


def _many(given: Fields, name: str) -> list[str]:
    return [value for value in given.get(name, ()) if value]
