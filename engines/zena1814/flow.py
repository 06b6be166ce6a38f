"""Sequence of play: carries out tasks of the agenda until a player must decide or the game is over [Z-1.6].

A round puts its phases and areas on the agenda. Offers, windows and draws are put on top of them. ``resolution`` carries out
phases 3 and 4.
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
    """Carry out tasks until the next decision or the end of the game."""
    while (task := desk.public.task) is not None and _carry_out(desk, task):
        pass


def progress(public: Public) -> tuple[int, int]:
    """Return the current round (the placement counts as round 1) and the last one [Z-1.5]."""
    return max(1, public.round), content(public.version).limits.rounds


def _carry_out(desk: Desk, task: Task) -> bool:
    """Carry out the automatic part of the first task; return False if it waits for a player."""
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
    """Reveal all placements together, then choose the start player or the seat to name one [Z-4.3, Z-4.5].

    Returns False if a placement is missing.
    """
    if not place.is_complete(desk.public):
        return False
    late = frozenset(seat for seat, hand in enumerate(desk.hands) if any(placed.late for placed in hand.placed))
    desk.pop()
    place.open_all(desk)
    starter.choose(desk, late)
    return True


def _begin_round(desk: Desk) -> None:
    """Put the four phases on the agenda [Z-1.6]; hands are counted in the last phase only."""
    desk.change(round=desk.public.round + 1, phase="event", event=None)
    desk.tell(events.RoundBegan(desk.public.round))
    turns = map(AskTurn, desk.public.order())
    areas = (task for area in desk.public.areas for task in _resolve(area))
    desk.push(TurnUpEvent(), *turns, BeginResolution(), *areas, AskDiscards(()), EndRound())


def _resolve(area: Area) -> tuple[Task, ...]:
    """Return the three steps of an area's resolution. All three come before the next area's steps [Z-11.4]."""
    return ResolveCards(area), ClearArea(area), HoldMajority(area)


def _turn_up_event(desk: Desk) -> None:
    """Turn up the event and give all seats its income; if it calls for a Fort card, turn that up as well [Z-5].

    The window of the Fort card precedes all turns.
    """
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
    """Return whether the event turns up a Fort card; never for beginners or from an empty deck [R-29, R-32]."""
    return event.fort and desk.public.mode == "expert" and bool(desk.vault.fort)


def _turn_up_fort(desk: Desk) -> None:
    """Put the top Fort card at the Fort and open a window [Z-5.4, Z-5.5].

    Known cards are at the bottom of the deck.
    """
    card, *rest = desk.vault.fort
    if desk.public.decks.fort == len(desk.public.under):
        desk.change(under=desk.public.under[1:])
    desk.set_deck("fort", tuple(rest))
    number = desk.lay("fort", card)
    desk.reveal(events.FortTurnedUp(card, number))
    react.open_window(desk, number)
