"""Markers: slots and prices, placing and reclaiming, and the promoter's gains [Z-8, Z-10].

Slots count from 1 at the top. ``fresh`` are the cards that got a marker this turn, as in :class:`AskTurn`.

Codes: no_figure_there(area); marker_limit(limit); card_full; not_enough_coins(price, have); wrong_number_of_reclaims(wanted,
given); cannot_reclaim(laid).
"""

from collections.abc import Iterator

from engines.contract import IllegalAction
from engines.zena1814 import events
from engines.zena1814.actions import Reclaimed
from engines.zena1814.content import Area, Content, Gain, Mode, Offerable
from engines.zena1814.desk import Desk
from engines.zena1814.loader import content
from engines.zena1814.state import Laid, Public


def limit(public: Public) -> int:
    """Return the maximum number of markers of a seat on one card [Z-8.3, Z-17.1]."""
    return limit_for(public.mode, len(public.families), content(public.version))


def limit_for(mode: Mode, seats: int, facts: Content) -> int:
    """Return the marker limit per card before a game begins."""
    return 2 if mode == "expert" and seats in facts.pairs.seats else 1


def promoter(laid: Laid) -> int | None:
    """Return the owner of the top marker, who leads the card, including a Fort card [Z-7.9, R-8, R-28]."""
    return laid.markers[0] if laid.markers else None


def leader(laid: Laid) -> int:
    """Return the promoter of a card with markers, who decides and is paid first."""
    seat = promoter(laid)
    assert seat is not None
    return seat


def slots(card: str, facts: Content) -> int:
    """Return the number of slots of a card [Z-8.4]."""
    return len(facts.laid(card).cost)


def free_slot(laid: Laid, facts: Content) -> int | None:
    """Return the topmost empty slot, the only one that can be bought; None on a full card [Z-8.2]."""
    taken = len(laid.markers)
    return taken + 1 if taken < slots(laid.card, facts) else None


def price(card: str, slot: int, facts: Content, count: int = 1) -> int:
    """Return the price of ``count`` slots from this one downwards [Z-8.2]."""
    return sum(facts.laid(card).cost[slot - 1 : slot - 1 + count])


def highest_price(card: str, facts: Content) -> int:
    """Return the highest price of a card's slots."""
    return max(facts.laid(card).cost)


def has_room(public: Public, seat: int, laid: Laid) -> bool:
    """Return whether the seat has fewer markers on a card than allowed [Z-8.3]."""
    return laid.markers.count(seat) < limit(public)


def within_reach(public: Public, seat: int) -> Iterator[Laid]:
    """Yield the cards in areas with the seat's figures, if it can have more markers there [Z-8.1, Z-8.3]."""
    most, family = limit(public), public.families[seat]
    areas = {standing.area for standing in family.figures}
    for row in public.rows:
        if row.area in areas:
            yield from (laid for laid in row.cards if laid.markers.count(seat) < most)


def can_have(public: Public, seat: int, count: int, target: int | None = None, fresh: tuple[int, ...] = ()) -> bool:
    """Return whether a seat can put ``count`` markers on a card, from its supply or from other cards [Z-10.2]."""
    supply = public.families[seat].supply
    return supply >= count or supply + sum(own - new for _, own, new in _reclaimable(public, seat, target, fresh)) >= count


def sources(public: Public, seat: int, target: int | None, fresh: tuple[int, ...] = ()) -> tuple[Reclaimed, ...]:
    """Return the seat's own markers that can be moved to the card ``target`` if its supply is empty [Z-10.3, R-9].

    Markers on the target, under a figure, or placed this turn are excluded. Markers can be reclaimed outside its turn too
    [Z-10.4, Z-10.5, Z-10.9].
    """
    if public.families[seat].supply:
        return ()
    return tuple(choice for marker in _reclaimable(public, seat, target, fresh) for choice in _choices(*marker))


def reclaims(
    public: Public, seat: int, count: int, target: int | None = None, fresh: tuple[int, ...] = ()
) -> tuple[tuple[Reclaimed, ...], ...]:
    """Return all sequences of markers to reclaim if the supply is short [Z-7.7, Z-10.3]."""
    lacking = max(0, count - public.families[seat].supply)
    markers = _reclaimable(public, seat, target, fresh) if lacking else ()
    return tuple(_sequences(markers, lacking))


def place(desk: Desk, seat: int, number: int, count: int, reclaim: tuple[Reclaimed, ...], fresh: tuple[int, ...] = ()) -> None:
    """Place ``count`` markers, first from the supply, then those reclaimed [Z-8]. Raises :class:`IllegalAction`.

    The promoter gains the bonus of each slot straight away.
    """
    lacking = max(0, count - desk.family(seat).supply)
    if len(reclaim) != lacking:
        raise IllegalAction("wrong_number_of_reclaims", "Z-10.3", wanted=lacking, given=len(reclaim))
    for source in (*(None,) * (count - lacking), *reclaim):
        if source is not None:
            _reclaim(desk, seat, number, source, fresh)
        _place(desk, seat, number)


def _place(desk: Desk, seat: int, number: int) -> None:
    """Pay for the topmost empty slot and put a marker there [Z-8.2]."""
    area, laid = desk.public.laid(number)
    slot = _check_slot(desk.public, seat, area, laid)
    cost = price(laid.card, slot, desk.content)
    _check_coins(desk, seat, cost)
    desk.pay(seat, cost)
    desk.change_family(seat, supply=desk.family(seat).supply - 1)
    desk.change_laid(number, markers=(*laid.markers, seat))
    desk.tell(events.MarkerPlaced(seat, laid.card, number, slot, cost))
    _give_bonus(desk, number, slot)


def _check_slot(public: Public, seat: int, area: Area, laid: Laid) -> int:
    if not public.families[seat].stands_in(area):
        raise IllegalAction("no_figure_there", "Z-8.1", area=area)
    if not has_room(public, seat, laid):
        raise IllegalAction("marker_limit", "Z-8.3", limit=limit(public))
    slot = free_slot(laid, content(public.version))
    if slot is None:
        raise IllegalAction("card_full", "Z-8.4")
    return slot


def _check_coins(desk: Desk, seat: int, cost: int) -> None:
    have = desk.family(seat).coins
    if cost > have:
        raise IllegalAction("not_enough_coins", "Z-8.2", price=cost, have=have)


def _give_bonus(desk: Desk, number: int, slot: int) -> None:
    """Give the bonus printed next to a slot when the slot is taken, and only then [Z-8.5, Z-8.6, R-36]."""
    _, laid = desk.public.laid(number)
    gain = bonus(laid.card, slot, desk.content)
    owner = promoter(laid)
    if gain is not None and owner is not None:
        desk.tell(events.BonusGained(owner, laid.card, number, gain))
        desk.gain(owner, "bonuses", gain)


def bonus(card: str, slot: int, facts: Content) -> Gain | None:
    """Return the promoter's bonus for a slot; dice cards have none [Z-8.5, Z-8.6]."""
    entry = facts.laid(card)
    return entry.bonus[slot - 2] if isinstance(entry, Offerable) and entry.bonus and slot > 1 else None


def _reclaim(desk: Desk, seat: int, target: int, source: Reclaimed, fresh: tuple[int, ...]) -> None:
    """Take a marker off another card; lower markers move up free of charge [Z-10.2, Z-10.6, R-10].

    A card left without markers leaves its row, except at the Fort.
    """
    if source not in sources(desk.public, seat, target, fresh):
        raise IllegalAction("cannot_reclaim", "Z-10.3", laid=source.laid)
    area, laid = desk.public.laid(source.laid)
    index = _index(laid, seat, source)
    desk.lift(laid.number, index)
    desk.return_marker(seat)
    desk.tell(events.MarkerReclaimed(seat, laid.card, laid.number, index + 1))
    if len(laid.markers) == 1 and leaves_when_empty(area):
        desk.remove(laid.number, "emptied")


def leaves_when_empty(area: Area) -> bool:
    """Return whether a card in an area leaves with its last marker; a Fort card stays and fails [Z-10.8, R-11]."""
    return area != "fort"


def _index(laid: Laid, seat: int, source: Reclaimed) -> int:
    own = [index for index, owner in enumerate(laid.markers) if owner == seat]
    return own[-1] if source.lower else own[0]


type _Own = tuple[int, int, int]
"""Number of a card, of its own markers, and of those placed this turn."""


def _reclaimable(public: Public, seat: int, target: int | None, fresh: tuple[int, ...]) -> tuple[_Own, ...]:
    """Return the cards with a marker that the seat can reclaim."""
    entries = (
        (laid.number, laid.markers.count(seat), fresh.count(laid.number))
        for row in public.rows
        for laid in row.cards
        if laid.number != target and seat in laid.markers
    )
    return tuple(row for row in entries if row[1] > row[2])


def _choices(number: int, own: int, new: int) -> tuple[Reclaimed, ...]:
    """Return the seat's only or upper marker on a card, and its lower one unless it was placed this turn."""
    upper = Reclaimed(number)
    return (upper, Reclaimed(number, lower=True)) if own - new > 1 else (upper,)


def _sequences(markers: tuple[_Own, ...], lacking: int) -> Iterator[tuple[Reclaimed, ...]]:
    if not lacking:
        yield ()
        return
    for index, (number, own, new) in enumerate(markers):
        remaining = ((number, own - 1, new),) if own - 1 > new else ()
        for rest in _sequences((*markers[:index], *remaining, *markers[index + 1 :]), lacking - 1):
            yield from ((choice, *rest) for choice in _choices(number, own, new))
