"""How pebbles are sown, taken and counted."""

from msgspec.structs import replace

from engines.contract import BrokenState, IllegalAction, Line, Outcome, Pending, Seen, State, Step, Told
from engines.kit.game import NoOptions, Nothing
from engines.kit.ranking import ranking
from engines.pebbles.table import HOLLOWS, PEBBLES, PLACES, TURNS, Public, Sow, Sown

type Table = State[Public, Nothing, Nothing]


def start(options: NoOptions, seats: int, key: bytes) -> Step[Table, Sown]:
    """Three pebbles in each hollow [PB-1.2]."""
    return Step(State(Public(), (Nothing(),) * seats, Nothing()))


def pending(public: Public) -> tuple[Pending, ...]:
    """A turn of one seat [PB-2.1]."""
    return () if public.ended else (Pending(public.mover, "sow", f"sow/{public.turn}"),)


def legal(seen: Seen[Public, Nothing], pending: Pending) -> tuple[Sow, ...]:
    """Every hollow of the own row that is not empty [PB-2.2]."""
    return tuple(Sow(hollow) for hollow, pebbles in enumerate(seen.public.row(pending.seat)) if pebbles)


def apply(state: Table, seat: int, action: Sow) -> Step[Table, Sown]:
    """Sow, take, and see whether the game is over. Raises :class:`IllegalAction`."""
    if not state.public.row(seat)[action.hollow]:
        raise IllegalAction("empty_hollow", "PB-2.2", hollow=action.hollow + 1)
    public, sown = _sow(state.public, seat, action.hollow)
    return Step(State(public, state.hands, state.vault), (Told(sown),))


def outcome(public: Public) -> Outcome | None:
    """Most pebbles win; whoever has as many shares the place [PB-3.2]."""
    if public.ended is None:
        return None
    lines = tuple((Line("jar", public.places[public.jar(seat)]), Line("row", sum(public.row(seat)))) for seat in (0, 1))
    scores = tuple(jar.points + row.points for jar, row in lines)
    return Outcome(ranking(scores), scores, lines, public.ended)


def progress(public: Public) -> tuple[int, int]:
    """The round of two turns, and the last one there can be [PB-3.1]."""
    return (public.turn + 1) // 2, TURNS // 2


def check(state: Table) -> None:
    """Raise :class:`BrokenState` if a pebble is lost or found."""
    if sum(state.public.places) != 2 * HOLLOWS * PEBBLES or min(state.public.places) < 0:
        raise BrokenState("pebbles are lost or doubled")


def decide(seen: Seen[Public, Nothing], pending: Pending) -> Sow:
    """A modest opponent: what takes most; of several hollows the one nearest to it."""
    return max(legal(seen, pending), key=lambda sow: (_sow(seen.public, pending.seat, sow.hollow)[1].taken, sow.hollow))


def _sow(public: Public, seat: int, hollow: int) -> tuple[Public, Sown]:
    """One pebble into each place that follows but the other's jar; the last one may take those opposite [PB-2.2, PB-2.3]."""
    places, at = list(public.places), public.jar(seat) - HOLLOWS + hollow
    pebbles, places[at], taken = places[at], 0, 0
    for _ in range(pebbles):
        at = (at + 1 + ((at + 1) % PLACES == public.jar(1 - seat))) % PLACES
        places[at] += 1
    if 0 < public.jar(seat) - at <= HOLLOWS and places[at] == 1:
        taken, places[at], places[PLACES - 2 - at] = 1 + places[PLACES - 2 - at], 0, 0
        places[public.jar(seat)] += taken
    return _next(replace(public, places=tuple(places))), Sown(seat, hollow, pebbles, taken)


def _next(public: Public) -> Public:
    """The next turn; or the end, before somebody who has nothing to sow or after the last turn [PB-3.1]."""
    if not any(public.row(1 - public.mover)):
        return replace(public, ended="empty")
    return replace(public, ended="turns") if public.turn == TURNS else replace(public, turn=public.turn + 1)
