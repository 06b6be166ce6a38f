"""``make minds``: play games of bots, fit each game's value to their results, and write its calibration to docs/minds.md.

``python -m benchmarks.minds --games 400 zena1814`` plays the games 0 to 399 of one game. Every fifth game is left out of the
fit that is judged. The weights that are written are then fitted to all games.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import msgspec

from benchmarks.minds import calibration, fitting
from benchmarks.minds.calibration import Guess
from benchmarks.minds.games import SEED, Position, positions
from engines import registry
from engines.contract import Engine
from engines.search.values import Weights, path_of, shares_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "minds.md"
LEFT_OUT = 5
"""One of this many games is left out."""
GAMES = 1000


def main() -> None:
    """Fit the named games, or all that have features."""
    parser = argparse.ArgumentParser(prog="benchmarks.minds")
    parser.add_argument("slugs", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=GAMES)
    parsed = parser.parse_args()
    for slug in parsed.slugs or [slug for slug in registry.PLAYABLE if find_spec(f"engines.{slug}.features")]:
        engine = registry.engine(slug)
        learn(engine, [position for number in range(parsed.games) for position in positions(engine, number)], parsed.games)


def learn(engine: Engine, played: Sequence[Position], games: int) -> None:
    """Write the weights fitted to these positions, and the calibration of weights fitted to four fifths of the games."""
    names: Sequence[str] = import_module(f"engines.{engine.slug}.features").NAMES
    fitted = [position for position in played if position.game % LEFT_OUT]
    judged = [position for position in played if not position.game % LEFT_OUT]
    expected = _weights(engine, names, fitted, games)
    plain = _weights(engine, names[:1], [_points_only(position) for position in fitted], games)
    found = calibration.guesses(judged, [_shares(expected, position) for position in judged])
    base = calibration.guesses(judged, [_shares(plain, _points_only(position)) for position in judged])
    _write(engine, _lines(engine, games, len(judged), found, base))
    weights = _weights(engine, names, played, games)
    path_of(engine.slug).write_bytes(msgspec.json.format(msgspec.json.encode(weights)) + b"\n")
    sys.stderr.write(f"{engine.slug}: {games} games, {len(played)} positions\n")


def _weights(engine: Engine, names: Sequence[str], played: Sequence[Position], games: int) -> Weights:
    win = fitting.fit_shares(fitting.table(played))
    rows = [position._replace(rows=[(*row, 1, len(position.rows)) for row in position.rows]) for position in played]
    points = fitting.fit_points(fitting.table(rows))
    return Weights(
        version=engine.versions[-1],
        made=datetime.now(UTC).date().isoformat(),
        seed=SEED,
        games=games,
        positions=len(played),
        win=dict(zip(names, win, strict=True)),
        points=dict(zip((*names, "constant", "seats"), points, strict=True)),
    )


def _points_only(position: Position) -> Position:
    """Return a position with the points so far as its only feature; they come first in ``NAMES``."""
    return position._replace(rows=[row[:1] for row in position.rows])


def _shares(weights: Weights, position: Position) -> tuple[float, ...]:
    return shares_of(position.rows, tuple(weights.win.values()), position.phase)


def _lines(engine: Engine, games: int, judged: int, found: Sequence[Guess], base: Sequence[Guess]) -> list[str]:
    """Return the calibration of one game in Markdown."""
    lines = [
        f"### {engine.title}",
        "",
        f"{games:,} games. The tables use a fit to four fifths of these games, and {judged:,} positions from the other games.",
        "",
        "| | beginning | middle | end | all |",
        "| --- | --- | --- | --- | --- |",
    ]
    for label, measure in (("Brier score", calibration.brier), ("AUC", calibration.auc)):
        for name, each in (("value", found), ("points so far", base)):
            parts = [[guess for guess in each if guess.third == third] for third in range(3)]
            lines.append(f"| {label}, {name} | " + " | ".join(f"{measure(part):.3f}" for part in (*parts, each)) + " |")
    lines += ["", "| expected share | true share | cases |", "| --- | --- | --- |"]
    lines += [f"| {mean:.2f} | {true:.2f} | {count:,} |" for count, mean, true in calibration.reliability(found)]
    return [*lines, ""]


def _write(engine: Engine, lines: Sequence[str]) -> None:
    """Replace the calibration of this game on the page."""
    pattern = rf"### {re.escape(engine.title)}\n.*?(?=\n##|\Z)"
    text, count = re.subn(pattern, lambda _found: "\n".join(lines).rstrip() + "\n", PAGE.read_text(), flags=re.DOTALL)
    if not count:
        raise SystemExit(f"{PAGE.name} has no section for {engine.title}")
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
