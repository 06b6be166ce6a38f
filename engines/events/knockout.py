"""Knock-out for two: the bracket, the stages played so far, and the ranks that are still possible."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engines import chance
from engines.events.event import Event
from engines.events.pairs import Pair
from engines.events.standings import Result, Row, shares, table_points
from engines.events.standings import possible_ranks as within

# Pairs of players with their winner; None where there is none.
type Stage = Sequence[tuple[int | None, int | None, int | None]]


def bracket(seeded: Sequence[int]) -> tuple[tuple[int, int | None], ...]:
    """Return the first round of a knock-out: the best against the last, with free passages for the best of an uneven field.

    The winners of neighbouring pairings meet in the next round, and the two best can meet only in the final.
    """
    size = 1
    while size < len(seeded):
        size *= 2
    order = [0]
    while len(order) < size:
        order = [each for place in order for each in (place, 2 * len(order) - 1 - place)]
    drawn = [seeded[place] if place < len(seeded) else None for place in order]
    pairs = zip(drawn[::2], drawn[1::2], strict=True)
    return tuple((one, other) for one, other in pairs if one is not None)


def knocked_out(pair: Pair, results: Sequence[Result], *, seed: bytes) -> int | None:
    """Return the winner of a knock-out pairing by the results of its tables, or None if one more pairing is needed.

    Points decide, then the sum of shares of the tables' points. After two pairings that decide nothing, the player wins who had
    not withdrawn by then, else the lot decides.
    """
    for values in (table_points, shares):
        one, other = (sum((values(result)[player] for result in results), Fraction(0)) for player in pair)
        if one != other:
            return pair[0] if one > other else pair[1]
    if len(results) <= 2:
        return None
    left = {player for result in results for player in result.left}
    if len(left.intersection(pair)) == 1:
        return next(player for player in pair if player not in left)
    index, _draw = chance.pick(seed, f"lot {pair[0]} {pair[1]}", 2)
    return pair[index]


def undecided(event: Event) -> Sequence[Pair]:
    """Return the pairs of the last stage that have no winner yet and can play."""
    *_earlier, stage = stages(event)
    pairs = [(one, other) for one, other, winner in stage if winner is None and one is not None and other is not None]
    return [pair for pair in pairs if not event.left.intersection(pair)]


def stages(event: Event) -> Sequence[Stage]:
    """Return all stages of a knock-out so far, the last one perhaps undecided: pairs with their winner, or None."""
    pairs: Sequence[tuple[int | None, int | None]] = bracket(event.players)
    stages: list[Stage] = []
    while True:
        stage = [(one, other, _winner(event, one, other)) for one, other in pairs]
        stages.append(stage)
        decided = all(winner is not None or one is other is None for one, other, winner in stage)
        if not decided or len(stage) == 1:
            return stages
        winners = [winner for _one, _other, winner in stage]
        pairs = list(zip(winners[::2], winners[1::2], strict=True))


def _winner(event: Event, one: int | None, other: int | None) -> int | None:
    """Return the winner of a pair by its results, else the one who plays on; None if there is none yet.

    While a table of the pair is played, there is none, because its result may already be certain but not yet recorded.

    Of two players who have withdrawn, the one who stayed longer has won, so that a stage once decided stays as it is. The
    same holds for a free passage.
    """
    if one is not None and other is not None:
        if event.is_playing(one, other):
            return None
        results = [result for result in event.results if set(result.players) == {one, other}]
        winner = knocked_out((one, other), results, seed=event.seed) if results else None
        if winner is not None:
            return winner
    pair = [player for player in (one, other) if player is not None]
    here = [player for player in pair if player not in event.left]
    if len(here) == 2:
        return None
    return here[0] if here else max(pair, key=lambda player: (event.stay(player), -player), default=None)


def reached_stages(event: Event) -> Mapping[int, int]:
    """Return the last stage of each player, one more for the winner of the final."""
    reached: dict[int, int] = {}
    for number, stage in enumerate(stages(event)):
        for one, other, _winner in stage:
            reached |= {player: number for player in (one, other) if player is not None}
    [*_others, last] = stages(event)
    if len(last) == 1 and last[0][2] is not None:
        reached[last[0][2]] += 1
    return reached


def possible_ranks(event: Event, rows: Sequence[Row]) -> Mapping[int, tuple[int, int]]:
    """Return possible ranks by stages: losers rank above those who were out before, and players of open pairs can still win.

    ``rows``: the standings. Every pair of the last stage will have a winner, who ranks above all losers so far.
    """
    *_earlier, last = stages(event)
    reached = reached_stages(event)
    winners = {winner for _one, _other, winner in last}
    playing = {player for one, other, winner in last if winner is None for player in (one, other)}
    ranks: dict[int, tuple[int, int]] = {}
    for stage in set(reached.values()):
        above = sum(other > stage for other in reached.values())
        worst = above + sum(other == stage for other in reached.values())
        here = [row for row in rows if reached[row.player] == stage]
        ranks |= {row.player: (1, len(last) if row.player in winners else worst) for row in here}
        out = [row for row in here if row.player not in winners | playing]
        best = max(above, len(last))
        for player, (first, final) in within(out, dict.fromkeys(reached, Fraction(0))).items():
            ranks[player] = (best + first, worst - len(out) + final)
    return ranks
