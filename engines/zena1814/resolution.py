"""Phases 3 and 4: each area's cards, removal and majority, then hand limit and end of round [Z-11 to Z-15].

``carry_out`` handles the tasks of these phases except draws, which ``flow`` handles. A card's effects are pushed on top of the
agenda, so that each draw happens at the right moment.
"""

from typing import assert_never

from engines.zena1814 import dice, events, majority, rewards
from engines.zena1814.content import Area, Battle, Gain, Kind
from engines.zena1814.decisions import discard, festa
from engines.zena1814.desk import Desk
from engines.zena1814.markers import leader
from engines.zena1814.state import (
    AskCoins,
    AskDiscards,
    AskFigure,
    AskPass,
    AskPurchase,
    AskTrick,
    BeginResolution,
    BeginRound,
    ClearArea,
    DrawCards,
    EndRound,
    HoldMajority,
    Laid,
    PayMarker,
    RemoveCard,
    ResolveCards,
)

type Resolving = (
    BeginResolution
    | ResolveCards
    | PayMarker
    | AskFigure
    | AskTrick
    | AskCoins
    | RemoveCard
    | AskPass
    | ClearArea
    | HoldMajority
    | AskPurchase
    | AskDiscards
    | EndRound
)


def carry_out(desk: Desk, task: Resolving) -> bool:
    """Carry out and remove the first task of the agenda; return False if it waits for a player."""
    match task:
        case AskFigure() | AskTrick() | AskPurchase():
            return False
        case AskCoins():
            return dice.next_payer(desk, task)
        case AskPass():
            return festa.close(desk, task)
        case AskDiscards():
            return discard.close(desk, task)
        case _:
            desk.pop()
            _do(desk, task)
            return True


def _do(
    desk: Desk, task: BeginResolution | ResolveCards | PayMarker | RemoveCard | ClearArea | HoldMajority | EndRound
) -> None:
    match task:
        case BeginResolution():
            desk.change(phase="resolution")
            desk.tell(events.ResolutionBegan())
        case ResolveCards():
            _resolve_next(desk, task)
        case PayMarker():
            _pay_marker(desk, task)
        case RemoveCard(laid):
            dice.succeed(desk, desk.public.laid(laid)[1])
        case ClearArea(area):
            _clear(desk, area)
        case HoldMajority(area):
            _hold_majority(desk, area)
        case EndRound():
            _end_round(desk)
        case _:
            assert_never(task)


def _resolve_next(desk: Desk, task: ResolveCards) -> None:
    """Resolve the oldest card of the area that has not been resolved yet [Z-12.1]."""
    laid = next((laid for laid in desk.public.row(task.area) if laid.number not in task.done), None)
    if laid is not None:
        desk.push(ResolveCards(task.area, (*task.done, laid.number)))
        _resolve(desk, task.area, laid)


def _resolve(desk: Desk, area: Area, laid: Laid) -> None:
    facts = desk.content
    if dice.is_dice(facts, laid.card):
        dice.resolve(desk, laid)
        return
    match facts.action(laid.card).special:
        case "manezzi":
            desk.push(AskFigure(laid.number))
        case "sollevacoin" if not laid.moved:  # the card moves instead of paying in this area [Z-18.8, R-21]
            desk.push(AskTrick(laid.number))
        case "festa":
            _celebrate(desk, laid)
        case "relacoin":
            desk.push(*(PayMarker(seat, laid.number, rewards.relacoin(desk.public, seat)) for seat in laid.markers))
        case _:
            gain = rewards.reward(desk.public, area, laid)
            desk.push(*(PayMarker(seat, laid.number, gain) for seat in laid.markers))


def _celebrate(desk: Desk, laid: Laid) -> None:
    """Resolve a Festa: points for the promoter, then all draw and pass on a card [Z-18.13 to Z-18.15, R-23].

    All seats draw, with or without a marker there.
    """
    points = PayMarker(leader(laid), laid.number, Gain(vp=rewards.FESTA_POINTS))
    draws = (DrawCards(seat, rewards.FESTA_CARDS) for seat in desk.public.order())
    desk.push(points, *draws, AskPass(laid.number, ()))


def _pay_marker(desk: Desk, task: PayMarker) -> None:
    """Pay one marker; markers are paid from the top slot down, each with its draw [Z-12.3, Z-12.4]."""
    _, laid = desk.public.laid(task.laid)
    is_battle = isinstance(desk.content.laid(laid.card), Battle)
    desk.tell(events.MarkerEarned(task.seat, laid.card, laid.number, task.gain))
    desk.gain(task.seat, "battles" if is_battle else "cards", task.gain)


def _clear(desk: Desk, area: Area) -> None:
    """Remove one-shot cards, then the oldest beyond three [Z-13.1 to Z-13.4, R-27, R-36].

    This includes dice cards that stayed, and Fort cards, which go to the box without a result. Bonuses of empty slots are lost.
    """
    for laid in desk.public.row(area):
        if _kind(desk, laid) == "one_shot":
            desk.remove(laid.number, "one_shot")
    surplus = len(desk.public.row(area)) - desk.content.limits.area_cards
    for laid in desk.public.row(area)[: max(0, surplus)]:
        desk.remove(laid.number, "pushed_out")


def _kind(desk: Desk, laid: Laid) -> Kind:
    card = desk.content.laid(laid.card)
    return "dice" if isinstance(card, Battle) else card.kind


def _hold_majority(desk: Desk, area: Area) -> None:
    """Give the holder the income; at the Palace, offer points if the holder can pay [Z-14.8 to Z-14.13]."""
    seat, gain = majority.holder(desk.public, area), desk.content.majority(area)
    desk.tell(events.MajorityCounted(area, majority.strengths(desk.public, area), seat))
    if seat is None:
        return
    if area == "palace":
        if desk.family(seat).coins >= desk.content.palace.price:
            desk.push(AskPurchase(seat))
    else:
        desk.tell(events.MajorityEarned(seat, area, gain))
        desk.gain(seat, "majorities", gain)


def _end_round(desk: Desk) -> None:
    """Pass the start-player card to the right; after the last round end the game [Z-15.4, Z-20.1]."""
    if desk.public.round == desk.content.limits.rounds:
        _end_game(desk)
        return
    start = desk.public.start
    assert start is not None
    desk.change(start=desk.public.right_of(start))
    desk.push(BeginRound())


def _end_game(desk: Desk) -> None:
    """Reveal the goals in hand and end the game; the final scoring counts public information only [Z-19.1]."""
    facts = desk.content
    goals = tuple(tuple(card for card in hand.cards if facts.deck_of(card) == "goal") for hand in desk.hands)
    desk.before_reveal()
    desk.change(goals=goals)
    if desk.public.mode == "expert":
        desk.reveal(events.GoalsOpened(goals))
    desk.tell(events.GameEnded())
