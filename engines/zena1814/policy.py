"""Standing orders: what a seat wants answered without being asked [7.2 to 7.4].

Orders see what their seat sees. Asked ahead of its place, an order speaks if what happens before cannot change that it does;
its answer is made anew at the place.
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
    """Draw from this deck while both hold cards; ``alternate``: from the other one than last time, the action deck first;
    ``goals_until``: goals until the hand holds so many, then actions; ``once``: from the deck its player names at the next
    draw, see :func:`settle`."""

    prefer: Literal["action", "goal", "alternate", "goals_until", "once"] = "action"
    goals: Annotated[int, msgspec.Meta(ge=0, le=27)] = 0


class BuyAtPalace(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Buy points whenever the Palace offers them, or never."""

    buy: bool = True


class ReactRule(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What to answer in windows for cards of these areas and kinds; empty means all.

    The rule speaks if the price is at most ``at_most``, ``keep`` coins would be left, the slot is ``slot`` or deeper, the
    promoter is none of ``not_with``, and the reward holds something of ``wants`` (anything if empty). Then it does what
    ``answer`` says; the first rule that speaks decides. Who joins lays ``markers`` from the supply, one where two may not lie,
    or would cost more than ``keep`` leaves [Z-17.5].
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
    """Raise the modifier of dice cards in these areas (empty: all) to so much, for at most so many coins, keeping ``keep``.

    The rule speaks of cards with ``markers`` of the seat or more.
    """

    modifier: Annotated[int, msgspec.Meta(ge=0, le=5)]
    at_most: Coins
    keep: Coins = 0
    areas: tuple[Area, ...] = ()
    markers: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1


class PutAway(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """At the hand limit put away these cards, the first of the list first; if it is too short, the seat is asked.

    A card stands there once for each copy that may go.
    """

    cards: tuple[Card, ...]


class PassOn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """At a Festa pass on the first of these cards that is in hand; if none is, the seat is asked."""

    cards: tuple[Card, ...]


class MarkUnder(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Put markers of Manezzi under this figure."""

    figure: Figure


class TrickTo(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Move trick cards to the first of these areas that is allowed."""

    areas: tuple[Area, ...]


type Policy = PreferDeck | BuyAtPalace | ReactRule | DeclineUntilTurn | DiceRule | PutAway | PassOn | MarkUnder | TrickTo

NOT_FOR_THIS = Abstain("no_order")
"""The order is about something else, or its conditions do not hold."""
TURN_CAME = Abstain("turn_came", over=True)
"""It was to end with that turn."""


def answer(order: Policy, seen: Seen, pending: Pending) -> Action | Abstain:
    """What an order says once the seat is asked, or ahead of it, or why it has nothing to say."""
    if pending.when is When.MAY:
        return Abstain("not_asked_yet")
    if isinstance(order, DeclineUntilTurn) and not _is_before_turn(seen.public, pending.seat, order.round):
        return TURN_CAME
    return _answer_to_kind(order, seen, pending)


def settle(order: Policy, action: Action) -> Policy:
    """Return the order as an answer of its player leaves it: the deck they name is drawn from then on [7.3]."""
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
    """What a seat may find at its place in a window: the topmost empty slot, what one marker there and as many as could be
    cost, and who promotes the card by then."""

    slot: int
    prices: tuple[int, ...]
    promoters: tuple[int, ...]


def _follow(rule: ReactRule, public: Public, pending: Pending) -> Action | Abstain:
    """Ahead of its place a rule that asks speaks if it may come to that, any other if it must [7.2]."""
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
    """What a marker on a card can earn; Relaçoin's points are not printed as a reward."""
    printed = tuple(field for field in card.reward.__struct_fields__ if getattr(card.reward, field))
    return ("vp",) if isinstance(card, Offerable) and card.special == "relacoin" else printed


def _fits(rule: ReactRule, situation: _Situation, family: Family) -> bool:
    """Whether the rule speaks in a situation. Of a promoter nobody knows yet, the worst is feared."""
    return (
        situation.prices[0] <= rule.at_most
        and family.coins - situation.prices[0] >= rule.keep
        and situation.slot >= rule.slot
        and not set(situation.promoters) & set(rule.not_with)
    )


def _join(rule: ReactRule, situation: _Situation, family: Family) -> Action | Abstain:
    """Markers from the supply; which one to take off another card is for the seat to say [Z-10.3]."""
    if not family.supply:
        return Abstain("needs_reclaim", asks=True)
    affordable = sum(family.coins - price >= rule.keep for price in situation.prices)
    return React(situation.slot, min(rule.markers, affordable, family.supply))


def _situations(public: Public, window: Window, laid: Laid, pending: Pending) -> Iterator[_Situation]:
    """Each slot that may be the topmost empty one at the seat's place, the first first [Z-9.4, E-14]."""
    facts, places = content(public.version), react.places(public, window)
    order = [place.seat for place in places]
    if pending.seat in order:
        before = order[: order.index(pending.seat)]
        for slot, counts in places[len(before)].slots.items():
            promoters = laid.markers[:1] or tuple(before if slot > 1 else ())
            yield _Situation(slot, tuple(markers.price(laid.card, slot, facts, count) for count in counts), promoters)


def _is_before_turn(public: Public, seat: int, number: int) -> bool:
    """Whether the seat's turn of that round is still to come."""
    to_come = any(isinstance(task, AskTurn) and task.seat == seat and not task.step for task in public.agenda)
    return public.round < number or (public.round == number and to_come)


def _draw(order: PreferDeck, family: Family) -> Action | Abstain:
    """Draw from the preferred deck, if the order names one yet [7.3]."""
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
    """The engine counts what is missing at the place, after those who pay before [7.4]."""
    area, laid = public.laid(sheet.laid(pending))
    if (rule.areas and area not in rule.areas) or laid.markers.count(pending.seat) < rule.markers:
        return NOT_FOR_THIS
    most = min(rule.modifier, rule.at_most, public.families[pending.seat].coins - rule.keep)
    return RaiseTo(rule.modifier, most) if most > 0 else PayCoins(0)


def _move(areas: tuple[Area, ...], public: Public, pending: Pending) -> Action | Abstain:
    """The first area a trick card may move to [Z-18.7]."""
    here, _ = public.laid(sheet.laid(pending))
    allowed = upcoming.trick_areas(public, here)
    return next((MoveTrick(area) for area in areas if area in allowed), Abstain("no_area_allowed", asks=True))


def _pass(cards: tuple[Card, ...], hand: Hand) -> Action | Abstain:
    return next((PassCard(card) for card in cards if card in hand.cards), Abstain("none_in_hand", asks=True))


def _put_away(cards: tuple[Card, ...], hand: Hand) -> Action | Abstain:
    """The first card of the list that is in hand; copies already chosen are struck off the list."""
    gone, left = Counter(hand.discards), discard.kept(hand)
    for card in cards:
        if gone[card]:
            gone[card] -= 1
        elif card in left:
            return Discard(card)
    return Abstain("list_too_short", asks=True)
