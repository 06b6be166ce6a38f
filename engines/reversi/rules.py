"""Rules of Reversi: setup, moves and scoring, with the check of a state and the bot."""

from engines.contract import BrokenState, IllegalAction, Line, Outcome, Pending, Seen, State, Step, Told
from engines.kit.game import NoOptions, Nothing
from engines.kit.ranking import ranking
from engines.reversi.table import COLOURS, EMPTY, SIDE, SQUARES, Place, Placed, Public, name_of

type Table = State[Public, Nothing, Nothing]

DIRECTIONS = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down]
CORNERS = (0, SIDE - 1, SQUARES - SIDE, SQUARES - 1)


def start(options: NoOptions, seats: int, key: bytes) -> Step[Table, Placed]:
    """Return the first state, with four disks in the middle [R-1.2]."""
    return Step(State(Public(), (Nothing(),) * seats, Nothing()))


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decision of the seat to move; none once the game is over [R-2.1]."""
    return () if public.mover is None else (Pending(public.mover, "place", f"place/{public.placed}"),)


def legal(seen: Seen[Public, Nothing], pending: Pending) -> tuple[Place, ...]:
    """Return a move for every square on which a disk encloses others [R-2.2]."""
    return _places(seen.public.disks, pending.seat)


def apply(state: Table, seat: int, action: Place) -> Step[Table, Placed]:
    """Place the disk, turn the enclosed disks and choose the next seat. Raises :class:`IllegalAction`."""
    turned = enclosed(state.public.disks, seat, action.square)
    if not turned:
        raise IllegalAction("encloses_nothing", "R-2.2", square=name_of(action.square))
    changed = {action.square, *turned}
    disks = "".join(COLOURS[seat] if square in changed else disk for square, disk in enumerate(state.public.disks))
    mover = next((candidate for candidate in (1 - seat, seat) if _places(disks, candidate)), None)
    placed = Placed(seat, action.square, len(turned), passed=mover == seat)
    return Step(State(Public(disks, mover), state.hands, state.vault), (Told(placed),))


def outcome(public: Public) -> Outcome | None:
    """Return the result, or None until the game is over: most disks win [R-3.2]."""
    if public.mover is not None:
        return None
    scores = tuple(public.disks.count(colour) for colour in COLOURS)
    return Outcome(ranking(scores), scores, tuple((Line("disks", points),) for points in scores), "no_move")


def progress(public: Public) -> tuple[int, int]:
    """Return the current round (one disk per seat) and the last possible one."""
    most = (SQUARES - 4) // 2
    return min(public.placed // 2 + 1, most), most


def check(state: Table) -> None:
    """Raise :class:`BrokenState` if the board is malformed, or the seat to move cannot play."""
    disks, mover = state.public.disks, state.public.mover
    if len(disks) != SQUARES or set(disks) - {EMPTY, *COLOURS} or state.public.placed < 0:
        raise BrokenState("squares or disks are lost or doubled")
    if mover is not None and not _places(disks, mover):
        raise BrokenState("the mover can enclose nothing")


def decide(seen: Seen[Public, Nothing], pending: Pending) -> Place:
    """Return a corner if possible, otherwise the square that turns most disks."""
    disks = seen.public.disks
    return max(
        legal(seen, pending), key=lambda place: (place.square in CORNERS, len(enclosed(disks, pending.seat, place.square)))
    )


def enclosed(disks: str, seat: int, square: int) -> list[int]:
    """Return the squares of the disks turned by this seat's disk on ``square``; none if occupied [R-2.2]."""
    if disks[square] != EMPTY:
        return []
    return [turned for direction in DIRECTIONS for turned in _in_line(disks, COLOURS[seat], square, *direction)]


def _in_line(disks: str, own: str, square: int, across: int, down: int) -> list[int]:
    column, row = square % SIDE + across, square // SIDE + down
    turned: list[int] = []
    while 0 <= column < SIDE and 0 <= row < SIDE and disks[position := row * SIDE + column] != EMPTY:
        if disks[position] == own:
            return turned
        turned.append(position)
        column, row = column + across, row + down
    return []


def _places(disks: str, seat: int) -> tuple[Place, ...]:
    return tuple(Place(square) for square in range(SQUARES) if enclosed(disks, seat, square))
