"""The sequence of play: works off the agenda until somebody must decide [Z-1.6].

A round writes down its phases and areas; offers, windows and draws come on top. ``resolution`` carries out phases 3 and 4.
"""

from engines.zena1814 import events, resolution
from engines.zena1814.content import Area
from engines.zena1814.content import Event as EventCard
from engines.zena1814.decisions import draw, place, react, starter, turn
from engines.zena1814.desk import Desk
from engines.zena1814.loader import content
from engines.zena1814.state import (
    AskDiscards,
    AskStarter,
    AskTurn,
    BeginResolution,
    BeginRound,
    ClearArea,
    DrawCards,
    EndRound,
    HoldMajority,
    PlaceFigures,
    Public,
    ResolveCards,
    Task,
    TurnUpEvent,
    Window,
)


def advance(desk: Desk) -> None:
    """Carry out every task nobody has to decide; returns where somebody has, or at the end of the game."""
    while (task := desk.public.task) is not None and _carry_out(desk, task):
        pass


def progress(public: Public) -> tuple[int, int]:
    """The round, the placement counted with the first, and the last one [Z-1.5]."""
    return max(1, public.round), content(public.version).limits.rounds


def _carry_out(desk: Desk, task: Task) -> bool:
    """Do what the first task asks for by itself; False if it waits for somebody."""
    match task:
        case AskStarter():
            return False
        case PlaceFigures():
            return _open_placements(desk)
        case AskTurn():
            return turn.go_on(desk, task)
        case Window():
            return react.close(desk, task)
        case DrawCards():
            return draw.draw_forced(desk, task)
        case BeginRound():
            desk.pop()
            _begin_round(desk)
            return True
        case TurnUpEvent():
            desk.pop()
            _turn_up_event(desk)
            return True
        case _:
            return resolution.carry_out(desk, task)


def _open_placements(desk: Desk) -> bool:
    """All placements are opened together; then somebody is or names the start player [Z-4.3, Z-4.5]."""
    if not place.is_complete(desk.public):
        return False
    late = frozenset(seat for seat, hand in enumerate(desk.hands) if any(placed.late for placed in hand.placed))
    desk.pop()
    place.open_all(desk)
    starter.choose(desk, late)
    return True


def _begin_round(desk: Desk) -> None:
    """Write down the four phases [Z-1.6]; nobody counts cards before the last of them."""
    desk.change(round=desk.public.round + 1, phase="event", event=None)
    desk.tell(events.RoundBegan(desk.public.round))
    turns = map(AskTurn, desk.public.order())
    areas = (task for area in desk.public.areas for task in _resolve(area))
    desk.push(TurnUpEvent(), *turns, BeginResolution(), *areas, AskDiscards(()), EndRound())


def _resolve(area: Area) -> tuple[Task, ...]:
    """The three steps of an area, complete before the next one's [Z-11.4]."""
    return ResolveCards(area), ClearArea(area), HoldMajority(area)


def _turn_up_event(desk: Desk) -> None:
    """Income for everybody, then perhaps a Fort card, whose window comes before all turns [Z-5]."""
    desk.before_reveal()
    name, *rest = desk.vault.event
    event = desk.content.event(name)
    desk.set_deck("event", tuple(rest))
    desk.change(event=name, events=(*desk.public.events, name))
    for seat in desk.seats:
        desk.change_family(seat, coins=desk.family(seat).coins + event.income)
    desk.reveal(events.EventTurnedUp(name, event.income))
    if calls_to_the_fort(desk, event):
        _turn_up_fort(desk)


def calls_to_the_fort(desk: Desk, event: EventCard) -> bool:
    """Whether a Fort card is turned up: never for beginners, nor from an empty deck [R-29, R-32]."""
    return event.fort and desk.public.mode == "expert" and bool(desk.vault.fort)


def _turn_up_fort(desk: Desk) -> None:
    """The top Fort card comes to the Fort and opens a window; at the bottom of the deck lie known ones [Z-5.4, Z-5.5]."""
    card, *rest = desk.vault.fort
    if desk.public.decks.fort == len(desk.public.under):
        desk.change(under=desk.public.under[1:])
    desk.set_deck("fort", tuple(rest))
    number = desk.lay("fort", card)
    desk.reveal(events.FortTurnedUp(card, number))
    react.open_window(desk, number)
