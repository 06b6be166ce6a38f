"""Colours, points and other counters of the players of Gonzaga."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from engines.gonzaga.state import Public


def seat_css(public: Public, seat: int) -> str:
    """Return the colour of a seat."""
    return public.courts[seat].colour


def points(public: Public, seat: int) -> int:
    """Return the points so far."""
    return public.courts[seat].score


def counters(public: Public) -> Mapping[str, Sequence[int]]:
    """Return fiefs on the map, rings left, Sea Leagues, and fiefs donated to the Church."""
    courts = public.courts
    fiefs = [sum(bool(piece.fief) for piece in public.pieces if piece.seat == seat) for seat in range(len(courts))]
    return {
        _("Fiefs on the map"): fiefs,
        _("Rings"): [court.rings for court in courts],
        _("Sea Leagues"): [len(court.leagues) for court in courts],
        _("Donated"): [len(court.church) for court in courts],
    }
