"""Small positions for tests: families, rows and hands; what they leave over lies in the decks, or in the box.

Seats are plain numbers in order of play. A family stands with all its figures in the first area of the mode unless the test
puts them elsewhere, so nobody joins in by accident.
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
    """What a test says of a seat."""

    coins: int
    areas: Mapping[Figure, Area]
    rest: Area | None
    under: Mapping[Figure, int]
    hand: tuple[str, ...]
    facts: Mapping[str, Any]


class Card(NamedTuple):
    """What a test says of a card in a row: the seats of its markers from the top slot down."""

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
    """A seat: figures not named stand in ``rest``, else in the first area; ``under`` are markers of Manezzi by figure."""
    places = zip(FIGURES, (lord, lady, heir_1, heir_2), strict=True)
    return Player(coins, {figure: area for figure, area in places if area}, rest, under or {}, tuple(hand), facts)


def card(name: str, *markers: int, moved: bool = False) -> Card:
    """A card in a row."""
    return Card(name, markers, moved)


def busy(seat: int, count: int, area: Area = "cathedral") -> tuple[Card, ...]:
    """So many cards of an area with one marker of a seat each: they empty its supply."""
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
    """``seat`` is at turn (the start player unless named), and the rest of the round follows; or ``agenda`` is what comes next.

    Cards in rows are numbered from 1, area by area, the oldest first. ``action`` is the whole action deck, its top first: then
    all cards left over are in the box; without it they are in the deck, those of ``on_top`` first (goals too). ``goal`` is the
    whole goal deck: then the goals left over are in the hand of the last seat. ``fort`` are the top Fort cards, ``under`` those
    known at the bottom.
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
    """What follows a seat's turn in its round."""
    order = [(start + place) % seats for place in range(seats)]
    later = order[order.index(seat) + 1 :]
    return (*map(AskTurn, later), BeginResolution(), *from_area(CONTENT.areas(mode)[0], mode))


def from_area(area: Area, mode: Mode = "expert") -> tuple[Task, ...]:
    """The resolution from an area on, and the end of the round."""
    areas = CONTENT.areas(mode)
    steps = [(ResolveCards(each), ClearArea(each), HoldMajority(each)) for each in areas[areas.index(area) :]]
    return (*(task for three in steps for task in three), AskDiscards(()), EndRound())


def window(state: State, name: str, *waiting: int) -> State:
    """The same position with a window open for a card: these seats are still to be asked."""
    return with_public(state, agenda=(Window(number(state, name), waiting), *state.public.agenda))


def at_area(state: State, area: Area, *before: Task) -> State:
    """The same position in the resolution, where these tasks come next and then this area."""
    return with_public(state, phase="resolution", agenda=(*before, *from_area(area, state.public.mode)))


def turn_of(state: State, seat: int, **done: Any) -> State:
    """The same position at the beginning of a seat's turn, or later in it if something was ``done``."""
    start, mode = state.public.start or 0, state.public.mode
    turn = AskTurn(seat, **done)
    return with_public(state, phase="actions", agenda=(turn, *after_turn(seat, start, len(state.hands), mode)))


def next_round(state: State) -> Step[State, Any]:
    """What follows when this round is over: the start-player card moves on, and the next event is turned up."""
    return advance(with_public(state, phase="end", agenda=(EndRound(),)))


def loaded(state: State, dice: Mapping[int, int]) -> State:
    """The same position with a key that lets the die of each card (by number) fall so this round."""
    faces = CONTENT.dice.faces
    labels = {f"die/r{state.public.round}/{laid}": die - 1 for laid, die in dice.items()}
    for attempt in range(1_000_000):
        key = attempt.to_bytes(32)
        if all(chance.pick(key, label, faces)[0] == die for label, die in labels.items()):
            return replace(state, vault=replace(state.vault, key=key))
    raise AssertionError("no key found")


def _rows(areas: tuple[Area, ...], wanted: Mapping[Area, Sequence[Card]]) -> tuple[Row, ...]:
    """The rows of all areas, their cards numbered one after the other."""
    assert set(wanted) <= set(areas)
    found, numbered = [], 0
    for area in areas:
        cards = wanted.get(area, ())
        found.append(Row(area, tuple(Laid(numbered + at, *each) for at, each in enumerate(cards, 1))))
        numbered += len(cards)
    return tuple(found)


def _family(seat: int, player: Player, hand: Hand, rows: tuple[Row, ...], usual: Area) -> Family:
    """What everybody sees of a seat; its supply is what cards and figures leave of its markers."""
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
    """A game as it begins: an expert's before the placement, a beginner's in the first turn."""
    return ENGINE.start(ENGINE.Options(**options), seats, key).state


def seals(state: State, seat: int, cards: Sequence[str] = (), *, late: bool = False) -> list[SealFigure]:
    """The placement of a seat: these cards for the figures in order, else the first four of its hand."""
    chosen = cards or state.hands[seat].cards[: len(FIGURES)]
    return [SealFigure(figure, name, late) for figure, name in zip(FIGURES, chosen, strict=True)]


def with_public(state: State, **changes: Any) -> State:
    """The state with something else in public."""
    return replace(state, public=replace(state.public, **changes))


def advance(state: State) -> Step[State, Any]:
    """What follows by itself, until somebody must decide."""
    desk = Desk(state)
    flow.advance(desk)
    step = desk.step()
    ENGINE.check(step.state)
    return step


def play(state: State, seat: int, *actions: Any) -> Step[State, Any]:
    """What follows from these actions of a seat, the events and draws of all of them together."""
    return run(state, *((seat, action) for action in actions))


def run(state: State, *moves: tuple[int, Any]) -> Step[State, Any]:
    """What follows from these moves (seat, action). Each state on the way is checked."""
    ENGINE.check(state)
    events, draws = (), ()
    for seat, action in moves:
        step = ENGINE.apply(state, seat, action)
        ENGINE.check(step.state)
        state, events, draws = step.state, events + step.events, draws + step.draws
    return Step(state, events, draws)


def after(state: State, seat: int, *actions: Any) -> State:
    """The state after these actions."""
    return play(state, seat, *actions).state


def refusal(state: State, seat: int, action: Any) -> IllegalAction:
    """Why an action is refused, with the rule it breaks; it is not listed either. Fails if it is accepted."""
    with pytest.raises(IllegalAction) as caught:
        ENGINE.apply(state, seat, action)
    asked = (one for one in ENGINE.pending(state.public) if one.seat == seat and one.when is When.NOW)
    assert all(action not in tuple(ENGINE.legal(view(state, seat), one)) for one in asked)
    assert re.fullmatch(r"(Z-\d+\.\d+|R-\d+)", caught.value.rule)
    return caught.value


def not_asked(state: State, seat: int, action: Any) -> None:
    """The seat is not asked for such an action now."""
    with pytest.raises(NotPending):
        ENGINE.apply(state, seat, action)


def own(state: State, seat: int = 0) -> Family:
    """What everybody sees of a seat."""
    return state.public.families[seat]


def laid(state: State, name: str, which: int = 0) -> Laid:
    """The card of that name in a row; of several the oldest unless named."""
    return [each for row in state.public.rows for each in row.cards if each.card == name][which]


def number(state: State, name: str, which: int = 0) -> int:
    """Its number."""
    return laid(state, name, which).number


def names(state: State, area: Area) -> list[str]:
    """The cards of a row, the oldest first."""
    return [each.card for each in state.public.row(area)]


def influence(state: State, name: str, which: int = 0, at_most: int | None = None, take: Reclaimed | None = None) -> Influence:
    """A marker on the card of that name, for its highest price unless named."""
    found = laid(state, name, which)
    return Influence(found.number, at_most or max(CONTENT.laid(name).cost), take)


def react(slot: int, markers: int = 1, *reclaim: Reclaimed) -> React:
    """So many markers if this slot is the topmost empty one."""
    return React(slot, markers, reclaim)


def pending(state: State, seat: int, kind: str = "turn") -> Pending:
    """The open decision of that kind."""
    return next(each for each in ENGINE.pending(state.public) if (each.seat, each.kind) == (seat, kind))


def legal(state: State, seat: int = 0, kind: str = "turn") -> list[Any]:
    """All legal actions for a decision."""
    return list(ENGINE.legal(view(state, seat), pending(state, seat, kind)))


def legal_of[ActionT](state: State, what: type[ActionT], seat: int = 0, kind: str = "turn") -> list[ActionT]:
    """The legal actions of a type."""
    return [action for action in legal(state, seat, kind) if isinstance(action, what)]


def asked(state: State, when: When) -> list[tuple[int, str]]:
    """Who is asked so, and for what."""
    return [(each.seat, each.kind) for each in ENGINE.pending(state.public) if each.when is when]


def now(state: State) -> list[tuple[int, str]]:
    """Who is waited for, and for what."""
    return asked(state, When.NOW)


def told(step: Step[State, Any], *kinds: type) -> list[Any]:
    """The events of these types, in order."""
    return [each.event for each in step.events if isinstance(each.event, kinds)]
