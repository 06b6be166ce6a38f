"""Small positions for tests: families, rows and hands. Remaining cards are in the decks or in the box.

Seats are plain numbers in order of play. A family's figures all stand in the first area of the mode, unless the test puts them
elsewhere. So no seat joins by accident.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest

from engines import chance
from engines.contract import IllegalAction, NotPending, Pending, Step, When, view
from engines.zena1814 import ENGINE, flow
from engines.zena1814.actions import Decline, EndTurn, Influence, React, Reclaimed, SealFigure
from engines.zena1814.content import FIGURES, Area, Figure, Mode
from engines.zena1814.desk import Desk
from engines.zena1814.state import (
    AskDiscards,
    AskTurn,
    BeginResolution,
    ClearArea,
    Decks,
    EndRound,
    Family,
    Hand,
    HoldMajority,
    Laid,
    Phase,
    Public,
    ResolveCards,
    Row,
    Standing,
    State,
    Task,
    Vault,
    Window,
)
from tests.zena1814.stacks import CONTENT, Stacks, dealt, event_deck

replace = msgspec.structs.replace

KEY = bytes(32)
END, DECLINE = EndTurn(), Decline()


class Player(NamedTuple):
    """Settings of a seat in a test."""

    coins: int
    areas: Mapping[Figure, Area]
    rest: Area | None
    under: Mapping[Figure, int]
    hand: tuple[str, ...]
    facts: Mapping[str, Any]


class Card(NamedTuple):
    """Card in a row as a test describes it. ``markers`` are the seats of its markers from the top slot down."""

    name: str
    markers: tuple[int, ...]
    moved: bool = False


def family(
    rest: Area | None = None,
    *,
    coins: int = 10,
    lord: Area | None = None,
    lady: Area | None = None,
    heir_1: Area | None = None,
    heir_2: Area | None = None,
    under: Mapping[Figure, int] | None = None,
    hand: Iterable[str] = (),
    **facts: Any,
) -> Player:
    """Return a seat. Figures not named stand in ``rest``, or else in the first area.

    ``under`` gives the markers of Manezzi by figure.
    """
    places = zip(FIGURES, (lord, lady, heir_1, heir_2), strict=True)
    return Player(coins, {figure: area for figure, area in places if area}, rest, under or {}, tuple(hand), facts)


def card(name: str, *markers: int, moved: bool = False) -> Card:
    """Return a card in a row."""
    return Card(name, markers, moved)


def busy(seat: int, count: int, area: Area = "cathedral") -> tuple[Card, ...]:
    """Return this many cards of an area, each with a marker of a seat. The markers come from the seat's supply."""
    cards = [each.id for each in CONTENT.actions if each.area == area for _ in range(each.copies)]
    return tuple(card(name, seat) for name in cards[:count])


RULINGS: dict[str, Any] = {"version": "1", "starter": "sealed_lot", "free_order": False}


def position(
    *players: Player,
    seats: int = 4,
    rows: Mapping[Area, Sequence[Card]] | None = None,
    mode: Mode = "expert",
    start: int = 0,
    seat: int | None = None,
    turn: AskTurn | None = None,
    round: int = 1,
    event: str = "ev_liberation",
    next_event: str = "",
    action: Sequence[str] | None = None,
    goal: Sequence[str] | None = None,
    on_top: Sequence[str] = (),
    fort: Sequence[str] = (),
    under: Sequence[str] = (),
    won: Sequence[str] = (),
    box: Sequence[str] = (),
    phase: Phase = "actions",
    agenda: Sequence[Task] | None = None,
    **public: Any,
) -> State:
    """Return a position in which it is the turn of ``seat``, by default the start player.

    ``agenda`` replaces the tasks that follow. Cards in rows are numbered from 1, area by area, the oldest first. ``action`` is
    the whole action deck, its top first, and the remaining action cards are in the box. Without ``action`` they are in the
    deck, with the cards of ``on_top`` first; ``on_top`` may name goals too. ``goal`` is the whole goal deck, and the remaining
    goals are in the hand of the last seat. ``fort`` are the top Fort cards, and ``under`` the known cards at the bottom.
    """
    count = max(seats, len(players))
    every = (*players, *(family() for _ in range(count - len(players))))
    areas = CONTENT.areas(mode)
    laid = _rows(areas, rows or {})
    table = Stacks(mode, [each.hand for each in every], laid, tuple(box))
    actions, boxed = table.action_deck(action, on_top)
    goals, hoard = table.goal_deck(goal, on_top)
    hands = tuple(Hand(each.hand + (hoard if at == count - 1 else ())) for at, each in enumerate(every))
    forts = table.fort_deck(tuple(fort), tuple(under), tuple(won)) if mode == "expert" else ()
    past, to_come, last = event_deck(event, round, next_event)
    at_turn = turn or AskTurn(start if seat is None else seat)
    known = Public(
        mode=mode,
        **RULINGS,
        families=tuple(_family(at, each, hands[at], laid, areas[0]) for at, each in enumerate(every)),
        rows=laid,
        decks=Decks(len(actions), len(goals), len(forts), len(to_come)),
        agenda=tuple(agenda) if agenda is not None else (at_turn, *after_turn(at_turn.seat, start, count, mode)),
        phase=phase,
        start=start,
        round=round,
        event=event,
        events=past,
        numbered=sum(len(row.cards) for row in laid),
        won=tuple(won),
        under=tuple(under),
        box=tuple(box) + boxed,
        complete=tuple(range(count)) if mode == "expert" else (),
        dealt=tuple(dealt(at) for at in range(count)) if mode == "expert" else (),
    )
    return State(replace(known, **public), hands, Vault(KEY, actions, goals, forts, to_come, last))


def after_turn(seat: int, start: int = 0, seats: int = 4, mode: Mode = "expert") -> tuple[Task, ...]:
    """Return the tasks that follow a seat's turn in its round."""
    order = [(start + place) % seats for place in range(seats)]
    later = order[order.index(seat) + 1 :]
    return (*map(AskTurn, later), BeginResolution(), *from_area(CONTENT.areas(mode)[0], mode))


def from_area(area: Area, mode: Mode = "expert") -> tuple[Task, ...]:
    """Return the tasks of the resolution from this area on, followed by the end of the round."""
    areas = CONTENT.areas(mode)
    steps = [(ResolveCards(each), ClearArea(each), HoldMajority(each)) for each in areas[areas.index(area) :]]
    return (*(task for three in steps for task in three), AskDiscards(()), EndRound())


def window(state: State, name: str, *waiting: int) -> State:
    """Return the same position with a window open for a card. These seats have yet to answer."""
    return with_public(state, agenda=(Window(number(state, name), waiting), *state.public.agenda))


def at_area(state: State, area: Area, *before: Task) -> State:
    """Return the same position in the resolution, where these tasks come next, followed by this area."""
    return with_public(state, phase="resolution", agenda=(*before, *from_area(area, state.public.mode)))


def turn_of(state: State, seat: int, **done: Any) -> State:
    """Return the same position at the start of a seat's turn, or after the actions in ``done``."""
    start, mode = state.public.start or 0, state.public.mode
    turn = AskTurn(seat, **done)
    return with_public(state, phase="actions", agenda=(turn, *after_turn(seat, start, len(state.hands), mode)))


def next_round(state: State) -> Step[State, Any]:
    """Return the step after the end of this round. The start-player card has moved on and the next event was turned up."""
    return advance(with_public(state, phase="end", agenda=(EndRound(),)))


def loaded(state: State, dice: Mapping[int, int]) -> State:
    """Return the same position with a key that gives each card (by number) this die result in this round."""
    faces = CONTENT.dice.faces
    labels = {f"die/r{state.public.round}/{laid}": die - 1 for laid, die in dice.items()}
    for attempt in range(1_000_000):
        key = attempt.to_bytes(32)
        if all(chance.pick(key, label, faces)[0] == die for label, die in labels.items()):
            return replace(state, vault=replace(state.vault, key=key))
    raise AssertionError("no key found")


def _rows(areas: tuple[Area, ...], wanted: Mapping[Area, Sequence[Card]]) -> tuple[Row, ...]:
    """Return the rows of all areas, with their cards numbered consecutively."""
    assert set(wanted) <= set(areas)
    found, numbered = [], 0
    for area in areas:
        cards = wanted.get(area, ())
        found.append(Row(area, tuple(Laid(numbered + at, *each) for at, each in enumerate(cards, 1))))
        numbered += len(cards)
    return tuple(found)


def _family(seat: int, player: Player, hand: Hand, rows: tuple[Row, ...], usual: Area) -> Family:
    """Return the public part of a seat. Its supply is the markers that are not on cards or under figures."""
    standing = tuple(
        Standing(player.areas.get(figure, player.rest or usual), player.under.get(figure, 0)) for figure in FIGURES
    )
    on_cards = sum(laid.markers.count(seat) for row in rows for laid in row.cards)
    supply = CONTENT.limits.markers - on_cards - sum(each.markers for each in standing)
    assert supply >= 0, f"seat {seat} has too many markers on the board"
    kinds = [CONTENT.deck_of(name) for name in hand.cards]
    backs = {"actions": kinds.count("action"), "goals": kinds.count("goal")}
    return Family(**({"coins": player.coins, "supply": supply, "figures": standing} | backs | player.facts))


def started(seats: int = 4, key: bytes = KEY, **options: Any) -> State:
    """Return a new game: before the placement for experts, at the first turn for beginners."""
    return ENGINE.start(ENGINE.Options(**options), seats, key).state


def seals(state: State, seat: int, cards: Sequence[str] = (), *, late: bool = False) -> list[SealFigure]:
    """Return the placement actions of a seat with these cards for its figures in order.

    By default the cards are the first four of its hand.
    """
    chosen = cards or state.hands[seat].cards[: len(FIGURES)]
    return [SealFigure(figure, name, late) for figure, name in zip(FIGURES, chosen, strict=True)]


def with_public(state: State, **changes: Any) -> State:
    """Return the state with changes to its public part."""
    return replace(state, public=replace(state.public, **changes))


def advance(state: State) -> Step[State, Any]:
    """Return the step that follows automatically, up to the next decision."""
    desk = Desk(state)
    flow.advance(desk)
    step = desk.step()
    ENGINE.check(step.state)
    return step


def play(state: State, seat: int, *actions: Any) -> Step[State, Any]:
    """Return the step after these actions of a seat, with the events and draws of all actions."""
    return run(state, *((seat, action) for action in actions))


def run(state: State, *moves: tuple[int, Any]) -> Step[State, Any]:
    """Return the step after these moves (seat, action). Check each state on the way."""
    ENGINE.check(state)
    events, draws = (), ()
    for seat, action in moves:
        step = ENGINE.apply(state, seat, action)
        ENGINE.check(step.state)
        state, events, draws = step.state, events + step.events, draws + step.draws
    return Step(state, events, draws)


def after(state: State, seat: int, *actions: Any) -> State:
    """Return the state after these actions."""
    return play(state, seat, *actions).state


def refusal(state: State, seat: int, action: Any) -> IllegalAction:
    """Return the refusal of an action, with the rule it breaks.

    Fail if the action is accepted or listed as legal.
    """
    with pytest.raises(IllegalAction) as caught:
        ENGINE.apply(state, seat, action)
    asked = (one for one in ENGINE.pending(state.public) if one.seat == seat and one.when is When.NOW)
    assert all(action not in tuple(ENGINE.legal(view(state, seat), one)) for one in asked)
    assert re.fullmatch(r"(Z-\d+\.\d+|R-\d+)", caught.value.rule)
    return caught.value


def not_asked(state: State, seat: int, action: Any) -> None:
    """Assert that the seat has no decision for such an action now."""
    with pytest.raises(NotPending):
        ENGINE.apply(state, seat, action)


def own(state: State, seat: int = 0) -> Family:
    """Return the public part of a seat."""
    return state.public.families[seat]


def laid(state: State, name: str, which: int = 0) -> Laid:
    """Return the card of this name in a row. If there are several, the default is the oldest."""
    return [each for row in state.public.rows for each in row.cards if each.card == name][which]


def number(state: State, name: str, which: int = 0) -> int:
    """Return the number of the card of this name."""
    return laid(state, name, which).number


def names(state: State, area: Area) -> list[str]:
    """Return the cards of a row, the oldest first."""
    return [each.card for each in state.public.row(area)]


def influence(state: State, name: str, which: int = 0, at_most: int | None = None, take: Reclaimed | None = None) -> Influence:
    """Return the action of placing a marker on the card of this name. The default limit is the card's highest price."""
    found = laid(state, name, which)
    return Influence(found.number, at_most or max(CONTENT.laid(name).cost), take)


def react(slot: int, markers: int = 1, *reclaim: Reclaimed) -> React:
    """Return a reaction with this many markers, from this slot down, to play while it is the topmost empty slot."""
    return React(slot, markers, reclaim)


def pending(state: State, seat: int, kind: str = "turn") -> Pending:
    """Return the open decision of this kind."""
    return next(each for each in ENGINE.pending(state.public) if (each.seat, each.kind) == (seat, kind))


def legal(state: State, seat: int = 0, kind: str = "turn") -> list[Any]:
    """Return all legal actions for a decision."""
    return list(ENGINE.legal(view(state, seat), pending(state, seat, kind)))


def legal_of[ActionT](state: State, what: type[ActionT], seat: int = 0, kind: str = "turn") -> list[ActionT]:
    """Return the legal actions of a type."""
    return [action for action in legal(state, seat, kind) if isinstance(action, what)]


def asked(state: State, when: When) -> list[tuple[int, str]]:
    """Return the seat and kind of every decision with this urgency."""
    return [(each.seat, each.kind) for each in ENGINE.pending(state.public) if each.when is when]


def now(state: State) -> list[tuple[int, str]]:
    """Return the seat and kind of every decision due now."""
    return asked(state, When.NOW)


def told(step: Step[State, Any], *kinds: type) -> list[Any]:
    """Return the events of these types, in order."""
    return [each.event for each in step.events if isinstance(each.event, kinds)]
