"""A turn: move, offer, influence, or the bonus for who did nothing; one choice at a time [Z-6 to Z-8].

After an offer, others react before the turn goes on; what comes then can be filed while the window is open: the plan.

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
    """The seat whose turn it is; while something interrupts the turn, what comes next may be filed."""
    task = find(public)
    if task is None:
        return ()
    if task is public.task:
        return (_asked(public, task, When.NOW),)
    return (_asked(public, task, When.MAY),) if task.step and _can_plan(public, task) else ()


def find(public: Public) -> AskTurn | None:
    """The turn being played, or the next one if none is."""
    return next((task for task in public.agenda if isinstance(task, AskTurn)), None)


def _asked(public: Public, task: AskTurn, when: When) -> Pending:
    """Each step of a turn has a key of its own."""
    before = _key(public, task, task.step - 1) if task.step else ""
    return Pending(task.seat, KIND, _key(public, task, task.step), when, continues=before)


def _key(public: Public, task: AskTurn, step: int) -> str:
    return f"turn/{public.round}/{task.seat}/{step}"


def legal(seen: Seen, pending: Pending) -> Iterator[TurnAction]:
    """What the turn allows now; while it is interrupted all that it could allow afterwards."""
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
    """One step of a turn; the same seat is asked again as long as it has a choice."""
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
    """Begin a turn that comes up; end one in which everybody sees that nothing is left to do."""
    if not task.step:
        desk.change(phase="actions")
        desk.tell(events.TurnBegan(task.seat))
    elif not _has_choice(desk.public, task):
        apply(desk, task.seat, EndTurn())
        return True
    return False


# What is allowed


def may_offer(public: Public, task: AskTurn) -> bool:
    """One card a turn, and before any is influenced unless the table plays without that order [Z-7.1, R-12]."""
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
    """Any figure to any other area [Z-6.4, Z-6.5]."""
    for figure in FIGURES:
        left = public.families[seat].figure(figure).area
        yield from (MoveFigure(figure, area) for area in public.areas if area != left)


def _offers(public: Public, task: AskTurn, cards: Iterable[str], coins: int | None) -> Iterator[OfferCard]:
    """Cards of areas with a figure, with one marker or two [Z-7.2, Z-17.6]; ``coins`` None counts no coins."""
    facts, family = content(public.version), public.families[task.seat]
    for name in cards:
        if facts.deck_of(name) == "goal" or not family.stands_in(facts.action(name).area):
            continue
        for count in range(1, min(markers.limit(public), markers.slots(name, facts)) + 1):
            if coins is None or markers.price(name, 1, facts, count) <= coins:
                for reclaim in markers.reclaims(public, task.seat, count, fresh=task.fresh):
                    yield OfferCard(name, count > 1, reclaim)


def _influences(public: Public, task: AskTurn) -> Iterator[Influence]:
    """Every card that can be influenced now, with every limit its price keeps to [Z-8]."""
    facts, coins = content(public.version), public.families[task.seat].coins
    for laid in markers.within_reach(public, task.seat):
        slot = markers.free_slot(laid, facts)
        if slot is not None and (price := markers.price(laid.card, slot, facts)) <= coins:
            yield from _limits(public, task, laid, price)


def _limits(public: Public, task: AskTurn, laid: Laid, price: int) -> Iterator[Influence]:
    highest = markers.highest_price(laid.card, content(public.version))
    for way in markers.reclaims(public, task.seat, 1, laid.number, task.fresh):
        reclaim = way[0] if way else None
        yield from (Influence(laid.number, at_most, reclaim) for at_most in range(price, highest + 1))


def _bonuses(public: Public) -> Iterator[TakeBonus]:
    """A coin, or a card of a deck that holds some [Z-6.7]."""
    yield TakeBonus("coin")
    yield from map(TakeBonus, draw.filled(public))


def _has_choice(public: Public, task: AskTurn) -> bool:
    """Whether, as far as everybody sees, a turn has more to it than its end."""
    return _could_offer(public, task) or any(True for _ in _influences(public, task))


def _could_offer(public: Public, task: AskTurn) -> bool:
    """Whether the action cards in hand, whose backs are seen, may hold one that can be offered."""
    family = public.families[task.seat]
    if not (may_offer(public, task) and family.actions and markers.can_have(public, task.seat, 1, fresh=task.fresh)):
        return False
    return any(_cheapest(public.version, area) <= family.coins for area in public.areas if family.stands_in(area))


@cache
def _cheapest(version: str, area: Area) -> float:
    """The least that offering a card costs in an area."""
    return min((card.cost[0] for card in content(version).actions if card.area == area), default=float("inf"))


# The plan


def _plans(seen: Seen, task: AskTurn) -> Iterator[TurnAction]:
    """All that can be legal once the interruption is over: neither coins nor free slots are known yet."""
    public = seen.public
    if may_offer(public, task) and seen.hand is not None:
        yield from _offers(public, task, _cards_by_then(seen, task), coins=None)
    for laid in markers.within_reach(public, task.seat):
        yield from _limits(public, task, laid, price=1)


def _cards_by_then(seen: Seen, task: AskTurn) -> tuple[str, ...]:
    """The cards in hand; any card if the seat is drawing."""
    if _is_drawing(seen.public, task.seat):
        return tuple(card.id for card in content(seen.public.version).actions)
    return tuple(dict.fromkeys(seen.hand.cards)) if seen.hand is not None else ()


def _can_plan(public: Public, task: AskTurn) -> bool:
    """Whether anything but the end of the turn can follow the interruption, as far as everybody sees."""
    if not markers.can_have(public, task.seat, 1, fresh=task.fresh):
        return False
    has_cards = bool(public.families[task.seat].actions) or _is_drawing(public, task.seat)
    return (may_offer(public, task) and has_cards) or any(True for _ in markers.within_reach(public, task.seat))


def _is_drawing(public: Public, seat: int) -> bool:
    return any(isinstance(task, DrawCards) and task.seat == seat for task in public.agenda)


# What it does


def _move(desk: Desk, task: AskTurn, action: MoveFigure) -> None:
    """Move a figure, before all else; its own area is no target [Z-6.2, Z-6.4, R-14]."""
    if task.step:
        raise IllegalAction("too_late_to_move", "Z-6.2")
    if action.to not in desk.public.areas:
        raise IllegalAction("no_such_area", "Z-1.2", area=action.to)
    left = desk.family(task.seat).figure(action.figure).area
    assert left is not None
    if left == action.to:
        raise IllegalAction("same_area", "Z-6.5", area=left)
    desk.change_figure(task.seat, action.figure, area=action.to)
    desk.tell(events.FigureMoved(task.seat, action.figure, left, action.to))
    desk.push(replace(task, step=task.step + 1, moved=True))


def _offer(desk: Desk, task: AskTurn, action: OfferCard) -> None:
    """Lay a card, place its first marker or two, and let others react before the turn goes on [Z-7.3 to Z-7.8, Z-9.8]."""
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
    """Place one marker on any card within reach, also on one that the seat itself offered before [Z-8.8, R-35]."""
    spot = desk.public.find(action.laid)
    if spot is None:
        raise IllegalAction("no_such_card", "Z-8.1", laid=action.laid)
    _check_price(desk, spot[1], action.at_most)
    reclaim: tuple[Reclaimed, ...] = () if action.reclaim is None else (action.reclaim,)
    desk.push(replace(task, step=task.step + 1, influenced=True, fresh=(*task.fresh, action.laid)))
    markers.place(desk, task.seat, action.laid, 1, reclaim, task.fresh)


def _check_price(desk: Desk, laid: Laid, at_most: int) -> None:
    """The limit holds the price, and is no higher than any price of the card."""
    slot, highest = markers.free_slot(laid, desk.content), markers.highest_price(laid.card, desk.content)
    if at_most > highest:
        raise IllegalAction("limit_too_high", "Z-8.2", limit=at_most, highest=highest)
    if slot is not None and (price := markers.price(laid.card, slot, desk.content)) > at_most:
        raise IllegalAction("price_above_limit", "Z-8.2", price=price, limit=at_most)


def _take_bonus(desk: Desk, task: AskTurn, action: TakeBonus) -> None:
    """A coin or a card for who did nothing in this turn; reactions off-turn do not count [Z-6.7, Z-6.8]."""
    if task.step:
        raise IllegalAction("something_done", "Z-6.7")
    desk.tell(events.BonusTaken(task.seat, action.take))
    if action.take == "coin":
        desk.change_family(task.seat, coins=desk.family(task.seat).coins + 1)
    else:
        _draw_bonus(desk, task.seat, action.take)
    desk.tell(events.TurnEnded(task.seat))


def _draw_bonus(desk: Desk, seat: int, deck: Deck) -> None:
    if deck not in draw.filled(desk.public):
        raise IllegalAction("deck_empty", "Z-1.10", deck=deck)
    draw.take(desk, seat, deck)
