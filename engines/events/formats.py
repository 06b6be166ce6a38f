"""Whole events: the next round of each format, standings, and final ranks that are still possible.

An event is its setup, its players and the rounds so far. Everything follows from these and two seeds of 32 bytes: a secret one
for the draws, and a public one for the lot that decides between equal players.
"""

import hmac
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from engines import chance
from engines.events import designs, fields, finals, knockout, matches, tables
from engines.events.event import BYE, Event, Round, Setup
from engines.events.pairs import Pair
from engines.events.standings import Row, possible_ranks, standings

# Tables of each player in a season or group for which no design is known.
TABLES_AT_ONCE = 5


def next_round(event: Event, *, secret: bytes, costs: Mapping[Pair, int] | None = None) -> Round | None:
    """Return the next round with its tables and byes, or None if the event is over.

    ``secret``: the secret seed of the event. ``costs``: as in ``matches.swiss``. Raises ValueError while a table is played.
    """
    if not event.is_played:
        raise ValueError("a table of the last round is not finished")
    if not _has_next(event):
        return None
    draw = {"match": _match, "knockout": _knockout, "cup": _cup, "season": _season, "groups": _groups}[event.setup.format]
    return draw(event, secret, costs or {})


def ranking(event: Event) -> tuple[Row, ...]:
    """Return the standings.

    In a knock-out, the stage that a player has reached counts first. With a final, its table counts first, then the places in
    the groups; points of the final are not added.
    """
    if event.setup.format == "groups" and event.rounds:
        return _renumbered(_with_final(event))
    rows = standings(event.players, event.results, extra=event.extra, seed=event.seed)
    if event.setup.format == "knockout":
        reached = knockout.reached_stages(event)
        return _renumbered(sorted(rows, key=lambda row: -reached[row.player]))
    return rows


def ranks_still_possible(event: Event) -> Mapping[int, tuple[int, int]]:
    """Return each player's best and worst possible final rank. Players who have withdrawn can get no more points.

    Before the final after groups is drawn, this holds if nobody else withdraws, because the next player would take that place.
    """
    rows = ranking(event)
    if is_over(event):
        return {row.player: (row.rank, row.rank) for row in rows}
    if event.setup.format == "knockout":
        return knockout.possible_ranks(event, rows)
    if event.setup.format == "groups":
        return _ranks_with_final(event, rows)
    return possible_ranks(rows, _still(event))


def group_standings(event: Event) -> Sequence[Sequence[Row]]:
    """Return the standings of each group, by the tables of the first round. Raises IndexError before that round is drawn."""
    first = event.rounds[0]
    results = [result for result in first.results if result is not None]
    byes = {player: first.byes.count(player) * BYE for player in first.byes}
    groups = []
    for members in _members(event):
        inside = [result for result in results if result.players[0] in members]
        extra = {each: byes[each] for each in members if each in byes}
        groups.append(standings(members, inside, extra=extra, seed=event.seed))
    return groups


def is_over(event: Event) -> bool:
    """Return whether all tables are finished and no round follows."""
    return event.is_played and not _has_next(event)


def round_count(event: Event) -> int:
    """Return the number of rounds of an event without a knock-out."""
    setup, players = event.setup, len(event.players)
    if setup.format == "match" and players <= matches.MOST_IN_A_ROUND_ROBIN:
        return len(matches.round_robin(event.players))
    if setup.format == "cup" and (design := designs.design(players, setup.seats)):
        return len(design.rounds)
    return {"season": 1, "groups": 2}.get(setup.format, setup.rounds)


def _has_next(event: Event) -> bool:
    """Return whether a round follows the finished ones."""
    if event.setup.format == "knockout":
        return bool(knockout.undecided(event))
    return len(event.rounds) < round_count(event)


def _key(secret: bytes, label: str) -> bytes:
    """Return a key of 32 bytes for one draw."""
    return hmac.digest(secret, label.encode(), "sha256")


def _match(event: Event, secret: bytes, costs: Mapping[Pair, int]) -> Round:
    number = len(event.rounds)
    if len(event.players) <= matches.MOST_IN_A_ROUND_ROBIN:
        order, _draw = chance.shuffle(secret, "places", event.players)
        drawn = matches.round_robin(order)[number]
        pairs = [pair for pair in drawn.pairs if not event.left.intersection(pair)]
        playing = {player for pair in pairs for player in pair}
        return _pairings(pairs, [player for player in event.present if player not in playing])
    if len(event.present) < 2:
        return Round((), tuple(event.present))
    rows = [row for row in ranking(event) if row.player not in event.left]
    floats = _floats(event)
    field = [matches.Player(row.player, row.points, row.player in event.rested, floats.get(row.player, 0)) for row in rows]
    swiss = matches.swiss(field, event.met, costs)
    return _pairings(swiss.pairs, [] if swiss.bye is None else [swiss.bye])


def _pairings(pairs: Sequence[Pair], byes: Sequence[int]) -> Round:
    return Round(tuple(table for one, other in pairs for table in ((one, other), (other, one))), tuple(byes))


def _floats(event: Event) -> Mapping[int, int]:
    """Return the number of pairings of each player with somebody who had another score."""
    floats: dict[int, int] = {}
    for number, played in enumerate(event.rounds):
        points = {row.player: row.points for row in ranking(msgspec.structs.replace(event, rounds=event.rounds[:number]))}
        for one, other in played.tables[::2]:
            if points[one] != points[other]:
                floats[one], floats[other] = floats.get(one, 0) + 1, floats.get(other, 0) + 1
    return floats


def _knockout(event: Event, _secret: bytes, _costs: Mapping[Pair, int]) -> Round:
    return _pairings(knockout.undecided(event), [])


def _cup(event: Event, secret: bytes, costs: Mapping[Pair, int]) -> Round:
    number, size = len(event.rounds), event.setup.seats
    design = designs.design(len(event.players), size)
    if design is None:
        return _swiss_tables(event, event.present, _key(secret, f"round {number}"), costs)
    order, _draw = chance.shuffle(secret, "places", event.players)
    seated = [tuple(order[place] for place in table if order[place] not in event.left) for table in design.rounds[number]]
    # A table whose other players have withdrawn is a bye.
    return Round(tuple(table for table in seated if len(table) > 1), tuple(table[0] for table in seated if len(table) == 1))


def _swiss_tables(event: Event, players: Sequence[int], key: bytes, costs: Mapping[Pair, int]) -> Round:
    """Return a round for these players by the standings so far."""
    if len(players) < 2:
        return Round((), tuple(players))
    taken = _taken(event)
    field = [
        tables.Entrant(row.player, row.points, row.player in event.rested, tuple(taken.get(row.player, ())))
        for row in ranking(event)
        if row.player in players
    ]
    drawn = tables.draw(field, event.met, event.setup.seats, costs=costs, seed=key)
    return Round(drawn.tables, drawn.byes)


def _taken(event: Event) -> Mapping[int, Sequence[int]]:
    taken: dict[int, list[int]] = {}
    for played in event.rounds:
        for table in played.tables:
            for seat, player in enumerate(table):
                taken.setdefault(player, [0] * 5)[seat] += 1
    return taken


def _season(event: Event, secret: bytes, costs: Mapping[Pair, int]) -> Round:
    return _at_once(event, event.present, secret, costs)


def _at_once(event: Event, players: Sequence[int], key: bytes, costs: Mapping[Pair, int]) -> Round:
    """Return all tables of a field: its design, or several rounds of a Swiss system without results."""
    size = event.setup.seats
    mixed, _draw = chance.shuffle(key, "places", players)
    design = designs.design(len(players), size)
    if design is not None:
        return Round(tuple(tuple(mixed[place] for place in table) for table in design.tables))
    rounds: list[Round] = []
    for number in range(TABLES_AT_ONCE if len(players) > size else 1):
        so_far = Event(Setup("cup", size), mixed, event.seed, tuple(rounds))
        rounds.append(_swiss_tables(so_far, mixed, _key(key, f"round {number}"), costs))
    return _joined(rounds)


def _joined(rounds: Sequence[Round]) -> Round:
    """Return one round with all tables and byes of these."""
    return Round(
        tuple(table for drawn in rounds for table in drawn.tables), tuple(each for drawn in rounds for each in drawn.byes)
    )


def _groups(event: Event, secret: bytes, costs: Mapping[Pair, int]) -> Round:
    if not event.rounds:
        members = enumerate(_members(event))
        return _joined([_at_once(event, group, _key(secret, f"group {number}"), costs) for number, group in members])
    present = fields.finalists(group_standings(event), event.setup.seats, event.left)
    return Round((present,)) if len(present) > 1 else Round((), present)


def _members(event: Event) -> Sequence[Sequence[int]]:
    return fields.groups(event.players, event.setup.groups)


def _with_final(event: Event) -> Sequence[Row]:
    """Return all rows of the groups: first the finalists by their places in the final, then the others as for the final."""
    rows = {row.player: row for group in group_standings(event) for row in group}
    order = fields.finalists(group_standings(event), max(len(rows), event.setup.groups))
    finalists = _finalists(event)
    # A player who withdrew from the final is behind the others there, whatever the steward reached.
    places = {
        player: (player in result.left, place)
        for drawn in event.rounds[1:]
        for result in drawn.results
        if result is not None
        for player, place in zip(result.players, result.places, strict=True)
    }
    best_first = sorted(order, key=lambda player: (player not in finalists, places.get(player, (False, 0))))
    return [rows[player] for player in best_first]


def _finalists(event: Event) -> frozenset[int]:
    """Return the players of the final; one who is alone there has a bye. Empty before the final is drawn."""
    return frozenset(player for drawn in event.rounds[1:] for players in (*drawn.tables, drawn.byes) for player in players)


def _ranks_with_final(event: Event, rows: Sequence[Row]) -> Mapping[int, tuple[int, int]]:
    """Return possible ranks: by the groups until the final is drawn, then in the final."""
    if not event.rounds:
        return {row.player: (1, len(rows)) for row in rows}
    if len(event.rounds) == 1:
        return finals.possible_ranks(group_standings(event), _at_tables(event), event.setup.seats, event.left)
    finalists = _finalists(event)
    return {row.player: (1, len(finalists)) if row.player in finalists else (row.rank, row.rank) for row in rows}


def _at_tables(event: Event) -> Mapping[int, Fraction]:
    """Return the points that each player can still get at the tables drawn so far."""
    counted = Counter(player for table in event.unfinished for player in table if player not in event.left)
    return {player: Fraction(counted[player]) for player in event.players}


def _still(event: Event) -> Mapping[int, Fraction]:
    """Return the points that each player can still get: at open tables, and in rounds to come."""
    to_come = max(0, round_count(event) - len(event.rounds)) * _most_in_a_round(event)
    return {player: points + to_come * (player not in event.left) for player, points in _at_tables(event).items()}


def _most_in_a_round(event: Event) -> int:
    """Return the most points that one round to come can give."""
    setup = event.setup
    if setup.format == "season":
        return TABLES_AT_ONCE + len(event.players)
    design = designs.design(len(event.players), setup.seats) if setup.format == "cup" else None
    if design is not None and len(design.rounds) == 1:
        return (len(event.players) - 1) // (setup.seats - 1)
    return setup.tables_each


def _renumbered(rows: Sequence[Row]) -> tuple[Row, ...]:
    return tuple(msgspec.structs.replace(row, rank=rank) for rank, row in enumerate(rows, 1))
