"""``python -m benchmarks [GROUP …]``: print one line per figure and write the figures to var/bench.json.

Groups measured by default: ``engines``, ``pictures``, ``tables``, ``practice``, ``events``, ``sealing``, ``http`` and
``archive``. Groups on demand: ``million``, ``processes`` and ``workers``. They take long or need two free cores.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks import engines, scratch, site
from benchmarks.figure import Figure

ON_DEMAND = {"million", "processes", "workers"}
REPORT = Path(__file__).resolve().parent.parent / "var" / "bench.json"


def main(names: Sequence[str]) -> int:
    """Measure the named groups, or the default ones. Return exit status 0, 1 if a goal is missed, 2 for an unknown name."""
    groups: Mapping[str, Callable[[], Iterator[Figure]]] = {"engines": engines.figures, **site.groups()}
    if unknown := set(names) - set(groups):
        sys.stderr.write(f"There is no {', '.join(sorted(unknown))}; there are {', '.join(groups)}.\n")
        return 2
    figures: list[Figure] = []
    with scratch.broker():
        for name in names or [name for name in groups if name not in ON_DEMAND]:
            for figure in groups[name]():
                figures.append(figure)
                print(figure.line(), flush=True)  # noqa: T201
    REPORT.parent.mkdir(exist_ok=True)
    rows = [asdict(figure) | {"ratio": figure.ratio, "met": figure.met} for figure in figures]
    REPORT.write_text(json.dumps(rows, indent=1) + "\n")
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
