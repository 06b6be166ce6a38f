"""Cost of the site's pages, moves, emails and sweeps, against the least possible cost."""

from collections.abc import Callable, Iterator, Mapping

from benchmarks import reference, scratch
from benchmarks.figure import Figure


def groups() -> Mapping[str, Callable[[], Iterator[Figure]]]:
    """Load the site, and return the benchmarks that need it, by name. Each creates its databases and removes them."""
    scratch.settle()
    # Models can be imported only after ``settle``.
    from benchmarks import competing, drawing, practising, sealing, working
    from benchmarks.http import serving
    from benchmarks.large import finding, million

    return {
        "pictures": drawing.figures,
        "tables": _tables,
        "practice": practising.figures,
        "events": competing.figures,
        "sealing": sealing.figures,
        "http": serving.figures,
        "archive": finding.figures,
        "million": million.figures,
        "processes": serving.two_processes,
        "workers": working.figures,
    }


def _tables() -> Iterator[Figure]:
    """Yield figures of live tables: sweep, pages and moves, bytes, emails, durability, and capacity of a core."""
    from benchmarks import day, durable, games, letters, pages, settings, stock, weight
    from benchmarks.large import sweeping

    swept = sweeping.measured()
    yield swept.figure
    with scratch.databases("pages"):
        with reference.floor(settings.FOLDER) as floor:
            taken = games.play_all(floor)
        yield from pages.figures(taken)
        yield from stock.figures()
        yield from weight.figures(taken)
        yield from letters.figures(taken)
        yield from durable.figures()
        yield from day.figures(taken, swept.cpu)
