"""Resolution sheet: every decision that can still come up in this phase, from public information alone.

The module walks through the resolution in order. It allows for any die result, any figure for each marker of Manezzi and any
area for each trick card. It assumes the most coins each seat can have. Therefore every decision that comes up has been on the
sheet, and a decision that has left the sheet never returns.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engines.zena1814 import dice, majority, rewards
from engines.zena1814.content import Area
from engines.zena1814.loader import content
from engines.zena1814.markers import leader
from engines.zena1814.state import (
    AskCoins,
    AskFigure,
    AskTrick,
    HoldMajority,
    Laid,
    PayMarker,
    Public,
    ResolveCards,
    Task,
)

type SheetKind = Literal["manezzi", "trick", "dice", "palace"]


class Upcoming(NamedTuple):
    """A possible decision: its kind, its seat, its card and the seat's most coins by then.

    The card is given by number; the Palace has none.
    """

    kind: SheetKind
    seat: int
    laid: int | None
    coins: int


def upcoming(public: Public) -> tuple[Upcoming, ...]:
    """Return all decisions of the sheet that are possible after the current one, in the order of the resolution."""
    if public.phase != "resolution":
        return ()
    return tuple(_Walk(public).through(public.agenda))


def trick_areas(public: Public, area: Area) -> tuple[Area, ...]:
    """Return the areas to which a trick card can move: any other but the Fort [Z-18.7]."""
    return tuple(other for other in public.areas if other not in (area, "fort"))


class _Walk:
    """Upper bounds of coins, markers of Manezzi and trick cards at a point of the resolution."""

    def __init__(self, public: Public) -> None:
        self.public, self.facts = public, content(public.version)
        self.coins = [family.coins for family in public.families]
        self.loose = [0] * len(public.families)
        self.tricks: list[_Trick] = []

    def through(self, agenda: tuple[Task, ...]) -> Iterator[Upcoming]:
        """Yield the decisions of the tasks, except the current decision of the first task."""
        for index, task in enumerate(agenda):
            match task:
                case PayMarker(seat, _, gain):
                    self.coins[seat] += gain.coin
                case AskCoins(number, waiting):
                    area, laid = self.public.laid(number)
                    yield from self._roll(area, laid, waiting if index else waiting[1:])
                case AskFigure(number):
                    self.loose[leader(self.public.laid(number)[1])] += 1
                case AskTrick(number):
                    self.tricks.append(_Trick(*self.public.laid(number)))
                case ResolveCards(area, done):
                    yield from self._cards(area, done)
                case HoldMajority(area):
                    yield from self._majority(area)

    def _cards(self, area: Area, done: tuple[int, ...]) -> Iterator[Upcoming]:
        for laid in self.public.row(area):
            if laid.number not in done:
                yield from self._card(area, laid)
        for trick in self.tricks:
            self._pay_trick(trick, area)

    def _card(self, area: Area, laid: Laid) -> Iterator[Upcoming]:
        if dice.is_dice(self.facts, laid.card):
            yield from self._roll(area, laid, dice.payers(laid))
            return
        match self.facts.action(laid.card).special:
            case "manezzi":
                yield self._upcoming("manezzi", leader(laid), laid.number)
                self.loose[leader(laid)] += 1
            case "sollevacoin" if not laid.moved:
                yield self._upcoming("trick", leader(laid), laid.number)
                self.tricks.append(_Trick(area, laid))
            case _:
                self._pay(laid, rewards.reward(self.public, area, laid).coin)

    def _roll(self, area: Area, laid: Laid, payers: tuple[int, ...]) -> Iterator[Upcoming]:
        """Yield the payments of seats that could have coins by then; success pays every marker."""
        yield from (self._upcoming("dice", seat, laid.number) for seat in payers if self.coins[seat])
        self._pay(laid, rewards.reward(self.public, area, laid).coin)

    def _majority(self, area: Area) -> Iterator[Upcoming]:
        income = self.facts.majority(area).coin
        if area != "palace" and not income:
            return
        seats = tuple(majority.contenders(self.public, area, self.loose))
        if area == "palace":
            price = self.facts.palace.price
            yield from (self._upcoming("palace", seat, None) for seat in seats if self.coins[seat] >= price)
        for seat in seats:
            self.coins[seat] += income

    def _pay(self, laid: Laid, coins: int) -> None:
        for seat in laid.markers:
            self.coins[seat] += coins

    def _pay_trick(self, trick: "_Trick", area: Area) -> None:
        """Pay a trick card once: the highest payout of its possible areas."""
        if area in trick_areas(self.public, trick.area):
            coins = rewards.reward(self.public, area, trick.laid).coin
            self._pay(trick.laid, max(0, coins - trick.paid))
            trick.paid = max(trick.paid, coins)

    def _upcoming(self, kind: SheetKind, seat: int, laid: int | None) -> Upcoming:
        return Upcoming(kind, seat, laid, self.coins[seat])


class _Trick:
    """A moving trick card, and the most it has paid each marker so far."""

    def __init__(self, area: Area, laid: Laid) -> None:
        self.area, self.laid, self.paid = area, laid, 0
