"""Pages and moves with Django's own template loader, in a process of its own.

``python -m benchmarks.stock`` prints the figures as JSON.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace

from benchmarks import reference, scratch
from benchmarks.figure import Figure


def figures() -> Iterator[Figure]:
    """Run this module and yield its figures: those of ``benchmarks.pages`` in milliseconds, without goals.

    Their names end with ``-by-django``.
    """
    environment = os.environ | {"COMPILED_TEMPLATES": "no"}
    command = [sys.executable, "-m", "benchmarks.stock"]
    result = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    for row in json.loads(result.stdout):
        yield Figure(**row)


def main() -> None:
    """Measure with Django's own templates, and print the figures."""
    scratch.settle()
    from benchmarks import games, pages, settings

    if settings.COMPILED_TEMPLATES:
        raise RuntimeError("COMPILED_TEMPLATES is on")
    with scratch.databases("stock"), reference.floor(settings.FOLDER) as floor:
        taken = games.play_all(floor)
    timings = [figure for figure in pages.figures(taken) if figure.name.endswith("-milliseconds")]
    rows = [asdict(replace(figure, name=f"{figure.name}-by-django", goal=None)) for figure in timings]
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main()
