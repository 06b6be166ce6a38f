"""Standing orders: what a seat wants answered without being asked."""

from typing import Annotated, Literal

import msgspec

from engines.contract import Abstain, Filed, Pending
from engines.zena1814.actions import Action, Card, Coins
from engines.zena1814.content import Area, Figure, Kind
from engines.zena1814.state import Seen

type Seat = Annotated[int, msgspec.Meta(ge=0, le=4)]


class PreferDeck(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Draw from this deck while both hold cards; ``alternate``: from the other one than last time, the action deck first;
    ``goals_until``: goals until the hand holds so many, then actions."""

    prefer: Literal["action", "goal", "alternate", "goals_until"] = "action"
    goals: Annotated[int, msgspec.Meta(ge=0, le=27)] = 0


class BuyAtPalace(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Buy points whenever the Palace offers them, or never."""

    buy: bool = True


class ReactRule(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """What to answer in windows for cards of these areas and kinds; empty means all.

    The rule speaks if the price is at most ``at_most``, ``keep`` coins would be left, the slot is ``slot`` or deeper, the
    promoter is none of ``not_with``, and the reward holds something of ``wants`` (anything if empty). Then it does what
    ``answer`` says; the first rule that speaks decides.
    """

    answer: Literal["join", "decline", "ask"]
    areas: tuple[Area, ...] = ()
    kinds: tuple[Kind, ...] = ()
    at_most: Annotated[int, msgspec.Meta(ge=1, le=99)] = 99
    keep: Coins = 0
    slot: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    not_with: tuple[Seat, ...] = ()
    wants: tuple[Literal["coin", "card", "vp"], ...] = ()


class DeclineUntilTurn(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Decline every window until the seat's turn of this round."""

    round: Annotated[int, msgspec.Meta(ge=1, le=8)]


class DiceRule(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Raise the modifier of dice cards in these areas (empty: all) to so much, for at most so many coins, keeping ``keep``."""

    modifier: Annotated[int, msgspec.Meta(ge=0, le=5)]
    at_most: Coins
    keep: Coins = 0
    areas: tuple[Area, ...] = ()


class PutAway(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """At the hand limit put away these cards, the first of the list first; if it is too short, the seat is asked."""

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


def answer(order: Policy, seen: Seen, pending: Pending) -> Action | Filed[Action] | Abstain:
    """What an order says once the seat is asked, or why it has nothing to say."""
    return Abstain("no_order")
