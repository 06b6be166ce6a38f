"""A turn: move, offer, influence, or the bonus for a turn without actions; one choice at a time [Z-6 to Z-8].

After an offer, others react before the turn continues. The rest of the turn (the plan) can be queued while the window is open.

Codes: too_late_to_move; no_such_area(area); same_area(area); offered_already; influenced_already; not_in_hand(card);
not_an_action_card(card); no_figure_there(area); second_marker; no_such_card(laid); price_above_limit(price, limit);
limit_too_high(limit, highest); something_done; deck_empty(deck); besides those of ``markers``.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from msgspec.structs import replace

from engines.contract import IllegalAction, Pending, When
from engines.zena1814 import events, markers
from engines.zena1814.actions import EndTurn, Influence, MoveFigure, OfferCard, Reclaimed, TakeBonus, TurnAction
from engines.zena1814.content import FIGURES, Area, Deck, Offerable
from engines.zena1814.decisions import draw, react
from engines.zena1814.desk import Desk
from engines.zena1814.loader import content
from engines.zena1814.state import AskTurn, DrawCards, Laid, Public, Seen

KIND = "turn"
ACTIONS = (MoveFigure, OfferCard, Influence, TakeBonus, EndTurn)


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decision of the seat on turn; it can queue the rest while the turn is interrupted."""
    task = find(public)
    if task is None:
        return ()
    if task is public.task:
        return (_decision(public, task, When.NOW),)
    return (_decision(public, task, When.MAY),) if task.step and _can_plan(public, task) else ()


def find(public: Public) -> AskTurn | None:
    """Return the current turn, or the next one if there is none."""
    return next((task for task in public.agenda if isinstance(task, AskTurn)), None)


def _decision(public: Public, task: AskTurn, when: When) -> Pending:
    """Return the decision of a turn's step; each step has its own key."""
    before = _key(public, task, task.step - 1) if task.step else ""
    return Pending(task.seat, KIND, _key(public, task, task.step), when, continues=before)


def _key(public: Public, task: AskTurn, step: int) -> str:
    return f"turn/{public.round}/{task.seat}/{step}"


def legal(seen: Seen, pending: Pending) -> Iterator[TurnAction]:
    """Yield the actions allowed now or, while the turn is interrupted, possible afterwards."""
    public = seen.public
    task = find(public)
    if task is None or task.seat != pending.seat:
        return
    if task is public.task:
        yield from _legal_now(seen, task)
    else:
        yield from _plans(seen, task)
    yield EndTurn()


def apply(desk: Desk, seat: int, action: TurnAction) -> None:
    """Play one step of a turn; the same seat is asked again as long as it has a choice."""
    task = desk.public.task
    assert isinstance(task, AskTurn)
    desk.pop()
    match action:
        case MoveFigure():
            _move(desk, task, action)
        case OfferCard():
            _offer(desk, task, action)
        case Influence():
            _influence(desk, task, action)
        case TakeBonus():
            _take_bonus(desk, task, action)
        case EndTurn():
            desk.tell(events.TurnEnded(seat))


def go_on(desk: Desk, task: AskTurn) -> bool:
    """Announce a turn before its first step; end a later one if public information shows that it has no choice left.

    Returns True if the turn has been ended.
    """
    if not task.step:
        desk.change(phase="actions")
        desk.tell(events.TurnBegan(task.seat))
    elif not _has_choice(desk.public, task):
        apply(desk, task.seat, EndTurn())
        return True
    return False


# Legal actions


def may_offer(public: Public, task: AskTurn) -> bool:
    """Return whether the turn still allows an offer: one card, before any is influenced [Z-7.1, R-12].

    A table can choose to ignore that order.
    """
    return not task.offered and (public.free_order or not task.influenced)


def _legal_now(seen: Seen, task: AskTurn) -> Iterator[TurnAction]:
    public = seen.public
    if not task.step:
        yield from _moves(public, task.seat)
    if may_offer(public, task) and seen.hand is not None:
        yield from _offers(public, task, dict.fromkeys(seen.hand.cards), public.families[task.seat].coins)
    yield from _influences(public, task)
    if not task.step:
        yield from _bonuses(public)


def _moves(public: Public, seat: int) -> Iterator[MoveFigure]:
    """Yield any move of a figure to another area [Z-6.4, Z-6.5]."""
    for figure in FIGURES:
        origin = public.families[seat].figure(figure).area
        yield from (MoveFigure(figure, area) for area in public.areas if area != origin)


def _offers(public: Public, task: AskTurn, cards: Iterable[str], coins: int | None) -> Iterator[OfferCard]:
    """Yield offers of these cards in areas with a figure of the seat, with one marker or two [Z-7.2, Z-17.6].

    If ``coins`` is None, the cost is ignored.
    """
    facts, family = content(public.version), public.families[task.seat]
    for name in cards:
        if facts.deck_of(name) == "goal" or not family.stands_in(facts.action(name).area):
            continue
        for count in range(1, min(markers.limit(public), markers.slots(name, facts)) + 1):
            if coins is None or markers.price(name, 1, facts, count) <= coins:
                for reclaim in markers.reclaims(public, task.seat, count, fresh=task.fresh):
                    yield OfferCard(name, count > 1, reclaim)


def _influences(public: Public, task: AskTurn) -> Iterator[Influence]:
    """Yield an influence on every card that can be influenced now, with every limit that covers its price [Z-8]."""
    facts, coins = content(public.version), public.families[task.seat].coins
    for laid in markers.within_reach(public, task.seat):
        slot = markers.free_slot(laid, facts)
        if slot is not None and (price := markers.price(laid.card, slot, facts)) <= coins:
            yield from _limits(public, task, laid, price)


def _limits(public: Public, task: AskTurn, laid: Laid, price: int) -> Iterator[Influence]:
    highest = markers.highest_price(laid.card, content(public.version))
    for reclaims in markers.reclaims(public, task.seat, 1, laid.number, task.fresh):
        reclaim = reclaims[0] if reclaims else None
        yield from (Influence(laid.number, at_most, reclaim) for at_most in range(price, highest + 1))


def _bonuses(public: Public) -> Iterator[TakeBonus]:
    """Yield the bonuses: a coin, and a card from each deck that is not empty [Z-6.7]."""
    yield TakeBonus("coin")
    yield from map(TakeBonus, draw.filled_decks(public))


def _has_choice(public: Public, task: AskTurn) -> bool:
    """Return whether the turn can have another action, by public information."""
    return _could_offer(public, task) or any(True for _ in _influences(public, task))


def _could_offer(public: Public, task: AskTurn) -> bool:
    """Return whether the hand could include a card to offer, by public information.

    Only the backs of the cards are visible.
    """
    family = public.families[task.seat]
    if not (may_offer(public, task) and family.actions and markers.can_have(public, task.seat, 1, fresh=task.fresh)):
        return False
    return any(_cheapest(public.version, area) <= family.coins for area in public.areas if family.stands_in(area))


@cache
def _cheapest(version: str, area: Area) -> float:
    """Return the lowest cost of offering a card in an area."""
    return min((card.cost[0] for card in content(version).actions if card.area == area), default=float("inf"))


# The plan


def _plans(seen: Seen, task: AskTurn) -> Iterator[TurnAction]:
    """Yield all actions that can be legal after the interruption; coins and free slots are not known yet."""
    public = seen.public
    if may_offer(public, task) and seen.hand is not None:
        yield from _offers(public, task, _cards_by_then(seen, task), coins=None)
    for laid in markers.within_reach(public, task.seat):
        yield from _limits(public, task, laid, price=1)


def _cards_by_then(seen: Seen, task: AskTurn) -> tuple[str, ...]:
    """Return the different cards in hand; all action cards if the seat is drawing."""
    if _is_drawing(seen.public, task.seat):
        return tuple(card.id for card in content(seen.public.version).actions)
    return tuple(dict.fromkeys(seen.hand.cards)) if seen.hand is not None else ()


def _can_plan(public: Public, task: AskTurn) -> bool:
    """Return whether another action can follow the interruption, by public information."""
    if not markers.can_have(public, task.seat, 1, fresh=task.fresh):
        return False
    has_cards = bool(public.families[task.seat].actions) or _is_drawing(public, task.seat)
    return (may_offer(public, task) and has_cards) or any(True for _ in markers.within_reach(public, task.seat))


def _is_drawing(public: Public, seat: int) -> bool:
    return any(isinstance(task, DrawCards) and task.seat == seat for task in public.agenda)


# Effects


def _move(desk: Desk, task: AskTurn, action: MoveFigure) -> None:
    """Move a figure before all other actions; its own area is no target [Z-6.2, Z-6.4, R-14]."""
    if task.step:
        raise IllegalAction("too_late_to_move", "Z-6.2")
    if action.to not in desk.public.areas:
        raise IllegalAction("no_such_area", "Z-1.2", area=action.to)
    origin = desk.family(task.seat).figure(action.figure).area
    assert origin is not None
    if origin == action.to:
        raise IllegalAction("same_area", "Z-6.5", area=origin)
    desk.change_figure(task.seat, action.figure, area=action.to)
    desk.tell(events.FigureMoved(task.seat, action.figure, origin, action.to))
    desk.push(replace(task, step=task.step + 1, moved=True))


def _offer(desk: Desk, task: AskTurn, action: OfferCard) -> None:
    """Offer a card, place one or two markers, and let others react first [Z-7.3 to Z-7.8, Z-9.8]."""
    card, count = _check_offer(desk, task, action), 2 if action.second else 1
    desk.lose(task.seat, action.card)
    number = desk.lay(card.area, action.card)
    desk.tell(events.CardOffered(task.seat, action.card, number, card.area))
    desk.push(replace(task, step=task.step + 1, offered=True, fresh=(*task.fresh, *(number,) * count)))
    react.open_window(desk, number, promoter=task.seat)
    markers.place(desk, task.seat, number, count, action.reclaim, task.fresh)


def _check_offer(desk: Desk, task: AskTurn, action: OfferCard) -> Offerable:
    if task.offered:
        raise IllegalAction("offered_already", "Z-7.1")
    if not may_offer(desk.public, task):
        raise IllegalAction("influenced_already", "Z-6.2")
    if action.card not in desk.hands[task.seat].cards:
        raise IllegalAction("not_in_hand", "Z-7.1", card=action.card)
    if desk.content.deck_of(action.card) == "goal":
        raise IllegalAction("not_an_action_card", "Z-7.6", card=action.card)
    card = desk.content.action(action.card)
    if not desk.family(task.seat).stands_in(card.area):
        raise IllegalAction("no_figure_there", "Z-7.2", area=card.area)
    if action.second and markers.limit(desk.public) < 2:
        raise IllegalAction("second_marker", "Z-17.1")
    return card


def _influence(desk: Desk, task: AskTurn, action: Influence) -> None:
    """Place one marker on any card within reach, including one the seat offered before [Z-8.8, R-35]."""
    spot = desk.public.find(action.laid)
    if spot is None:
        raise IllegalAction("no_such_card", "Z-8.1", laid=action.laid)
    _check_price(desk, spot[1], action.at_most)
    reclaim: tuple[Reclaimed, ...] = () if action.reclaim is None else (action.reclaim,)
    desk.push(replace(task, step=task.step + 1, influenced=True, fresh=(*task.fresh, action.laid)))
    markers.place(desk, task.seat, action.laid, 1, reclaim, task.fresh)


def _check_price(desk: Desk, laid: Laid, at_most: int) -> None:
    """Check that the limit covers the price, and is not above the highest price of the card. Raises :class:`IllegalAction`."""
    slot, highest = markers.free_slot(laid, desk.content), markers.highest_price(laid.card, desk.content)
    if at_most > highest:
        raise IllegalAction("limit_too_high", "Z-8.2", limit=at_most, highest=highest)
    if slot is not None and (price := markers.price(laid.card, slot, desk.content)) > at_most:
        raise IllegalAction("price_above_limit", "Z-8.2", price=price, limit=at_most)


def _take_bonus(desk: Desk, task: AskTurn, action: TakeBonus) -> None:
    """Take a coin or a card in a turn without actions; reactions in other turns do not count [Z-6.7, Z-6.8]."""
    if task.step:
        raise IllegalAction("something_done", "Z-6.7")
    desk.tell(events.BonusTaken(task.seat, action.take))
    if action.take == "coin":
        desk.change_family(task.seat, coins=desk.family(task.seat).coins + 1)
    else:
        _draw_bonus(desk, task.seat, action.take)
    desk.tell(events.TurnEnded(task.seat))


def _draw_bonus(desk: Desk, seat: int, deck: Deck) -> None:
    if deck not in draw.filled_decks(desk.public):
        raise IllegalAction("deck_empty", "Z-1.10", deck=deck)
    draw.take(desk, seat, deck)
