"""The resolution sheet: every decision that may still come up in this phase, from what everybody sees alone.

The resolution is walked through in its order. Each die may fall as it likes, each marker of Manezzi go under any figure, each
trick card move anywhere; coins are counted as high as they can get. So nothing comes up that was not on the sheet, and what has
left the sheet never comes back.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from engines.zena1814 import dice, majority, rewards
from engines.zena1814.content import Area, Content
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
    """A decision that may come up: its kind, the seat, the number of its card (none at the Palace), and the most coins the seat
    could have by then."""

    kind: SheetKind
    seat: int
    laid: int | None
    coins: int


def upcoming(public: Public) -> tuple[Upcoming, ...]:
    """All that may come up after the decision that is asked now, in the order of the resolution."""
    if public.phase != "resolution":
        return ()
    return tuple(_Walk(public).through(public.agenda))


def trick_areas(public: Public, area: Area) -> tuple[Area, ...]:
    """Where a trick card can move from an area: any other but the Fort [Z-18.7]."""
    return tuple(other for other in public.areas if other not in (area, "fort"))


class _Walk:
    """How far coins, markers of Manezzi and trick cards may have got at a point of the resolution."""

    def __init__(self, public: Public) -> None:
        self.public = public
        self.coins = [family.coins for family in public.families]
        self.loose = [0] * len(public.families)
        self.tricks: list[_Trick] = []

    @property
    def facts(self) -> Content:
        return content(self.public.version)

    def through(self, agenda: tuple[Task, ...]) -> Iterator[Upcoming]:
        """Walk through the tasks; what the first of them asks now is not told again."""
        for place, task in enumerate(agenda):
            match task:
                case PayMarker(seat, _, gain):
                    self.coins[seat] += gain.coin
                case AskCoins(number, waiting):
                    area, laid = self.public.laid(number)
                    yield from self._roll(area, laid, waiting if place else waiting[1:])
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
                yield self._asked("manezzi", leader(laid), laid.number)
                self.loose[leader(laid)] += 1
            case "sollevacoin" if not laid.moved:
                yield self._asked("trick", leader(laid), laid.number)
                self.tricks.append(_Trick(area, laid))
            case _:
                self._pay(laid, rewards.reward(self.public, area, laid).coin)

    def _roll(self, area: Area, laid: Laid, waiting: tuple[int, ...]) -> Iterator[Upcoming]:
        """Whoever may have coins by then can pay; success pays every marker."""
        yield from (self._asked("dice", seat, laid.number) for seat in waiting if self.coins[seat])
        self._pay(laid, rewards.reward(self.public, area, laid).coin)

    def _majority(self, area: Area) -> Iterator[Upcoming]:
        seats = tuple(majority.contenders(self.public, area, self.loose))
        if area == "palace":
            price = self.facts.palace.price
            yield from (self._asked("palace", seat, None) for seat in seats if self.coins[seat] >= price)
        for seat in seats:
            self.coins[seat] += self.facts.majority(area).coin

    def _pay(self, laid: Laid, coins: int) -> None:
        for seat in laid.markers:
            self.coins[seat] += coins

    def _pay_trick(self, trick: "_Trick", area: Area) -> None:
        """A trick card pays once: where it pays best of the areas it can have got to."""
        if area in trick_areas(self.public, trick.area):
            coins = rewards.reward(self.public, area, trick.laid).coin
            self._pay(trick.laid, max(0, coins - trick.paid))
            trick.paid = max(trick.paid, coins)

    def _asked(self, kind: SheetKind, seat: int, laid: int | None) -> Upcoming:
        return Upcoming(kind, seat, laid, self.coins[seat])


class _Trick:
    """A trick card on its way, and the most it has paid each marker so far."""

    def __init__(self, area: Area, laid: Laid) -> None:
        self.area, self.laid, self.paid = area, laid, 0
