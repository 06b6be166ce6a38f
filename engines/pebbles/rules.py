"""Rules for sowing, taking and counting pebbles."""

from msgspec.structs import replace

from engines.contract import BrokenState, IllegalAction, Line, Outcome, Pending, Seen, State, Step, Told
from engines.kit.game import NoOptions, Nothing
from engines.kit.ranking import ranking
from engines.pebbles.table import HOLLOWS, PEBBLES, PLACES, TURNS, Public, Sow, Sown

type Table = State[Public, Nothing, Nothing]


def start(options: NoOptions, seats: int, key: bytes) -> Step[Table, Sown]:
    """Start with three pebbles in each hollow [PB-1.2]."""
    return Step(State(Public(), (Nothing(),) * seats, Nothing()))


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decision of the current seat, or none once the game is over [PB-2.1]."""
    return () if public.ended else (Pending(public.mover, "sow", f"sow/{public.turn}"),)


def legal(seen: Seen[Public, Nothing], pending: Pending) -> tuple[Sow, ...]:
    """Return every hollow of the seat's own row that is not empty [PB-2.2]."""
    return tuple(Sow(hollow) for hollow, pebbles in enumerate(seen.public.row(pending.seat)) if pebbles)


def apply(state: Table, seat: int, action: Sow) -> Step[Table, Sown]:
    """Sow, take, and check whether the game is over. Raises :class:`IllegalAction`."""
    if not state.public.row(seat)[action.hollow]:
        raise IllegalAction("empty_hollow", "PB-2.2", hollow=action.hollow + 1)
    public, sown = _sow(state.public, seat, action.hollow)
    return Step(State(public, state.hands, state.vault), (Told(sown),))


def outcome(public: Public) -> Outcome | None:
    """Return the result: most pebbles win, and ties share the finishing place [PB-3.2]."""
    if public.ended is None:
        return None
    lines = tuple((Line("jar", public.places[public.jar(seat)]), Line("row", sum(public.row(seat)))) for seat in (0, 1))
    scores = tuple(jar.points + row.points for jar, row in lines)
    return Outcome(ranking(scores), scores, lines, public.ended)


def progress(public: Public) -> tuple[int, int]:
    """Return the current round (two turns each) and the last possible one [PB-3.1]."""
    return (public.turn + 1) // 2, TURNS // 2


def check(state: Table) -> None:
    """Raise :class:`BrokenState` if the number of pebbles has changed."""
    if sum(state.public.places) != 2 * HOLLOWS * PEBBLES or min(state.public.places) < 0:
        raise BrokenState("pebbles are lost or doubled")


def decide(seen: Seen[Public, Nothing], pending: Pending) -> Sow:
    """Return the hollow that takes most pebbles, as a modest opponent.

    Ties go to the hollow nearest to its jar.
    """
    return max(legal(seen, pending), key=lambda sow: (_sow(seen.public, pending.seat, sow.hollow)[1].taken, sow.hollow))


def _sow(public: Public, seat: int, hollow: int) -> tuple[Public, Sown]:
    """Sow one pebble into each following place, except the opponent's jar. Return the new table and the event.

    The last one can take the pebbles opposite [PB-2.2, PB-2.3].
    """
    places, position = list(public.places), public.jar(seat) - HOLLOWS + hollow
    pebbles, places[position], taken = places[position], 0, 0
    for _ in range(pebbles):
        position = (position + 1 + ((position + 1) % PLACES == public.jar(1 - seat))) % PLACES
        places[position] += 1
    if 0 < public.jar(seat) - position <= HOLLOWS and places[position] == 1:
        taken, places[position], places[PLACES - 2 - position] = 1 + places[PLACES - 2 - position], 0, 0
        places[public.jar(seat)] += taken
    return _next(replace(public, places=tuple(places))), Sown(seat, hollow, pebbles, taken)


def _next(public: Public) -> Public:
    """Return the table at the next turn, or at the end of the game.

    It ends if the next seat has nothing to sow, or after the last turn [PB-3.1].
    """
    if not any(public.row(1 - public.mover)):
        return replace(public, ended="empty")
    return replace(public, ended="turns") if public.turn == TURNS else replace(public, turn=public.turn + 1)
