"""The colours, the points and what else is counted before the players of Gonzaga."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from engines.gonzaga.state import Public


def seat_css(public: Public, seat: int) -> str:
    """The colour of a seat."""
    return public.courts[seat].colour


def points(public: Public, seat: int) -> int:
    """The points so far."""
    return public.courts[seat].score


def counters(public: Public) -> Mapping[str, Sequence[int]]:
    """Fiefs on the map, rings left, Sea Leagues, and fiefs given to the Church."""
    courts = public.courts
    fiefs = [sum(bool(piece.fief) for piece in public.pieces if piece.seat == seat) for seat in range(len(courts))]
    return {
        _("Fiefs on the map"): fiefs,
        _("Rings"): [court.rings for court in courts],
        _("Sea Leagues"): [len(court.leagues) for court in courts],
        _("Donated"): [len(court.church) for court in courts],
    }
