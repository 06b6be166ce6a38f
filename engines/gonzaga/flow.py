"""Sequence of play: the automatic steps of the agenda until somebody must decide.

A round consists of drawing, planning, revealing and ordering, and acting. The end check follows, then the next round or the
final scoring [G-4.1].
"""

from typing import Any, assert_never

from msgspec.structs import replace

from engines.gonzaga import events, scoring
from engines.gonzaga.actions import DEEDS, Donate, HoldWedding, PlaceFief, SealPlan, Turn
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.desk import Desk
from engines.gonzaga.state import (
    AskPlans,
    AskTurn,
    CloseRound,
    Court,
    DrawFiefs,
    Piece,
    RevealPlans,
    ScoreGame,
    Tally,
    Task,
)

ROUND = (DrawFiefs(), AskPlans(), RevealPlans())
FIRST_CHECK, LAST_ROUND = 6, 12
TRIGGER = 3


def advance(desk: Desk) -> None:
    """Carry out the agenda until somebody must decide or the game is over."""
    while desk.public.agenda:
        task = desk.public.agenda[0]
        if _waits(desk, task):
            return
        desk.pop()
        _carry_out(desk, task)


def _waits(desk: Desk, task: Task) -> bool:
    match task:
        case AskPlans():
            return not all(court.sealed for court in desk.public.courts)
        case AskTurn(seat):
            return not _forced(desk, seat)
    return False


def _forced(desk: Desk, seat: int) -> bool:
    court = desk.public.courts[seat]
    assert court.plan is not None
    return turns.only_donation(desk.world, desk.cover(), court, seat, court.plan)


def _carry_out(desk: Desk, task: Task) -> None:
    match task:
        case DrawFiefs():
            draw_fiefs(desk)
        case AskPlans():
            pass
        case RevealPlans():
            reveal_plans(desk)
        case AskTurn(seat):
            _donate(desk, seat, forced=True)
        case CloseRound():
            close_round(desk)
        case ScoreGame():
            score_game(desk)
        case _:
            assert_never(task)


def draw_fiefs(desk: Desk) -> None:
    """Turn up the top fief card of every seat [G-4.2, G-4.4]."""
    round_number = desk.public.round
    desk.tell(events.RoundOpened(round_number, round_number == desk.public.last_round))
    courts = []
    for seat, (court, deck) in enumerate(zip(desk.public.courts, desk.vault.decks, strict=True)):
        card = deck[0]
        courts.append(replace(court, drawn=card, used=(*court.used, card)))
        desk.reveal(events.FiefDrawn(seat, card, card // 10 * 10))
    desk.vault = replace(desk.vault, decks=tuple(deck[1:] for deck in desk.vault.decks))
    desk.change(courts=tuple(courts))


def seal(desk: Desk, seat: int, plan: SealPlan) -> None:
    """Put a plan face down, or replace the previous one [G-5.1, G-5.8]."""
    court = desk.public.courts[seat]
    desk.change_hand(seat, plan=plan)
    desk.tell(events.PlanSealed(seat, court.sealed))
    desk.tell(events.PlanWritten(seat, plan), to=(seat,))
    if not court.sealed:
        desk.change_court(seat, sealed=True)


def reveal_plans(desk: Desk) -> None:
    """Reveal all plans, unlock last round's cards, pay for privileges and set the order [G-6.1 to G-6.4]."""
    plans = tuple(hand.plan for hand in desk.hands if hand.plan is not None)
    desk.reveal(events.PlansRevealed(plans), opens=(planning.key(desk.public),))
    desk.hands = tuple(replace(hand, plan=None) for hand in desk.hands)
    courts = [
        replace(court, plan=plan, sealed=False, locked=None) for court, plan in zip(desk.public.courts, plans, strict=True)
    ]
    for seat, court in enumerate(courts):
        if plans[seat].privilege:
            courts[seat] = replace(court, rings=court.rings - 1, privileges=court.privileges + 1)
            desk.tell(events.RingPaid(seat, court.rings - 1))
    order = turn_order(tuple(courts))
    desk.tell(events.OrderSet(order))
    agenda = (*(AskTurn(seat) for seat in order), CloseRound())
    desk.change(courts=tuple(courts), order=order, agenda=agenda)


def turn_order(courts: tuple[Court, ...]) -> tuple[int, ...]:
    """Return the seats by privilege, then action, then card number [G-6.8]."""
    return tuple(sorted(range(len(courts)), key=lambda seat: _rank(courts[seat])))


def _rank(court: Court) -> tuple[bool, int, int]:
    assert court.plan is not None
    assert court.drawn is not None
    return not court.plan.privilege, DEEDS.index(court.plan.action), court.drawn


def act(desk: Desk, seat: int, turn: Turn) -> None:
    """Carry out the turn of the current seat. Raises :class:`IllegalAction`."""
    court = desk.public.courts[seat]
    assert court.plan is not None
    match turn:
        case PlaceFief(cells):
            fit = turns.check_fief(desk.world, desk.cover(), court, seat, court.plan, cells)
            desk.pop()
            _place(desk, seat, cells, fit.castles)
        case HoldWedding():
            hexes = turns.check_wedding(desk.world, desk.cover(), court, seat, court.plan, turn)
            desk.pop()
            _wed(desk, seat, hexes)
        case Donate():
            desk.pop()
            _donate(desk, seat, forced=False)
        case _:
            assert_never(turn)


def _place(desk: Desk, seat: int, cells: tuple[int, ...], castles: tuple[int, ...]) -> None:
    fief = turns.fief_of(desk.public.courts[seat])
    gain = scoring.gain(desk.world, desk.cover(), seat, PlaceFief(cells))
    desk.tell(events.FiefPlaced(seat, fief, cells, castles, gain.sites))
    desk.change(pieces=(*desk.public.pieces, Piece(seat, desk.public.round, fief, cells, castles)))
    _finish(desk, seat, gain)


def _wed(desk: Desk, seat: int, hexes: tuple[int, ...]) -> None:
    court = desk.public.courts[seat]
    fief = turns.fief_of(court)
    gain = scoring.gain(desk.world, desk.cover(), seat, HoldWedding(*hexes))
    desk.tell(events.WeddingHeld(seat, fief, hexes, gain.sites))
    rings = (Piece(seat, desk.public.round, 0, (cell,)) for cell in hexes)
    desk.change(pieces=(*desk.public.pieces, *rings))
    _finish(desk, seat, gain, rings=court.rings - len(hexes), dowries=(*court.dowries, fief))


def _donate(desk: Desk, seat: int, *, forced: bool) -> None:
    court = desk.public.courts[seat]
    fief = turns.fief_of(court)
    desk.tell(events.Donated(seat, fief, scoring.DONATION, forced))
    _finish(desk, seat, scoring.Gain(donation=scoring.DONATION), church=(*court.church, fief))


def _finish(desk: Desk, seat: int, gain: scoring.Gain, **changes: Any) -> None:
    """Book the points, discard the fief card and lock the cards played [G-11.11, G-12.1, G-12.2]."""
    court = desk.public.courts[seat]
    for sea in gain.leagues:
        desk.tell(events.LeagueFounded(seat, sea, scoring.LEAGUE))
    assert court.plan is not None
    desk.tell(events.CardsLocked(seat, court.plan))
    leagues = (*court.leagues, *gain.leagues)
    desk.change_court(
        seat, drawn=None, plan=None, locked=court.plan, leagues=leagues, tally=_booked(court.tally, gain), **changes
    )


def _booked(tally: Tally, gain: scoring.Gain) -> Tally:
    return Tally(
        sites=tally.sites + gain.sites,
        leagues=tally.leagues + scoring.LEAGUE * len(gain.leagues),
        donations=tally.donations + gain.donation,
    )


def close_round(desk: Desk) -> None:
    """Begin the final scoring after the last round. Otherwise check for the end and begin the next round [G-13]."""
    round_number = desk.public.round
    if round_number == desk.public.last_round:
        desk.change(agenda=(ScoreGame(),))
        return
    if round_number >= FIRST_CHECK:
        _check_end(desk, round_number)
    desk.change(round=round_number + 1, order=(), agenda=ROUND)


def _check_end(desk: Desk, round_number: int) -> None:
    uncovered = scoring.uncovered(desk.world, desk.cover())
    desk.tell(events.EndChecked(round_number, uncovered))
    if uncovered <= TRIGGER or round_number + 1 == LAST_ROUND:
        desk.tell(events.LastRoundAnnounced(round_number + 1))
        desk.change(last_round=round_number + 1, ending=scoring.COVERED if uncovered <= TRIGGER else scoring.EXHAUSTED)


def score_game(desk: Desk) -> None:
    """Score the Gonzaga bonus, then the objectives, and make their counts public [G-14.1, G-14.5]."""
    _score_bonus(desk)
    for seat, hand in enumerate(desk.hands):
        _score_objective(desk, seat, hand.objective)
    desk.tell(events.GameEnded(desk.public.ending))


def _score_bonus(desk: Desk) -> None:
    sizes = tuple(scoring.largest_group(desk.world.board, desk.public.pieces, seat) for seat in desk.seats)
    winners = scoring.bonus_seats(sizes)
    desk.tell(events.GonzagaBonus(sizes, winners, scoring.BONUS))
    for seat in winners:
        desk.change_court(seat, tally=replace(desk.public.courts[seat].tally, bonus=scoring.BONUS))


def _score_objective(desk: Desk, seat: int, objective: int) -> None:
    cities = scoring.objective_cities(desk.world.board, objective, desk.cover().held(seat))
    points = scoring.OBJECTIVE[cities]
    desk.reveal(events.ObjectiveRevealed(seat, objective, cities, points))
    desk.change_court(seat, objective=objective, tally=replace(desk.public.courts[seat].tally, objective=points))
