"""Prospects of each plan on the current map: positions of the fief, weddings, most points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from engines.gonzaga import ENGINE, scoring
from engines.gonzaga.actions import DEEDS, HoldWedding, SealPlan
from engines.gonzaga.board import Cover
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import Public


@dataclass(frozen=True)
class Prospect:
    """Number of positions of the fief, number of weddings, and most points of any of them.

    Two rings in either order count as one wedding.
    """

    fiefs: int
    weddings: int
    points: int

    @property
    def words(self) -> str:
        """The prospect in a few words, for a card."""
        if not self.fiefs and not self.weddings:
            return self.count
        return _("%(ways)s, best %(points)d") % {"ways": self.count, "points": self.points}

    @property
    def count(self) -> str:
        """The prospect without points, for tables that do not rank turns."""
        if not self.fiefs:
            return _("Weddings only") if self.weddings else _("donation only")
        return ngettext("%(count)d way", "%(count)d ways", self.fiefs) % {"count": self.fiefs}


def by_card(public: Public, seat: int, regions: Sequence[str]) -> Mapping[str, Mapping[str, Sequence[Prospect]]]:
    """Return the prospects of one seat by region, then action: without the privilege, and with it.

    The result is cached. Sealing of plans by other players does not change it.
    """
    courts = tuple(replace(court, sealed=False) for court in public.courts)
    return _weighed(replace(public, courts=courts, agenda=()), seat, tuple(regions))


@lru_cache(maxsize=512)
def _weighed(public: Public, seat: int, regions: tuple[str, ...]) -> Mapping[str, Mapping[str, Sequence[Prospect]]]:
    return Prospects(public, seat).by_card(regions)


class Prospects:
    """Evaluator of one seat's plans."""

    def __init__(self, public: Public, seat: int) -> None:
        self.world, self.seat, self.court = ENGINE.world(public), seat, public.courts[seat]
        self.cover = Cover(len(public.courts), public.pieces)

    def of(self, plan: SealPlan) -> Prospect:
        """Return the prospect of one plan."""
        candidates = turns.candidates(self.world, self.cover, self.court, self.seat, plan)
        weddings = {bits for bits, turn in candidates if isinstance(turn, HoldWedding)}
        fiefs = [bits for bits, turn in candidates if not isinstance(turn, HoldWedding)]
        points = scoring.most_points(self.world, self.cover, self.seat, (*fiefs, *weddings))
        return Prospect(len(fiefs), len(weddings), points)

    def by_card(self, regions: Sequence[str]) -> Mapping[str, Mapping[str, Sequence[Prospect]]]:
        """Return the prospects by region, then action: without the privilege, and with it."""
        return {
            region: {deed.value: [self.of(SealPlan(region, deed, privilege)) for privilege in (False, True)] for deed in DEEDS}
            for region in regions
        }
