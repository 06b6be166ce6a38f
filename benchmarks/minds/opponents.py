"""Players of measured games: the levels of bots, and two that look one action ahead."""

from collections.abc import Callable, Sequence
from typing import Any

from engines.contract import Engine, Pending, Seen
from engines.search.levels import Level, decide, search
from engines.search.lines import imagined

type Worth = Callable[[Sequence[int], int], int]
"""Worth of the points of all seats to one of them."""


def own(points: Sequence[int], seat: int) -> int:
    """Return the points of the seat."""
    return points[seat]


def lead(points: Sequence[int], seat: int) -> int:
    """Return the lead of the seat over the best other one."""
    return points[seat] - max(other for index, other in enumerate(points) if index != seat)


ONE_PLY: dict[str, Worth] = {"greedy": own, "denial": lead}
"""Players that take the action after which the points are worth most; of equal ones the first."""


def answer(engine: Engine, name: str, seen: Seen[Any, Any], pending: Pending, key: bytes) -> Any:
    """Return the action of a player: the name of a level, ``doge-60`` for a doge with 60 simulations, or one of ``ONE_PLY``.

    Raises :class:`ValueError` if there is no such player.
    """
    if worth := ONE_PLY.get(name):
        world = imagined(engine, seen, key)

        def after(action: Any) -> int:
            return worth(points(engine.slug, engine.apply(world, pending.seat, action).state.public), pending.seat)

        return max(engine.legal(seen, pending), key=after)
    level, _, simulations = name.partition("-")
    if simulations:
        return search(engine, seen, pending, key, int(simulations)).action
    return decide(engine, Level(level), seen, pending, key).reply


def points(slug: str, public: Any) -> list[int]:
    """Return the points of each seat so far, without those that are counted at the end."""
    match slug:
        case "gonzaga":
            return [court.score for court in public.courts]
        case "principato":
            return [sum((*realm.monuments, *realm.books, *realm.paintings, realm.points)) for realm in public.realms]
        case _:
            return [family.points for family in public.families]
