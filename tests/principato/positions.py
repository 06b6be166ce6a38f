"""Small positions for tests: principalities, a display and a pile.

All remaining pieces are in the supply, the box and the decks.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from engines.contract import IllegalAction, Pending, Step, When, view
from engines.principato import ENGINE, loader
from engines.principato.actions import Cubes, EndTurn, StationCubes
from engines.principato.content import Content, Cube, Kind, Seats, Unit
from engines.principato.state import (
    SCORING,
    AskTurn,
    Hand,
    Principality,
    Public,
    Scoring,
    State,
    Stock,
    Supply,
    Task,
    Units,
    Vault,
)

replace = msgspec.structs.replace

CONTENT: Content = loader.load(loader.DATA / "1")
KEY = bytes(32)
YEARS = (1, 2, 3)
END = EndTurn()


def cubes(food: int = 0, money: int = 0, favour: int = 0) -> Cubes:
    """Return that number of cubes of each kind."""
    return Cubes(food, money, favour)


def station(cube: Cube, unit: Unit, count: int = 1) -> StationCubes:
    """Return the action that moves stored cubes onto units."""
    return StationCubes(cube, unit, count)


def units(count: int, proper: int = 0, favour: int = 0) -> Units:
    """Return this many units of a kind, some with a cube of their kind or with favour."""
    return Units(count, proper, favour)


def realm(*cards: str, **facts: Any) -> Principality:
    """Return a start principality with these ``cards`` (two or none) and ``facts``. Units may be given as numbers."""
    start = CONTENT.start
    for kind in ("condottieri", "militia"):
        if isinstance(facts.get(kind), int):
            facts[kind] = Units(facts[kind])
    first, second = cards or ("", "")
    usual = {name: getattr(start, name) for name in ("fields", "farms", "palazzi", "banks", "food", "money", "favour")}
    return Principality((first, second), **(usual | facts))


def bare(*cards: str, **facts: Any) -> Principality:
    """Return a principality without stored cubes, except those in ``facts``."""
    return realm(*cards, **({"food": 0, "money": 0, "favour": 0} | facts))


def position(
    *realms: Principality,
    seats: int = 2,
    seat: int = 0,
    done: int = 0,
    display: Iterable[str] = (),
    pile: Iterable[str] | None = None,
    year: int | None = None,
    start: int = 0,
    goals: tuple[tuple[str, str], ...] = (),
    **public: Any,
) -> State:
    """Return a position in which it is ``seat``'s turn. Principalities not named are as at the start.

    The display is filled up. ``pile`` is the whole refill pile, its top first, with ``SCORING`` for the scoring card. Without
    ``pile`` the pile is filled too. ``year`` is by default the first year in which the requested cards are in play. All
    remaining cards are in the box or in the later decks.
    """
    count = max(seats, len(realms))
    before = _seated(realms, count)
    wanted = [*(card for each in before for card in each.cards), *display]
    table = _Table(count, year or _first_year(wanted, count), wanted, None if pile is None else tuple(pile))
    shown = (*display, *table.filling(CONTENT.for_seats(count).display - len(tuple(display))))
    hands = tuple(Hand(each) for each in goals or _pairs(count))
    known = Public(
        version="1",
        feeding="in_order",
        start=start,
        realms=before,
        supply=supply(before),
        display=shown,
        pile=len(table.pile),
        agenda=(AskTurn(seat, done),),
        year=table.year,
        turn=table.turn(),
        next_seat=(seat + 1) % count,
        scoring_due=SCORING in table.pile,
        turned=table.turned,
        box=table.box(),
        scorings=_past(before, table),
    )
    state = State(replace(known, **public), hands, Vault(table.pile, table.decks()))
    ENGINE.check(state)
    return state


def supply(realms: Iterable[Principality]) -> Supply:
    """Return the pieces of the pool that are not in these principalities [P-15.1]."""
    held, pool = tuple(realms), CONTENT.pool
    men = [(each.condottieri, each.militia) for each in held]
    return Supply(
        fields_farms=pool.fields_farms - sum(each.fields + each.farms for each in held),
        palazzi_banks=pool.palazzi_banks - sum(each.palazzi + each.banks for each in held),
        catapults=pool.catapults - sum(each.catapults for each in held),
        units=pool.units - sum(hired.count + raised.count for hired, raised in men),
        food=pool.food - sum(each.food + each.militia.proper for each in held),
        money=pool.money - sum(each.money + each.condottieri.proper for each in held),
        favour=pool.favour - sum(each.favour + each.condottieri.favour + each.militia.favour for each in held),
        monuments=_stock("monument", held),
        books=_stock("book", held),
        paintings=_stock("painting", held),
    )


def _stock(kind: Kind, realms: tuple[Principality, ...]) -> tuple[Stock, ...]:
    taken = Counter(points for each in realms for points in each.culture(kind))
    return tuple(Stock(worth.points, worth.tiles - taken[worth.points]) for worth in CONTENT.culture(kind).values)


def _seated(realms: tuple[Principality, ...], count: int) -> tuple[Principality, ...]:
    """Return the principalities of all seats. A principality without named cards gets two start cards."""
    every = (*realms, *(realm() for _ in range(count - len(realms))))
    first, second = CONTENT.start_stack("S1"), CONTENT.start_stack("S2")
    return tuple(
        replace(each, cards=each.cards if each.cards[0] else (first[seat], second[seat])) for seat, each in enumerate(every)
    )


def _start_cards(count: int) -> tuple[str, ...]:
    return CONTENT.start_stack("S1")[:count] + CONTENT.start_stack("S2")[:count]


def _first_year(wanted: list[str], count: int) -> int:
    there = Counter(_start_cards(count))
    for year in YEARS:
        there.update(CONTENT.deck(year, count))
        if not Counter(wanted) - there:
            return year
    raise AssertionError(f"the decks have no such cards: {Counter(wanted) - there}")


class _Table:
    """Distribution of the action cards that are not in hands, display or pile."""

    def __init__(self, count: int, year: int, wanted: list[str], pile: tuple[str, ...] | None) -> None:
        self.count, self.year = count, year
        self.seats: Seats = CONTENT.for_seats(count)
        deck = Counter(CONTENT.deck(year, count))
        older = Counter(_start_cards(count))
        for before in range(1, year):
            older.update(CONTENT.deck(before, count))
        needed = Counter(wanted) - older
        self.used = Counter(wanted)
        spare = self.seats.display - (len(wanted) - 2 * count)
        self.pile = pile if pile is not None else self._rest(deck - needed, max(0, spare - (older - self.used).total()))
        in_pile = Counter(card for card in self.pile if card != SCORING)
        assert not in_pile - (deck - needed), f"not to be had for the pile: {in_pile - (deck - needed)}"
        self.turned = tuple(sorted((deck - in_pile).elements()))
        self.there = older + deck - in_pile

    def _rest(self, deck: Counter[str], shown: int) -> tuple[str, ...]:
        cards = tuple(sorted(deck.elements()))[shown:]
        return (*cards, SCORING) if self.year in CONTENT.scoring_cards.decks else cards

    def filling(self, count: int) -> tuple[str, ...]:
        """Return cards for the open slots of the display."""
        cards = tuple(sorted((self.there - self.used).elements()))[:count]
        self.used.update(cards)
        return cards

    def box(self) -> tuple[str, ...]:
        """Return the cards that have left the game."""
        return tuple(sorted((self.there - self.used).elements()))

    def turn(self) -> int:
        """Return the number of the current turn. Each card turned up after the first display ends a turn [P-16]."""
        past = sum(len(CONTENT.deck(year, self.count)) for year in range(1, self.year))
        return past + len(self.turned) - self.seats.display + 1

    def decks(self) -> tuple[tuple[str, ...], ...]:
        """Return the decks of the following years."""
        return tuple(_full_deck(year, self.count) for year in YEARS if year > self.year)


def _full_deck(year: int, count: int) -> tuple[str, ...]:
    cards = CONTENT.deck(year, count)
    return (*cards, SCORING) if year in CONTENT.scoring_cards.decks else cards


def _past(realms: tuple[Principality, ...], table: _Table) -> tuple[Scoring, ...]:
    """Return the scorings so far. All military points come from the first scoring."""
    found: list[tuple[int, Any]] = []
    for year in range(1, table.year + 1):
        if year in CONTENT.scoring_cards.decks and (year < table.year or SCORING not in table.pile):
            found.append((year, "extra"))
        if year < table.year:
            found.append((year, "year_end"))
    nothing = (0,) * len(realms)
    points = tuple(each.points for each in realms)
    return tuple(
        Scoring(
            number,
            year,
            reason,
            order=tuple(range(len(realms))),
            strengths=nothing,
            points=points if number == 1 else nothing,
            unfed=((0, 0),) * len(realms),
        )
        for number, (year, reason) in enumerate(found, 1)
    )


def _pairs(count: int) -> tuple[tuple[str, str], ...]:
    return tuple(zip(CONTENT.stack(1)[:count], CONTENT.stack(2)[:count], strict=True))


def started(seats: int = 3, key: bytes = KEY, **options: Any) -> State:
    """Start a game, and return its first state."""
    return ENGINE.start(ENGINE.Options(**options), seats, key).state


def with_public(state: State, **changes: Any) -> State:
    """Return the state with these changes to its public part."""
    return replace(state, public=replace(state.public, **changes))


def play(state: State, seat: int, *actions: Any) -> Step[State, Any]:
    """Play these actions and check each state on the way. Return the last step with the events of all actions."""
    events: tuple[Any, ...] = ()
    for action in actions:
        step = ENGINE.apply(state, seat, action)
        ENGINE.check(step.state)
        state, events = step.state, events + step.events
    return Step(state, events)


def after(state: State, seat: int, *actions: Any) -> State:
    """Play these actions, and return the state after them."""
    return play(state, seat, *actions).state


def own(state: State, seat: int = 0) -> Principality:
    """Return the principality of a seat."""
    return state.public.realms[seat]


def refusal(state: State, seat: int, action: Any) -> IllegalAction:
    """Return the refusal of an action, with the rule it breaks.

    Fail if the action is accepted or is listed as legal.
    """
    with pytest.raises(IllegalAction) as caught:
        ENGINE.apply(state, seat, action)
    asked = (one for one in ENGINE.pending(state.public) if one.seat == seat)
    assert all(action not in ENGINE.legal(view(state, seat), one) for one in asked)
    assert re.fullmatch(r"P-\d+\.\d+", caught.value.rule)
    return caught.value


def pending(state: State, seat: int, kind: str = "turn") -> Pending:
    """Return the seat's open decision of this kind."""
    return next(each for each in ENGINE.pending(state.public) if (each.seat, each.kind) == (seat, kind))


def legal(state: State, seat: int = 0, kind: str = "turn") -> list[Any]:
    """Return all legal actions for a decision."""
    return list(ENGINE.legal(view(state, seat), pending(state, seat, kind)))


def legal_of[ActionT](state: State, what: type[ActionT], seat: int = 0, kind: str = "turn") -> list[ActionT]:
    """Return the legal actions of a type."""
    return [action for action in legal(state, seat, kind) if isinstance(action, what)]


def now(state: State) -> list[tuple[int, str]]:
    """Return the seat and kind of each decision due now."""
    return [(each.seat, each.kind) for each in ENGINE.pending(state.public) if each.when is When.NOW]


def told(step: Step[State, Any], kind: type) -> list[Any]:
    """Return the events of a type, in order."""
    return [each.event for each in step.events if isinstance(each.event, kind)]


def tasks(state: State) -> tuple[Task, ...]:
    """Return the next tasks, in order."""
    return state.public.agenda
