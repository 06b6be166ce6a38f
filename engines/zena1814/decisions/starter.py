"""Choice of the start player, in place of the rulebook's race.

A drawn seat or the first seat to finish names the start player, or chance decides [R-5]. Codes: no_such_seat(seat).
"""

from collections.abc import Iterator

from engines import chance
from engines.contract import IllegalAction, Pending, When
from engines.zena1814 import events
from engines.zena1814.actions import NameStarter
from engines.zena1814.desk import Desk
from engines.zena1814.state import AskStarter, PlaceFigures, Public, Seen

KIND = "starter"
ACTIONS = (NameStarter,)
KEY = "start"


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decision of the seat that names the start player; before that, all seats can queue an answer."""
    match public.task:
        case AskStarter(seat):
            return (Pending(seat, KIND, KEY),)
        case PlaceFigures() if public.starter != "random":
            return tuple(Pending(seat, KIND, KEY, When.MAY) for seat in range(len(public.families)))
        case _:
            return ()


def legal(seen: Seen, pending: Pending) -> Iterator[NameStarter]:
    """Return a choice for each seat, including the seat itself [Z-4.5]."""
    return map(NameStarter, range(len(seen.public.families)))


def apply(desk: Desk, seat: int, action: NameStarter) -> None:
    """Give the start-player card to the seat named [Z-4.5]."""
    if action.seat not in desk.seats:
        raise IllegalAction("no_such_seat", "Z-4.5", seat=action.seat)
    desk.pop()
    appoint(desk, action.seat, by=seat)


def appoint(desk: Desk, seat: int, *, by: int | None = None) -> None:
    """Make a seat the start player [Z-2.10, Z-2.11]."""
    desk.change(start=seat)
    desk.tell(events.StarterNamed(seat, by))


def draw_lot(desk: Desk, among: tuple[int, ...]) -> int:
    """Draw one of the seats ``among`` at random, announce it and return it [R-3, R-5]."""
    index, drawn = chance.pick(desk.vault.key, "start_player", len(among))
    desk.drew(drawn)
    desk.reveal(events.LotDrawn(among[index], among))
    return among[index]


def choose(desk: Desk, late: frozenset[int]) -> None:
    """Choose the seat that names the start player, or draw the start player.

    Late placements count only if all are late [R-5].
    """
    in_time = tuple(seat for seat in desk.public.complete if seat not in late) or desk.public.complete
    match desk.public.starter:
        case "sealed_lot":
            desk.push(AskStarter(draw_lot(desk, tuple(sorted(in_time)))))
        case "first_in":
            desk.push(AskStarter(in_time[0]))
        case "random":
            appoint(desk, draw_lot(desk, tuple(desk.seats)))
