"""``make balance``: play games of equal bots, add their results to those kept in docs/balance.json, and write docs/balance.md.

``python -m benchmarks.minds.balance principato --games 300 --level doge`` plays 300 further games for each number of seats.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from benchmarks.minds.matches import wilson
from benchmarks.minds.opponents import answer, points
from engines import registry
from engines.contract import Engine, When, view
from engines.playout import nth_key

SEED = 61
GAMES = 100
KEPT = Path(__file__).resolve().parents[2] / "docs" / "balance.json"
PAGE = KEPT.with_suffix(".md")
OPTIONS: Mapping[str, Sequence[Mapping[str, str]]] = {"zena1814": ({"mode": "expert"}, {"mode": "beginner"})}
"""Options whose games are counted apart."""
DEFICITS = (5, 10, 20)
"""Largest deficits of the buckets; the last bucket has none."""
NOTABLE = 0.03
"""Difference from the fair share that is worth a change."""
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


class Group(msgspec.Struct):
    """Counted games of one kind; ``games`` is also the number of the next game.

    ``seats`` and ``order`` are shares of the win, summed over the games: of each seat, and of each place in the turn order of
    the first round. ``order`` is empty in a game without a start player. ``lead_changes`` counts moves after which another seat
    leads alone. ``behind`` counts the seats that are behind after two thirds of the moves, and sums their shares, by deficit.
    """

    game: str
    version: str
    options: dict[str, str]
    level: str
    seats: list[float]
    order: list[float]
    behind: list[tuple[int, float]]
    games: int = 0
    lead_changes: int = 0


class Result(NamedTuple):
    """Shares of the win, the start player if the game has one, and the points of all seats after each move."""

    shares: Sequence[float]
    first: int | None
    history: Sequence[Sequence[int]]


def play(engine: Engine, options: Any, seats: int, level: str, number: int) -> Result:
    """Play one game; ``level`` names the player of every seat."""
    key = nth_key(SEED, number)
    state = engine.start(options, seats, key).state
    history = [points(engine.slug, state.public)]
    while due := [decision for decision in engine.pending(state.public) if decision.when is When.NOW]:
        decision = min(due, key=lambda decision: decision.seat)
        thought_key = hashlib.sha256(key + f"{decision.seat}/{decision.key}".encode()).digest()
        action = answer(engine, level, view(state, decision.seat), decision, thought_key)
        state = engine.apply(state, decision.seat, action).state
        history.append(points(engine.slug, state.public))
    outcome = engine.outcome(state.public)
    assert outcome is not None
    winners = outcome.ranking[0]
    first = next((int(facet.value) for facet in engine.facets(options, state.public, ()) if facet.name == "first"), None)
    return Result([(seat in winners) / len(winners) for seat in range(seats)], first, history)


def add(group: Group, result: Result) -> None:
    """Count one more game."""
    seats = len(result.shares)
    group.games += 1
    group.seats = [total + share for total, share in zip(group.seats, result.shares, strict=True)]
    if result.first is not None:
        before = group.order or [0.0] * seats
        group.order = [total + result.shares[(result.first + place) % seats] for place, total in enumerate(before)]
    group.lead_changes += lead_changes(result.history)
    after = result.history[2 * (len(result.history) - 1) // 3]
    for seat, share in enumerate(result.shares):
        deficit = max(after) - after[seat]
        if deficit:
            index = sum(deficit > most for most in DEFICITS)
            count, total = group.behind[index]
            group.behind[index] = count + 1, total + share


def lead_changes(history: Iterable[Sequence[int]]) -> int:
    """Return how often another seat than the previous sole leader took the lead alone."""
    leaders = [each.index(max(each)) for each in history if each.count(max(each)) == 1]
    return sum(leader != previous for previous, leader in pairwise(leaders))


def kept(path: Path) -> list[Group]:
    """Return all counted games. Raises :class:`msgspec.ValidationError`."""
    return msgspec.json.decode(path.read_bytes(), type=list[Group]) if path.exists() else []


def find(groups: list[Group], engine: Engine, options: Mapping[str, str], seats: int, level: str) -> Group:
    """Return the group of such games with the newest data of the game; add an empty one if it is new."""
    wanted = (engine.slug, engine.versions[-1], dict(options), level, seats)
    for group in groups:
        if (group.game, group.version, group.options, group.level, len(group.seats)) == wanted:
            return group
    new = Group(*wanted[:4], seats=[0.0] * seats, order=[], behind=[(0, 0.0)] * (len(DEFICITS) + 1))
    groups.append(new)
    return new


def extend(path: Path, engine: Engine, options: Mapping[str, str], seats: int, level: str, games: int) -> Group:
    """Play ``games`` further games of one kind, keep their counts in the file, and return the group."""
    groups = kept(path)
    group = find(groups, engine, options, seats, level)
    chosen = engine.Options(version=group.version, **options)
    for number in range(group.games, group.games + games):
        add(group, play(engine, chosen, seats, level, number))
    path.write_bytes(b"[\n" + b",\n".join(map(msgspec.json.encode, groups)) + b"\n]\n")
    return group


def table(groups: Iterable[Group]) -> list[str]:
    """Return the figures in Markdown, one heading for each game and level."""
    lines: list[str] = []
    heading = ""
    for group in sorted(groups, key=lambda group: (group.game, group.level, len(group.seats))):
        title = f"### {registry.engine(group.game).title}, {group.level}s"
        if title != heading:
            heading = title
            deficits = [f"{low + 1} to {most} behind" for low, most in pairwise((0, *DEFICITS))]
            columns = ["games", "seats", "turn order", "lead changes", *deficits, f"over {DEFICITS[-1]} behind"]
            lines += ["", title, "", f"| | {' | '.join(columns)} |", "| --- " * (len(columns) + 1) + "|"]
        name = ", ".join([f"{len(group.seats)} seats", *group.options.values()])
        behind = " | ".join(f"{total / count:.2f} of {count:,}" if count else "" for count, total in group.behind)
        changes = group.lead_changes / group.games
        shares = f"{_shares(group.seats, group.games)} | {_shares(group.order, group.games)}"
        lines.append(f"| {name} | {group.games:,} | {shares} | {changes:.1f} | {behind} |")
    return [*lines, ""]


def _shares(totals: Sequence[float], games: int) -> str:
    """Return each share with its interval; notable ones are bold."""
    found = []
    for total in totals:
        low, high = wilson(total / games, games)
        mark = "**" if is_notable(low, high, len(totals)) else ""
        found.append(f"{mark}{total / games:.3f}{mark} ({low:.2f} to {high:.2f})")
    return "<br>".join(found)


def is_notable(low: float, high: float, seats: int) -> bool:
    """Return whether an interval excludes all shares within ``NOTABLE`` of the fair one."""
    return low > 1 / seats + NOTABLE or high < 1 / seats - NOTABLE


def write(groups: Iterable[Group]) -> None:
    """Replace the figures on the page."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text("\n".join([before + BEGIN, *table(groups), END]) + rest.partition(END)[2])


def main() -> None:
    """Play further games of the named games, or of all, with every number of seats."""
    parser = argparse.ArgumentParser(prog="benchmarks.minds.balance")
    parser.add_argument("slugs", nargs="*", metavar="GAME", default=registry.PLAYABLE)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--level", default="merchant")
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--kept", type=Path, default=KEPT, help="file with the counts")
    parsed = parser.parse_args()
    for slug in parsed.slugs:
        engine = registry.engine(slug)
        for seats in parsed.seats or engine.seat_range:
            for options in OPTIONS.get(slug, ({},)):
                group = extend(parsed.kept, engine, options, seats, parsed.level, parsed.games)
                sys.stderr.write(f"{slug}, {seats} seats {options or ''}: {group.games} games\n")
    if parsed.kept == KEPT:
        write(kept(KEPT))


if __name__ == "__main__":
    main()
