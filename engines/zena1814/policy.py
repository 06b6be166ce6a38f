"""Standing orders: they make decisions for a seat [7.2 to 7.4].

An order uses the information of its seat. It answers in advance only if no earlier event can prevent its answer. The answer
is computed again when the turn comes.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

import msgspec

from engines.contract import Abstain, Pending, When
from engines.zena1814 import markers, upcoming
from engines.zena1814.actions import (
    Action,
    BuyPoints,
    Card,
    Coins,
    Decline,
    Discard,
    DrawFrom,
    KeepCoins,
    MoveTrick,
    PassCard,
    PayCoins,
    PutUnder,
    RaiseTo,
    React,
)
from engines.zena1814.content import Area, Battle, Figure, Kind, Offerable
from engines.zena1814.decisions import discard, react, sheet
from engines.zena1814.loader import content
from engines.zena1814.state import AskTurn, Family, Hand, Laid, Public, Seen, Window

type Seat = Annotated[int, msgspec.Meta(ge=0, le=4)]


class PreferDeck(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Draw from this deck while both hold cards.

    ``alternate``: from the deck not used last time, the action deck first. ``goals_until``: goals until the hand holds
    ``goals`` of them, then actions. ``once``: the player chooses at the next draw, and the order then keeps to that deck; see
    :func:`settle`.
    """

    prefer: Literal["action", "goal", "alternate", "goals_until", "once"] = "action"
    goals: Annotated[int, msgspec.Meta(ge=0, le=27)] = 0


class BuyAtPalace(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Buy points each time the Palace offers them; with ``buy`` False always keep the coins."""

    buy: bool = True


class ReactRule(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Answer in windows for cards of these areas and kinds; empty means all.

    The rule applies if the price is at most ``at_most``, ``keep`` coins would be left, and the slot is ``slot`` or deeper. The
    promoter must not be in ``not_with``, and the reward must include one of ``wants`` (anything if empty). Then it does what
    ``answer`` says; the first rule that applies decides. To join, it places ``markers`` from the supply. It places only one if
    two are not allowed, if the supply has only one, or if fewer than ``keep`` coins would be left [Z-17.5].
    """

    answer: Literal["join", "decline", "ask"]
    areas: tuple[Area, ...] = ()
    kinds: tuple[Kind, ...] = ()
    at_most: Annotated[int, msgspec.Meta(ge=1, le=99)] = 99
    keep: Coins = 0
    slot: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    not_with: tuple[Seat, ...] = ()
    wants: tuple[Literal["coin", "card", "vp"], ...] = ()
    markers: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1


class DeclineUntilTurn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Decline every window until the seat's turn of this round."""

    round: Annotated[int, msgspec.Meta(ge=1, le=8)]


class DiceRule(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Raise the modifier of dice cards in these areas (empty: all), keeping ``keep`` coins.

    It raises to ``modifier`` for at most ``at_most`` coins. The rule applies to cards with ``markers`` of the seat or more.
    """

    modifier: Annotated[int, msgspec.Meta(ge=0, le=5)]
    at_most: Coins
    keep: Coins = 0
    areas: tuple[Area, ...] = ()
    markers: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1


class PutAway(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Discard these cards at the hand limit, in the order of the list; if it is too short, the seat is asked.

    The list holds a card once for each copy to discard.
    """

    cards: tuple[Card, ...]


class PassOn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Pass on at a Festa the first of these cards that is in hand; if none is, the seat is asked."""

    cards: tuple[Card, ...]


class MarkUnder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put markers of Manezzi under this figure."""

    figure: Figure


class TrickTo(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Move trick cards to the first of these areas that is allowed."""

    areas: tuple[Area, ...]


type Policy = PreferDeck | BuyAtPalace | ReactRule | DeclineUntilTurn | DiceRule | PutAway | PassOn | MarkUnder | TrickTo

NOT_FOR_THIS = Abstain("no_order")
"""The order is for other decisions, or its conditions are not met."""
TURN_CAME = Abstain("turn_came", over=True)
"""The order has ended with its turn."""


def answer(order: Policy, seen: Seen, pending: Pending) -> Action | Abstain:
    """Return the answer of an order, now or in advance, or an abstention with its reason."""
    if pending.when is When.MAY:
        return Abstain("not_asked_yet")
    if isinstance(order, DeclineUntilTurn) and not _is_before_turn(seen.public, pending.seat, order.round):
        return TURN_CAME
    return _answer_to_kind(order, seen, pending)


def settle(order: Policy, action: Action) -> Policy:
    """Return the order as updated by its player's answer. A ``once`` order changes to one for the chosen deck [7.3]."""
    match order, action:
        case PreferDeck("once"), DrawFrom(deck):
            return PreferDeck(deck)
        case _:
            return order


def _answer_to_kind(order: Policy, seen: Seen, pending: Pending) -> Action | Abstain:
    public, seat = seen.public, pending.seat
    match pending.kind, order:
        case "react", ReactRule():
            return _follow(order, public, pending)
        case "react", DeclineUntilTurn():
            return Decline()
        case "draw", PreferDeck():
            return _draw(order, public.families[seat])
        case "palace", BuyAtPalace(buy):
            return BuyPoints() if buy else KeepCoins()
        case "dice", DiceRule():
            return _raise(order, public, pending)
        case "manezzi", MarkUnder(figure):
            return PutUnder(figure)
        case "trick", TrickTo(areas):
            return _move(areas, public, pending)
        case "festa", PassOn(cards) if seen.hand is not None:
            return _pass(cards, seen.hand)
        case "discard", PutAway(cards) if seen.hand is not None:
            return _put_away(cards, seen.hand)
        case _:
            return NOT_FOR_THIS


class _Situation(NamedTuple):
    """A possible situation of a seat in a window.

    It holds the topmost empty slot, the prices of one or more markers there, and the possible promoters.
    """

    slot: int
    prices: tuple[int, ...]
    promoters: tuple[int, ...]


def _follow(rule: ReactRule, public: Public, pending: Pending) -> Action | Abstain:
    """Return the answer of a rule to a window [7.2].

    In advance, a rule that asks the seat applies if it could apply when the turn comes. Any other rule applies only if that is
    certain.
    """
    window = react.find(public)
    assert window is not None
    area, laid = public.laid(window.laid)
    family = public.families[pending.seat]
    if not _is_about(rule, public, area, laid):
        return NOT_FOR_THIS
    situations = tuple(_situations(public, window, laid, pending))
    fitting = [situation for situation in situations if _fits(rule, situation, family)]
    if rule.answer == "ask":
        return Abstain("ordered_to_ask", asks=True) if fitting else NOT_FOR_THIS
    if not fitting or fitting != list(situations):
        return NOT_FOR_THIS
    return Decline() if rule.answer == "decline" else _join(rule, fitting[0], family)


def _is_about(rule: ReactRule, public: Public, area: Area, laid: Laid) -> bool:
    card = content(public.version).laid(laid.card)
    kind = card.kind if isinstance(card, Offerable) else "dice"
    return (
        (not rule.areas or area in rule.areas)
        and (not rule.kinds or kind in rule.kinds)
        and (not rule.wants or any(want in _rewards(card) for want in rule.wants))
    )


def _rewards(card: Offerable | Battle) -> tuple[str, ...]:
    """Return the kinds of reward for a marker on a card; Relaçoin's points are not printed as a reward."""
    printed = tuple(field for field in card.reward.__struct_fields__ if getattr(card.reward, field))
    return ("vp",) if isinstance(card, Offerable) and card.special == "relacoin" else printed


def _fits(rule: ReactRule, situation: _Situation, family: Family) -> bool:
    """Return whether the rule applies in a situation. It assumes the worst of an unknown promoter."""
    return (
        situation.prices[0] <= rule.at_most
        and family.coins - situation.prices[0] >= rule.keep
        and situation.slot >= rule.slot
        and not set(situation.promoters) & set(rule.not_with)
    )


def _join(rule: ReactRule, situation: _Situation, family: Family) -> Action | Abstain:
    """Return a reaction with markers from the supply; ask the seat if it must reclaim one [Z-10.3]."""
    if not family.supply:
        return Abstain("needs_reclaim", asks=True)
    affordable = sum(family.coins - price >= rule.keep for price in situation.prices)
    return React(situation.slot, min(rule.markers, affordable, family.supply))


def _situations(public: Public, window: Window, laid: Laid, pending: Pending) -> Iterator[_Situation]:
    """Yield each slot that could be the topmost empty one when the seat's turn comes, in order [Z-9.4, E-14]."""
    facts, candidates = content(public.version), react.candidates(public, window)
    order = [candidate.seat for candidate in candidates]
    if pending.seat in order:
        before = order[: order.index(pending.seat)]
        for slot, counts in candidates[len(before)].slots.items():
            promoters = laid.markers[:1] or tuple(before if slot > 1 else ())
            yield _Situation(slot, tuple(markers.price(laid.card, slot, facts, count) for count in counts), promoters)


def _is_before_turn(public: Public, seat: int, number: int) -> bool:
    """Return whether the seat's turn of that round is still to come."""
    turn_to_come = any(isinstance(task, AskTurn) and task.seat == seat and not task.step for task in public.agenda)
    return public.round < number or (public.round == number and turn_to_come)


def _draw(order: PreferDeck, family: Family) -> Action | Abstain:
    """Return a draw from the preferred deck; abstain if there is none yet [7.3]."""
    match order.prefer:
        case "alternate":
            return DrawFrom("goal" if family.last_deck == "action" else "action")
        case "goals_until":
            return DrawFrom("goal" if family.goals < order.goals else "action")
        case "once":
            return NOT_FOR_THIS
        case deck:
            return DrawFrom(deck)


def _raise(rule: DiceRule, public: Public, pending: Pending) -> Action | Abstain:
    """Return an answer that raises the modifier by the rule, or a payment of no coins [7.4].

    The engine computes the missing part when the turn comes, after the earlier payments.
    """
    area, laid = public.laid(sheet.laid(pending))
    if (rule.areas and area not in rule.areas) or laid.markers.count(pending.seat) < rule.markers:
        return NOT_FOR_THIS
    limit = min(rule.modifier, rule.at_most, public.families[pending.seat].coins - rule.keep)
    return RaiseTo(rule.modifier, limit) if limit > 0 else PayCoins(0)


def _move(areas: tuple[Area, ...], public: Public, pending: Pending) -> Action | Abstain:
    """Return a move to the first of these areas that a trick card can move to; abstain if there is none [Z-18.7]."""
    current_area, _ = public.laid(sheet.laid(pending))
    allowed = upcoming.trick_areas(public, current_area)
    return next((MoveTrick(area) for area in areas if area in allowed), Abstain("no_area_allowed", asks=True))


def _pass(cards: tuple[Card, ...], hand: Hand) -> Action | Abstain:
    return next((PassCard(card) for card in cards if card in hand.cards), Abstain("none_in_hand", asks=True))


def _put_away(cards: tuple[Card, ...], hand: Hand) -> Action | Abstain:
    """Return the discard of the first card of the list that is in hand, ignoring copies already chosen; abstain if none is."""
    chosen, remaining = Counter(hand.discards), discard.remaining_cards(hand)
    for card in cards:
        if chosen[card]:
            chosen[card] -= 1
        elif card in remaining:
            return Discard(card)
    return Abstain("list_too_short", asks=True)
