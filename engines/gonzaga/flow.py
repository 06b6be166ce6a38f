"""The sequence of play: what each step of the agenda does by itself, until somebody must decide.

A round: draw, plan, reveal and order, act; then the count, and the next round or the final scoring [G-4.1].
"""

from typing import Any, assert_never

import msgspec

from engines.contract import Step, Told
from engines.gonzaga import events, scoring
from engines.gonzaga.actions import DEEDS, Donate, HoldWedding, PlaceFief, SealPlan, Turn
from engines.gonzaga.board import Cover, World
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import (
    AskPlans,
    AskTurn,
    CloseRound,
    Court,
    DrawFiefs,
    Hand,
    Piece,
    Public,
    RevealPlans,
    ScoreGame,
    State,
    Tally,
)

replace = msgspec.structs.replace

ROUND = (DrawFiefs(), AskPlans(), RevealPlans())
FIRST_CHECK, LAST_ROUND = 6, 12
TRIGGER = 3


class Play:
    """A state being worked on, and the events told on the way."""

    def __init__(self, world: World, state: State) -> None:
        self.world = world
        self.public: Public = state.public
        self.hands: tuple[Hand, ...] = state.hands
        self.vault = state.vault
        self.told: list[Told[Any]] = []
        self._cover: tuple[tuple[Piece, ...], Cover] | None = None

    def tell(self, event: events.Event, *to: int) -> None:
        """Tell an event to everybody, or to the seats named."""
        self.told.append(Told(event, to or None))

    def reveal(self, event: events.Event, *opens: str) -> None:
        """Tell everybody something that was hidden or random."""
        self.told.append(Told(event, None, True, opens))

    def change(self, **changes: Any) -> None:
        """Change what is public."""
        self.public = replace(self.public, **changes)

    def court(self, seat: int, **changes: Any) -> Court:
        """Change what lies before a seat; returns it."""
        courts = list(self.public.courts)
        courts[seat] = replace(courts[seat], **changes)
        self.change(courts=tuple(courts))
        return courts[seat]

    def cover(self) -> Cover:
        """What lies where, worked out once for the pieces as they are."""
        if self._cover is None or self._cover[0] is not self.public.pieces:
            self._cover = self.public.pieces, Cover(len(self.public.courts), self.public.pieces)
        return self._cover[1]

    def step(self) -> Step[State, Any]:
        """The new state and what was told."""
        return Step(State(self.public, self.hands, self.vault), tuple(self.told))


def advance(play: Play) -> None:
    """Work off the agenda until somebody must decide or the game is over."""
    while play.public.agenda:
        head, *rest = play.public.agenda
        if _waits(play, head):
            return
        play.change(agenda=tuple(rest))
        _carry_out(play, head)


def _waits(play: Play, head: object) -> bool:
    match head:
        case AskPlans():
            return not all(court.sealed for court in play.public.courts)
        case AskTurn(seat):
            return not _forced(play, seat)
    return False


def _forced(play: Play, seat: int) -> bool:
    court = play.public.courts[seat]
    assert court.plan is not None
    return turns.only_donation(play.world, play.cover(), court, seat, court.plan)


def _carry_out(play: Play, head: Any) -> None:
    match head:
        case DrawFiefs():
            draw_fiefs(play)
        case AskPlans():
            pass
        case RevealPlans():
            reveal_plans(play)
        case AskTurn(seat):
            _donate(play, seat, forced=True)
        case CloseRound():
            close_round(play)
        case ScoreGame():
            score_game(play)
        case _:
            raise AssertionError(head)


def draw_fiefs(play: Play) -> None:
    """Everybody turns up the top fief card [G-4.2, G-4.4]."""
    number = play.public.round
    play.tell(events.RoundOpened(number, number == play.public.last_round))
    courts = []
    for seat, (court, deck) in enumerate(zip(play.public.courts, play.vault.decks, strict=True)):
        card = deck[0]
        courts.append(replace(court, drawn=card, used=(*court.used, card)))
        play.reveal(events.FiefDrawn(seat, card, card // 10 * 10))
    play.vault = replace(play.vault, decks=tuple(deck[1:] for deck in play.vault.decks))
    play.change(courts=tuple(courts))


def seal(play: Play, seat: int, plan: SealPlan) -> None:
    """Put a plan face down, or another in its place [G-5.1, G-5.8]."""
    court = play.public.courts[seat]
    hands = list(play.hands)
    hands[seat] = replace(hands[seat], plan=plan)
    play.hands = tuple(hands)
    play.tell(events.PlanSealed(seat, court.sealed))
    play.tell(events.PlanWritten(seat, plan), seat)
    if not court.sealed:
        play.court(seat, sealed=True)


def reveal_plans(play: Play) -> None:
    """Reveal all plans, pay for privileges, set the order, free the cards of the last round [G-6.1 to G-6.4]."""
    plans = tuple(hand.plan for hand in play.hands if hand.plan is not None)
    play.reveal(events.PlansRevealed(plans), planning.key(play.public))
    play.hands = tuple(replace(hand, plan=None) for hand in play.hands)
    courts = [
        replace(court, plan=plan, sealed=False, locked=None) for court, plan in zip(play.public.courts, plans, strict=True)
    ]
    for seat, court in enumerate(courts):
        if plans[seat].privilege:
            courts[seat] = replace(court, rings=court.rings - 1, privileges=court.privileges + 1)
            play.tell(events.RingPaid(seat, court.rings - 1))
    order = turn_order(tuple(courts))
    play.tell(events.OrderSet(order))
    agenda = (*(AskTurn(seat) for seat in order), CloseRound())
    play.change(courts=tuple(courts), order=order, agenda=agenda)


def turn_order(courts: tuple[Court, ...]) -> tuple[int, ...]:
    """The seats by privilege, then action, then card number [G-6.8]."""
    return tuple(sorted(range(len(courts)), key=lambda seat: _rank(courts[seat])))


def _rank(court: Court) -> tuple[bool, int, int]:
    assert court.plan is not None
    assert court.drawn is not None
    return not court.plan.privilege, DEEDS.index(court.plan.action), court.drawn


def act(play: Play, seat: int, turn: Turn) -> None:
    """Carry out the turn of the seat whose turn it is. Raises :class:`IllegalAction`."""
    court = play.public.courts[seat]
    assert court.plan is not None
    match turn:
        case PlaceFief(cells):
            fit = turns.check_fief(play.world, play.cover(), court, seat, court.plan, cells)
            play.change(agenda=play.public.agenda[1:])
            _place(play, seat, cells, fit.castles)
        case HoldWedding():
            hexes = turns.check_wedding(play.world, play.cover(), court, seat, court.plan, turn)
            play.change(agenda=play.public.agenda[1:])
            _wed(play, seat, hexes)
        case Donate():
            play.change(agenda=play.public.agenda[1:])
            _donate(play, seat, forced=False)
        case _:
            assert_never(turn)


def _place(play: Play, seat: int, cells: tuple[int, ...], castles: tuple[int, ...]) -> None:
    fief = turns.fief_of(play.public.courts[seat])
    gain = scoring.gain(play.world, play.cover(), seat, PlaceFief(cells))
    play.tell(events.FiefPlaced(seat, fief, cells, castles, gain.sites))
    play.change(pieces=(*play.public.pieces, Piece(seat, play.public.round, fief, cells, castles)))
    _finish(play, seat, gain)


def _wed(play: Play, seat: int, hexes: tuple[int, ...]) -> None:
    court = play.public.courts[seat]
    fief = turns.fief_of(court)
    gain = scoring.gain(play.world, play.cover(), seat, HoldWedding(*hexes))
    play.tell(events.WeddingHeld(seat, fief, hexes, gain.sites))
    rings = (Piece(seat, play.public.round, 0, (cell,)) for cell in hexes)
    play.change(pieces=(*play.public.pieces, *rings))
    _finish(play, seat, gain, rings=court.rings - len(hexes), dowries=(*court.dowries, fief))


def _donate(play: Play, seat: int, *, forced: bool) -> None:
    court = play.public.courts[seat]
    fief = turns.fief_of(court)
    play.tell(events.Donated(seat, fief, scoring.DONATION, forced))
    _finish(play, seat, scoring.Gain(donation=scoring.DONATION), church=(*court.church, fief))


def _finish(play: Play, seat: int, gain: scoring.Gain, **changes: Any) -> None:
    """Book the points at once, discard the fief card, lock the cards played [G-11.11, G-12.1, G-12.2]."""
    court = play.public.courts[seat]
    for sea in gain.leagues:
        play.tell(events.LeagueFounded(seat, sea, scoring.LEAGUE))
    assert court.plan is not None
    play.tell(events.CardsLocked(seat, court.plan))
    leagues = (*court.leagues, *gain.leagues)
    play.court(seat, drawn=None, plan=None, locked=court.plan, leagues=leagues, tally=_booked(court.tally, gain), **changes)


def _booked(tally: Tally, gain: scoring.Gain) -> Tally:
    return Tally(
        sites=tally.sites + gain.sites,
        leagues=tally.leagues + scoring.LEAGUE * len(gain.leagues),
        donations=tally.donations + gain.donation,
    )


def close_round(play: Play) -> None:
    """Count, announce the last round, go on or score [G-13]."""
    number = play.public.round
    if number == play.public.last_round:
        play.change(agenda=(ScoreGame(),))
        return
    if number >= FIRST_CHECK:
        _check_end(play, number)
    play.change(round=number + 1, order=(), agenda=ROUND)


def _check_end(play: Play, number: int) -> None:
    left = scoring.uncovered(play.world, play.cover())
    play.tell(events.EndChecked(number, left))
    if left <= TRIGGER or number + 1 == LAST_ROUND:
        play.tell(events.LastRoundAnnounced(number + 1))
        play.change(last_round=number + 1, ending=scoring.COVERED if left <= TRIGGER else scoring.EXHAUSTED)


def score_game(play: Play) -> None:
    """The Gonzaga bonus, then the objectives; what they counted becomes public [G-14.1, G-14.5]."""
    _score_bonus(play)
    for seat, hand in enumerate(play.hands):
        _score_objective(play, seat, hand.objective)
    play.tell(events.GameEnded(play.public.ending))


def _score_bonus(play: Play) -> None:
    seats = range(len(play.public.courts))
    sizes = tuple(scoring.largest_group(play.world.board, play.public.pieces, seat) for seat in seats)
    winners = scoring.bonus_seats(sizes)
    play.tell(events.GonzagaBonus(sizes, winners, scoring.BONUS))
    for seat in winners:
        play.court(seat, tally=replace(play.public.courts[seat].tally, bonus=scoring.BONUS))


def _score_objective(play: Play, seat: int, objective: int) -> None:
    cities = scoring.objective_cities(play.world.board, objective, play.cover().held(seat))
    points = scoring.OBJECTIVE[cities]
    play.reveal(events.ObjectiveRevealed(seat, objective, cities, points))
    play.court(seat, objective=objective, tally=replace(play.public.courts[seat].tally, objective=points))
