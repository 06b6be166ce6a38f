"""Military table: current and maximum strength, their points, and the scorings so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engines.principato import military
from engines.principato.loader import content as content_of
from engines.principato.state import Public, Scoring
from tables.games.contract import Player
from tables.games.principato.log import signed

REASONS: Mapping[str, Promise] = {
    "extra": gettext_lazy("scoring card"),
    "year_end": gettext_lazy("end of the year"),
}


@dataclass(frozen=True)
class Army:
    """Strength of a seat: now, and if its stored cubes supply as many units as possible.

    Each strength has a rank and the military points for it, compared with the same strength of the other seats.
    """

    player: Player
    strength: str
    place: int
    points: int
    best: str
    best_place: int
    best_points: int


@dataclass(frozen=True)
class Past:
    """A past scoring: strength and points of each player."""

    number: int
    year: int
    reason: str
    results: tuple[tuple[str, int], ...]


def context(public: Public, players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of the military table. It is ``wide`` if no principality is next to it."""
    finished = [scoring for scoring in public.scorings if scoring.points]
    return {
        "armies": _armies(public, players) if public.agenda else [],
        "prizes": content_of(public.version).for_seats(len(public.realms)).military,
        "players": players,
        "past": [_past(scoring, players) for scoring in finished],
        "totals": [public.realms[player.seat].points for player in players],
        "wide": sum(not player.is_me for player in players) % 2 == 0,
    }


def _armies(public: Public, players: Sequence[Player]) -> list[Army]:
    """Return the armies by strength, the strongest first."""
    prizes = content_of(public.version).for_seats(len(public.realms)).military
    current = [military.strength(realm) for realm in public.realms]
    best = [military.best_strength(realm) for realm in public.realms]
    points, best_points = military.points_for(current, prizes), military.points_for(best, prizes)
    armies = [
        Army(
            player=player,
            strength=signed(current[player.seat]),
            place=_place(current, player.seat),
            points=points[player.seat],
            best=signed(best[player.seat]),
            best_place=_place(best, player.seat),
            best_points=best_points[player.seat],
        )
        for player in players
    ]
    return sorted(armies, key=lambda army: (army.place, army.best_place, army.player.seat))


def _place(strengths: Sequence[int], seat: int) -> int:
    return 1 + sum(other > strengths[seat] for other in strengths)


def _past(scoring: Scoring, players: Sequence[Player]) -> Past:
    results = tuple((signed(scoring.strengths[player.seat]), scoring.points[player.seat]) for player in players)
    return Past(scoring.number, scoring.year, str(REASONS[scoring.reason]), results)
