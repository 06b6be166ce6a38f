"""What the site costs: pages, moves and sweeps, each against the least that anybody could do for the same."""

from collections.abc import Iterator

from benchmarks import scratch
from benchmarks.figure import Figure


def figures() -> Iterator[Figure]:
    """Figures that need a database and a broker; both are made for this run and removed after it."""
    scratch.settle()
    # Only now may models be imported.
    from benchmarks import drawing, durable, finding, pages, sweeping

    yield from drawing.figures()
    with scratch.broker():
        with scratch.databases("pages"):
            yield from pages.figures()
            yield from durable.figures()
        yield sweeping.figure()
        yield from finding.figures()
