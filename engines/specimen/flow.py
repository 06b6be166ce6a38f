"""Sequence of play: carries out the tasks of the agenda until a player must decide or the game is over."""

from engines import chance
from engines.specimen import scoring
from engines.specimen.actions import DrawFrom, Rest
from engines.specimen.decisions import draw, packing, relay, saddle, stable
from engines.specimen.desk import Desk
from engines.specimen.events import GameEnded, HandsOpened, LettersDealt, LettersSeen, NightBegan, PacksOpened, RoadsOpened
from engines.specimen.state import Packing, Public, Relay, RelayDraw, RideOut, Saddle, Stable, Turn


def advance(desk: Desk) -> None:
    """Carry out tasks until the next decision or the end of the game."""
    while desk.public.ended is None and _carry_out(desk):
        pass


def progress(public: Public) -> tuple[int, int]:
    """Return the current night, and the last possible one [S-6.1]."""
    return public.night, public.nights


def begin_night(desk: Desk) -> None:
    """Begin a night: hand out coins, and letters from night 2 on, fill the stable and write tonight's agenda [S-2]."""
    limits = desk.content.limits
    desk.change(night=desk.public.night + 1, stable=limits.horses)
    desk.tell(NightBegan(desk.public.night))
    for seat in desk.public.order():
        desk.change_courier(seat, coins=desk.courier(seat).coins + limits.dawn_coins, road=None)
        if desk.public.night > 1:
            deal(desk, seat, limits.dawn_letters)
    desk.push(Saddle(), *map(Turn, desk.public.order()), Packing(), RideOut())


def deal(desk: Desk, seat: int, count: int) -> None:
    """Deal letters, each from the first bag that still has some; fewer if both bags are empty [S-2.1]."""
    desk.before_reveal()
    letters = [desk.take(seat, bags[0]) for _ in range(count) if (bags := draw.filled_bags(desk.public))]
    desk.tell(LettersDealt(seat, tuple(map(desk.content.bag, letters))))
    desk.reveal(LettersSeen(tuple(letters)), to=(seat,))


def _carry_out(desk: Desk) -> bool:
    """Carry out the automatic part of the first task, or begin a night; return False if the task waits for a player."""
    match desk.public.task:
        case Saddle():
            return _open_roads(desk)
        case Turn(seat):
            return _skip_offer(desk, seat)
        case Relay() as task:
            return _close_relay(desk, task)
        case RelayDraw(seat):
            return _draw_forced(desk, seat)
        case Stable(seat):
            return _leave_stable(desk, seat)
        case Packing():
            return _open_packs(desk)
        case RideOut():
            _ride_out(desk)
            return True
        case None:
            begin_night(desk)
            return True


def _open_roads(desk: Desk) -> bool:
    if not all(courier.sealed for courier in desk.public.couriers):
        return False
    roads = tuple(hand.road or "" for hand in desk.hands)
    desk.pop()
    desk.reveal(RoadsOpened(roads), opens=(saddle.key(desk.public),))
    for seat, road in enumerate(roads):
        desk.change_courier(seat, road=road, sealed=0)
        desk.change_hand(seat, road=None)
    return True


def _skip_offer(desk: Desk, seat: int) -> bool:
    if desk.courier(seat).letters.total():
        return False
    desk.pop()
    desk.push(Stable(seat))
    return True


def _close_relay(desk: Desk, task: Relay) -> bool:
    if any(relay.can_join(desk.public, task, seat) for seat in task.waiting):
        return False
    desk.pop()
    return True


def _draw_forced(desk: Desk, seat: int) -> bool:
    """Draw if there is no choice of bag: from the last bag with letters, or not at all.

    The numbers of letters are public [S-4.4]. Returns False if there is a choice.
    """
    match draw.filled_bags(desk.public):
        case ():
            desk.pop()
            return True
        case (bag,):
            draw.apply(desk, seat, DrawFrom(bag))
            return True
        case _:
            return False


def _leave_stable(desk: Desk, seat: int) -> bool:
    if stable.can_hire(desk.public, seat):
        return False
    stable.apply(desk, seat, Rest())
    return True


def _open_packs(desk: Desk) -> bool:
    limit = desk.content.limits.pack
    for seat in desk.seats:
        if desk.courier(seat).letters.total() <= limit:  # all letters are packed, so there is no choice [S-5.1]
            for letter in packing.unpacked(desk.hands[seat]).elements():
                packing.pack(desk, seat, letter)
    if packing.pending(desk.public):
        return False
    desk.pop()
    desk.reveal(PacksOpened(tuple(hand.packed for hand in desk.hands)), opens=packing.asked_keys(desk.public))
    return True


def _ride_out(desk: Desk) -> None:
    desk.pop()
    scoring.score_rides(desk, _roll_dice(desk))
    for seat in desk.seats:
        desk.lose(seat, *desk.hands[seat].packed)
        desk.change_hand(seat, packed=())
        desk.change_courier(seat, horses=0, sealed=0)
    if reason := _reason_to_end(desk):
        _end(desk, reason)


def _roll_dice(desk: Desk) -> dict[str, int]:
    """Roll one die for each road in use, in the order of the data [S-5.2]."""
    roads_in_use = {courier.road for courier in desk.public.couriers}
    dice = {}
    for road in desk.content.roads:
        if road in roads_in_use:
            face, drawn = chance.pick(desk.vault.key, f"die/night{desk.public.night}/{road}", desk.content.limits.die)
            desk.drew(drawn)
            dice[road] = face + 1
    return dice


def _reason_to_end(desk: Desk) -> str | None:
    """Return the reason for ending the game tonight, or None [S-6.1]."""
    if any(courier.tally.total() >= desk.content.limits.renown for courier in desk.public.couriers):
        return "renown"
    return "nights" if desk.public.night == desk.public.nights else None


def _end(desk: Desk, reason: str) -> None:
    """Reveal and score the hands and end the game [S-6.2]."""
    hands = tuple(hand.letters for hand in desk.hands)
    desk.reveal(HandsOpened(hands))
    scoring.score_hands(desk, hands)
    desk.change(opened=hands, ended=reason)
    desk.tell(GameEnded(reason))
