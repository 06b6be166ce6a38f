"""Table of measured series, and the steps between the levels in rating points: ``python -m benchmarks.minds.ladder FOLDER``.

The folder has the files of :mod:`benchmarks.minds.matches`.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from openskill.models import PlackettLuce

from benchmarks.minds.matches import MARGIN, Played, Series, Verdict, kept, verdict, wilson
from engines import registry

MODEL = PlackettLuce()
BEGINNING, STEP = 1500, 25
"""Displayed rating of a new player, and points for each unit of the model, as in docs/ratings.md."""
RESULTS: Mapping[Verdict, str] = {
    "reached": "more than {low:.2f} (sequential test)",
    "missed": "less than {high:.2f} (sequential test)",
    "open": "not proven",
}
LADDER = ("apprentice", "merchant", "doge")


def goal(series: Series) -> float | None:
    """Return the share of the win that the challenger should reach, or None if there is no goal."""
    match series.challenger, series.opponent:
        case "merchant", "apprentice":
            return 0.8
        case "doge", "merchant":
            return 0.75 if series.seats == 2 else 2 / series.seats
        case "doge", "greedy" | "denial":
            return 0.9
    return None


def series_in(folder: Path) -> Iterator[Series]:
    """Yield the series with a file in the folder."""
    for path in sorted(folder.glob("*.jsonl")):
        slug, seats, challenger, opponent = path.stem.split()
        yield Series(slug, int(seats), challenger, opponent)


def line(series: Series, played: Sequence[Played]) -> str:
    """Return one row of the Markdown table."""
    shares, aim = [each.share for each in played], goal(series)
    share = sum(shares) / len(shares)
    low, high = wilson(share, len(shares))
    decisions = sum(each.decisions for each in played)
    tested = "" if aim is None else f"{aim:.2f}"
    cells = (
        registry.engine(series.slug).title,
        str(series.seats),
        f"{series.challenger} against {series.opponent}",
        str(len(shares)),
        f"{share:.3f}",
        f"{low:.2f} to {high:.2f}",
        tested,
        "" if aim is None else words(shares, aim),
        f"{sum(each.lead for each in played) / len(played):+.1f}",
        f"{sum(each.seconds for each in played) / decisions:.3f} s",
    )
    return f"| {' | '.join(cells)} |"


def words(shares: Sequence[float], aim: float) -> str:
    """Return the result of a series for its goal: of its interval, or of the sequential test if that says less."""
    low, high = wilson(sum(shares) / len(shares), len(shares))
    if low >= aim:
        return "reached"
    if high < aim:
        return "missed"
    return RESULTS[verdict(shares, aim)].format(low=aim - MARGIN, high=aim + MARGIN)


def ratings(series: Iterable[tuple[str, str, Sequence[float]]]) -> dict[str, float]:
    """Return the displayed rating of each player from games for two: challenger, opponent and the challenger's shares.

    All series progress evenly, so that the last games of each one count last.
    """
    found = {name: MODEL.rating() for challenger, opponent, _ in series for name in (challenger, opponent)}
    games = [
        ((number + 1) / len(shares), challenger, opponent, share)
        for challenger, opponent, shares in series
        for number, share in enumerate(shares)
    ]
    for _, challenger, opponent, share in sorted(games):
        teams = MODEL.rate([[found[challenger]], [found[opponent]]], scores=[share, 1 - share])
        found[challenger], found[opponent] = teams[0][0], teams[1][0]
    return {name: BEGINNING + STEP * rating.ordinal() for name, rating in found.items()}


def main(folder: Path) -> None:
    """Print the tables of a folder in Markdown."""
    lines = [
        "| | seats | players | games | share | interval | goal | result | mean lead | CPU time of a decision |",
        "| --- " * 10 + "|",
    ]
    played = {series: kept(series.path(folder)) for series in series_in(folder)}
    lines += [line(series, games) for series, games in played.items() if games]
    lines += ["", "| | apprentice | merchant | doge |", "| --- | --- | --- | --- |"]
    for slug in registry.PLAYABLE:
        pairs = [
            (series.challenger, series.opponent, [each.share for each in games])
            for series, games in played.items()
            if series.slug == slug and series.seats == 2 and {series.challenger, series.opponent} <= {*LADDER}
        ]
        found = ratings(pairs)
        cells = [f"{found[name]:.0f}" if name in found else "" for name in LADDER]
        lines.append(f"| {registry.engine(slug).title} | {' | '.join(cells)} |")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
