"""Rounds and tables of an event, before its players are known."""

from collections.abc import Sequence

from engines.events import designs, fields, formats, matches, tables
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


def first_tables(setup: Setup, players: int) -> int:
    """Return the number of tables of the first round, without its draw."""
    size = setup.seats
    match setup.format:
        case "match":
            return players // 2 * 2
        case "knockout":
            return 2 * players - (1 << (players - 1).bit_length())
        case "cup":
            design = designs.design(players, size)
            return len(design.rounds[0]) if design else len(tables.sizes(players, size)[0])
        case _at_once:
            return sum(_tables_at_once(len(field), size) for field in _fields(setup, players))


def exact_fields(setup: Setup, *, least: int, most: int) -> Sequence[int]:
    """Return the numbers of players with which everybody meets everybody of their field exactly once.

    A field is the whole event, a division or a group. In pairs, a meeting is two games.
    """
    numbers = range(least, most + 1)
    match setup.format:
        case "match":
            return [count for count in numbers if count <= matches.MOST_IN_A_ROUND_ROBIN]
        case "knockout":
            return []
        case _with_designs:
            return [count for count in numbers if all(_has_design(len(field), setup) for field in _fields(setup, count))]


def has_several_tables(setup: Setup, players: int) -> bool:
    """Return whether a player of a cup has several tables in a round."""
    design = designs.design(players, setup.seats) if setup.format == "cup" else None
    return design is not None and len(design.rounds[0]) * setup.seats > players


def _fields(setup: Setup, players: int) -> Sequence[Sequence[int]]:
    everybody = range(players)
    if setup.format == "season":
        return fields.divisions(everybody)
    return fields.groups(everybody, setup.groups) if setup.format == "groups" else [everybody]


def _has_design(players: int, setup: Setup) -> bool:
    return designs.design(players, setup.seats) is not None


def _tables_at_once(players: int, size: int) -> int:
    design = designs.design(players, size)
    if design is not None:
        return len(list(design.tables))
    return (formats.TABLES_AT_ONCE if players > size else 1) * len(tables.sizes(players, size)[0])
