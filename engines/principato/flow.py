"""Sequence of play: carries out the agenda until a player must decide or the game is over [P-6 to P-11].

A turn ends with ``Refill``. A scoring card inserts a scoring before the next ``Refill``. An empty pile ends the year: a
scoring, then ``BeginYear`` or ``FinishGame``. A double scoring is therefore two scorings in a row [P-9.4, P-9.5].
"""

from typing import assert_never

from msgspec.structs import replace

from engines.principato import events, military
from engines.principato.actions import Cubes
from engines.principato.content import Content
from engines.principato.decisions import feed, release
from engines.principato.desk import Desk
from engines.principato.loader import content
from engines.principato.state import (
    SCORING,
    AskFeeding,
    AskRelease,
    AskTurn,
    BeginScoring,
    BeginYear,
    CompareStrength,
    FinishGame,
    Public,
    Reason,
    Refill,
    Scoring,
)


def advance(desk: Desk) -> None:
    """Carry out tasks until a player must decide or the game is over."""
    while desk.public.agenda and _carry_out(desk):
        pass


def begin_turn(desk: Desk) -> None:
    """Begin the turn of the next seat [P-4.1, P-6.6, P-10.3]."""
    seat, number = desk.public.next_seat, desk.public.turn + 1
    desk.change(turn=number, next_seat=(seat + 1) % len(desk.seats))
    desk.push(AskTurn(seat))
    desk.tell(events.TurnBegan(seat, number))


def progress(public: Public) -> tuple[int, int]:
    """Return the number of the current round of turns and of the last possible round [P-16]."""
    seats = len(public.realms)
    return -(-public.turn // seats), -(-content(public.version).turns(seats) // seats)


def _years(facts: Content, seats: int) -> int:
    """Return the number of years in a game: one for each deck."""
    return len(facts.for_seats(seats).decks)


def _carry_out(desk: Desk) -> bool:
    """Carry out the automatic part of the first task; return False if it waits for a player or there is none."""
    task = desk.public.task
    match task:
        case None | AskTurn():
            return False
        case AskFeeding():
            return _close_feeding(desk, task)
        case AskRelease():
            return _close_release(desk, task)
    desk.pop()
    match task:
        case Refill():
            _refill(desk)
        case BeginScoring(reason):
            _begin_scoring(desk, reason)
        case CompareStrength():
            _compare_strength(desk)
        case BeginYear():
            _begin_year(desk)
        case FinishGame():
            _finish(desk)
        case _:
            assert_never(task)
    return True


def _refill(desk: Desk) -> None:
    """Turn up the next card of the pile and begin a scoring or a turn; end the year if there is none [P-6.3 to P-6.5]."""
    if not desk.vault.pile:
        _end_year(desk)
        return
    desk.before_reveal()
    if desk.vault.pile[0] == SCORING:
        _turn_up(desk)
        desk.change(scoring_due=False)
        desk.reveal(events.ScoringCardTurnedUp())
        desk.push(BeginScoring("extra"), Refill())
    else:
        card = _turn_up(desk)
        desk.change(display=(*desk.public.display, card), turned=(*desk.public.turned, card))
        desk.reveal(events.CardTurnedUp(card))
        begin_turn(desk)


def _turn_up(desk: Desk) -> str:
    card, *remaining = desk.vault.pile
    desk.vault = replace(desk.vault, pile=tuple(remaining))
    desk.change(pile=len(remaining))
    return card


def _end_year(desk: Desk) -> None:
    """End the year, because the display cannot be filled: a scoring, then the next year or the end [P-7]."""
    desk.tell(events.YearEnded(desk.public.year))
    is_last = desk.public.year == _years(desk.content, len(desk.seats))
    desk.push(BeginScoring("year_end"), FinishGame() if is_last else BeginYear())


def _begin_scoring(desk: Desk, reason: Reason) -> None:
    """Begin a scoring: fix the order of supplying, and ask the seats that can supply a unit [P-8.1, P-8.3, P-8.5]."""
    public = desk.public
    order = military.feeding_order(public)
    scoring = Scoring(len(public.scorings) + 1, public.year, reason, order)
    desk.change(scorings=(*public.scorings, scoring))
    desk.tell(events.ScoringBegan(scoring.number, reason, order))
    desk.push(AskFeeding(tuple(seat for seat in order if military.can_feed(desk.realm(seat)))), CompareStrength())


def _close_feeding(desk: Desk, task: AskFeeding) -> bool:
    if task.waiting and desk.public.feeding == "sealed":
        if len(task.sealed) < len(task.waiting):
            return False
        feed.open_all(desk, task)
    elif task.waiting:
        return False
    desk.pop()
    return True


def _compare_strength(desk: Desk) -> None:
    """Count strength, award points and clear the cubes from units [P-8.6 to P-8.11].

    Unless it is the last scoring, ask for units to give back [P-8.12 to P-8.14].
    """
    *earlier, scoring = desk.public.scorings
    realms = desk.public.realms
    strengths = tuple(map(military.strength, realms))
    points = military.points_for(strengths, desk.content.for_seats(len(realms)).military)
    unfed = tuple((realm.condottieri.empty, realm.militia.empty) for realm in realms)
    counted = replace(scoring, strengths=strengths, points=points, unfed=unfed)
    desk.change(
        scorings=(*earlier, counted),
        realms=tuple(replace(realm, points=realm.points + gained) for realm, gained in zip(realms, points, strict=True)),
    )
    desk.tell(events.StrengthCompared(scoring.number, strengths, points))
    _clear(desk)
    if not isinstance(desk.public.task, FinishGame):  # units no longer count after the last scoring [P-8.14]
        desk.push(AskRelease(_owners(desk)))


def _clear(desk: Desk) -> None:
    by_seat = [desk.clear(seat) for seat in desk.seats]
    cleared = Cubes(
        sum(cubes.food for cubes in by_seat), sum(cubes.money for cubes in by_seat), sum(cubes.favour for cubes in by_seat)
    )
    if cleared.total():
        desk.tell(events.CubesCleared(cleared))


def _owners(desk: Desk) -> tuple[int, ...]:
    """Return the seats with units to give back; catapults stay [P-8.12]."""
    realms = desk.public.realms
    return tuple(seat for seat in desk.seats if realms[seat].condottieri.count or realms[seat].militia.count)


def _close_release(desk: Desk, task: AskRelease) -> bool:
    if len(task.sealed) < len(task.seats):
        return False
    release.open_all(desk, task)
    desk.pop()
    return True


def _begin_year(desk: Desk) -> None:
    """Make the next deck the pile and fill the gap in the display [P-10]."""
    pile, *decks = desk.vault.decks
    desk.vault = replace(desk.vault, pile=pile, decks=tuple(decks))
    desk.change(year=desk.public.year + 1, pile=len(pile), scoring_due=SCORING in pile, turned=())
    desk.tell(events.YearBegan(desk.public.year))
    desk.push(Refill())


def _finish(desk: Desk) -> None:
    """Reveal the goals of all seats and end the game [P-11]."""
    goals = tuple(hand.goals for hand in desk.hands)
    desk.before_reveal()
    desk.change(goals=goals)
    desk.reveal(events.GoalsOpened(goals))
    desk.tell(events.GameEnded())
