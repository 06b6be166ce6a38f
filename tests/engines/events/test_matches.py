"""Pairings for two: round robin and Swiss system."""

from collections import Counter
from fractions import Fraction

import pytest

from engines import chance
from engines.events import matches
from engines.events.matches import Player


def players(scores, byes=(), floats=()):
    return [
        Player(number, Fraction(score), number in byes, floats[number] if floats else 0)
        for number, score in sorted(enumerate(scores), key=lambda each: -each[1])
    ]


@pytest.mark.parametrize("count", range(2, 11))
def test_in_a_round_robin_every_two_meet_once(count):
    rounds = matches.round_robin(range(count))
    met = Counter(frozenset(pair) for each in rounds for pair in each.pairs)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2
    byes = [each.bye for each in rounds if each.bye is not None]
    assert sorted(byes) == (list(range(count)) if count % 2 else [])
    for each in rounds:
        busy = [player for pair in each.pairs for player in pair]
        assert len(busy) == len(set(busy))


def every_pairing(numbers):
    if not numbers:
        yield ()
        return
    first, *rest = numbers
    for other in rest:
        for pairs in every_pairing([each for each in rest if each != other]):
            yield ((first, other), *pairs)


@pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 9, 10])
def test_the_pairing_is_the_best_of_all(count):
    """Compared with all pairings for up to ten players, in events that last until nobody new is left."""
    for number in range(1 if count > 8 else 3):
        seed, met, byes = bytes([number] * 32), set(), set()
        scores, floats = [Fraction(0)] * count, [0] * count
        for round_number in range(count + 1):
            ranked = players(scores, byes, floats)
            drawn = matches.swiss(ranked, met)
            assert sorted([*(each for pair in drawn.pairs for each in pair), *([drawn.bye] if count % 2 else [])]) == list(
                range(count)
            )

            def cost(pairs, scores=scores, floats=floats, met=met):
                split = [pair for pair in pairs if scores[pair[0]] != scores[pair[1]]]
                differences = sorted((abs(scores[one] - scores[other]) for one, other in split), reverse=True)
                return (
                    sum(tuple(sorted(pair)) in met for pair in pairs),
                    differences,
                    sum(floats[one] + floats[other] for one, other in split),
                )

            present = [player.number for player in ranked if player.number != drawn.bye]
            assert cost(drawn.pairs) == min(map(cost, every_pairing(present)))
            if drawn.bye is not None:
                lowest_first = [player.number for player in reversed(ranked)]
                rested = [player for player in lowest_first if player not in byes] or lowest_first
                free = [
                    bye
                    for bye in rested
                    if any(cost(pairs)[0] == 0 for pairs in every_pairing([each for each in range(count) if each != bye]))
                ]
                assert drawn.bye == (free[0] if free else rested[0])
                byes.add(drawn.bye)
                scores[drawn.bye] += 2
            for one, other in drawn.pairs:
                met.add(tuple(sorted((one, other))))
                if scores[one] != scores[other]:
                    floats[one] += 1
                    floats[other] += 1
                won, _draw = chance.pick(seed, f"{round_number} {one} {other}", 3)
                scores[one] += won
                scores[other] += 2 - won


def test_costs_are_weighed_below_repeats_and_above_scores():
    ranked = players([4, 4, 0, 0])
    assert set(matches.swiss(ranked, []).pairs) == {(0, 1), (2, 3)}
    assert {tuple(sorted(pair)) for pair in matches.swiss(ranked, [], {(0, 1): 1}).pairs} != {(0, 1), (2, 3)}
    only = [(0, 2), (0, 3), (1, 2), (1, 3)]
    assert {tuple(sorted(pair)) for pair in matches.swiss(ranked, only, {(0, 1): 1}).pairs} == {(0, 1), (2, 3)}
