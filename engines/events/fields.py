"""Fields of players: groups with a final, and divisions of a season with promotion and relegation."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import median

import msgspec

from engines.events.standings import Row

FEWEST_IN_A_DIVISION, MOST_IN_A_DIVISION = 9, 16
# The part of a division that changes to the next one, above and below.
MOVING = 4


class Members(msgspec.Struct, frozen=True):
    """Players of a division who play on in the next season, by their standing in it, best first."""

    up: tuple[int, ...]
    stay: tuple[int, ...]
    down: tuple[int, ...]


def groups(ranked: Sequence[int], count: int) -> tuple[tuple[int, ...], ...]:
    """Divide players, strongest first, into groups of nearly the same strength and size: each row of the draw turns around."""
    drawn: list[list[int]] = [[] for _group in range(count)]
    for number, player in enumerate(ranked):
        row, place = divmod(number, count)
        drawn[place if row % 2 == 0 else count - 1 - place].append(player)
    return tuple(map(tuple, drawn))


def finalists(standings: Sequence[Sequence[Row]], size: int, left: Collection[int] = ()) -> tuple[int, ...]:
    """Return the players of the final: the winners of all groups, then the best of the other players, place by place.

    Players of the same place in different groups are compared by points and wins, divided by the number of opponents in their
    group, then by the other tie-breaks. ``left``: players who have withdrawn, and whose places pass to the next ones. Raises
    ValueError if there are more groups than seats.
    """
    if len(standings) > size:
        raise ValueError("more groups than seats in the final")
    present = [[(row, len(group) - 1) for row in group if row.player not in left] for group in standings]
    chosen: list[int] = []
    for place in range(max(map(len, present), default=0)):
        rows = [group[place] for group in present if place < len(group)]
        best_first = sorted(rows, key=lambda row: _compared(*row), reverse=True)
        chosen += [row.player for row, _opponents in best_first]
    return tuple(chosen[:size])


def divisions(ranked: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Divide players, best first, into as few divisions of at most 16 as possible, the upper ones larger by at most 1.

    With fewer than 9 players, or 17, smaller divisions cannot be avoided.
    """
    count = max(1, -(-len(ranked) // MOST_IN_A_DIVISION))
    each, more = divmod(len(ranked), count)
    sizes = [each + (number < more) for number in range(count)]
    players = iter(ranked)
    return tuple(tuple(next(players) for _player in range(size)) for size in sizes)


def moved(standing: Sequence[int], confirmed: Iterable[int], *, highest: bool, lowest: bool) -> Members:
    """Return who of a division goes up, stays and goes down: the best and the last quarter of those who finished.

    Only players who confirmed play on; the places of the others are not passed on.
    """
    playing = set(confirmed)
    quarter = len(standing) // MOVING
    up = () if highest else standing[:quarter]
    down = () if lowest else standing[len(standing) - quarter :]
    middle = [player for player in standing if player not in {*up, *down}]
    return Members(*(tuple(player for player in part if player in playing) for part in (up, middle, down)))


def next_season(last: Sequence[Members], new: Iterable[int], rating: Mapping[int, float]) -> tuple[tuple[int, ...], ...]:
    """Return the divisions of the next season, from those of the last one (highest first) and new players.

    A new player enters at the end of the first division whose median rating is not above their own, or of the last one.
    """
    blocks = []
    for number, division in enumerate(last):
        from_above = last[number - 1].down if number else ()
        from_below = last[number + 1].up if number + 1 < len(last) else ()
        blocks.append([*from_above, *division.stay, *from_below])
    blocks = [block for block in blocks if block] or [[]]
    medians = [median(rating[player] for player in block) if block else 0 for block in blocks]
    for player in sorted(new, key=lambda each: -rating[each]):
        fitting = (number for number, middle in enumerate(medians) if middle <= rating[player])
        blocks[next(fitting, len(blocks) - 1)].append(player)
    return divisions([player for block in blocks for player in block])


def _compared(row: Row, opponents: int) -> tuple[object, ...]:
    """Return the key by which players of the same place in different groups are compared."""
    others = max(1, opponents)
    return row.points / others, row.wins / others, row.shares / others, row.opponents, -row.lot
