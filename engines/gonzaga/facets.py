"""What a finished game can be found by."""

from engines.contract import Facet
from engines.gonzaga.board import World
from engines.gonzaga.scoring import largest_group
from engines.gonzaga.state import Public


def facets(world: World, public: Public) -> tuple[Facet, ...]:
    """The scenario; the leagues of all seats together; the rounds begun; the largest group and the most objective points of
    any seat [G-11.5, G-14.1, G-14.5]."""
    seats = range(len(public.courts))
    return (
        Facet("scenario", public.scenario),
        Facet("leagues", sum(len(court.leagues) for court in public.courts)),
        Facet("rounds", public.round),
        Facet("group", max(largest_group(world.board, public.pieces, seat) for seat in seats)),
        Facet("objective", max(court.tally.objective for court in public.courts)),
    )
