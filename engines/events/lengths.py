"""Largest number of rounds of an event, before its players are known."""

from engines.events import designs, matches
from engines.events.event import Setup


def most_rounds(setup: Setup, *, least: int, most: int) -> int:
    """Return the largest number of rounds with ``least`` to ``most`` players.

    In a knock-out, a pairing that decides nothing is played once more.
    """
    match setup.format:
        case "season":
            return 1
        case "groups":
            return 2
        case "knockout":
            return 2 * (most - 1).bit_length()
        case "match":
            everybody = range(least, min(most, matches.MOST_IN_A_ROUND_ROBIN) + 1)
            robins = [count - 1 + count % 2 for count in everybody]
            return max([*robins, *([setup.rounds] if most > matches.MOST_IN_A_ROUND_ROBIN else [])])
        case _cup:
            found = [designs.design(count, setup.seats) for count in range(least, most + 1)]
            return max(len(design.rounds) if design else setup.rounds for design in found)
