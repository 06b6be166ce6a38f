"""Searchable facts of a finished game."""

from engines.contract import Facet
from engines.gonzaga.board import World
from engines.gonzaga.scoring import largest_group
from engines.gonzaga.state import Public


def facets(world: World, public: Public) -> tuple[Facet, ...]:
    """Return the facets of a game.

    They are the scenario, the total number of leagues, the number of rounds begun, the largest group and the most objective
    points of any seat [G-11.5, G-14.1, G-14.5].
    """
    seats = range(len(public.courts))
    return (
        Facet("scenario", public.scenario),
        Facet("leagues", sum(len(court.leagues) for court in public.courts)),
        Facet("rounds", public.round),
        Facet("group", max(largest_group(world.board, public.pieces, seat) for seat in seats)),
        Facet("objective", max(court.tally.objective for court in public.courts)),
    )
