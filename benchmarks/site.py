"""What the site costs: pages, moves, letters and sweeps, against the least that anybody could do for the same."""

from collections.abc import Callable, Iterator, Mapping

from benchmarks import reference, scratch
from benchmarks.figure import Figure


def groups() -> Mapping[str, Callable[[], Iterator[Figure]]]:
    """Figures that need the site, by name; each makes the databases that it needs and removes them."""
    scratch.settle()
    # Only now may models be imported.
    from benchmarks import drawing, practising, sealing, working
    from benchmarks.http import serving
    from benchmarks.large import finding, million

    return {
        "pictures": drawing.figures,
        "tables": _tables,
        "practice": practising.figures,
        "sealing": sealing.figures,
        "http": serving.figures,
        "archive": finding.figures,
        "million": million.figures,
        "processes": serving.two_processes,
        "workers": working.figures,
    }


def _tables() -> Iterator[Figure]:
    """Of live tables: the sweep, pages and moves, bytes, letters, durability, and what a core carries of it all."""
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
