"""What each plan would allow on the map as it is: positions of the fief, weddings, the most points at once."""

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
    """Positions of the fief, weddings (two rings in either order are one), the most points of them at once."""

    fiefs: int
    weddings: int
    points: int

    @property
    def words(self) -> str:
        """In the few words that a card has room for."""
        if not self.fiefs and not self.weddings:
            return self.count
        return _("%(ways)s, best %(points)d") % {"ways": self.count, "points": self.points}

    @property
    def count(self) -> str:
        """Without the points, for tables where turns are not ranked."""
        if not self.fiefs:
            return _("weddings only") if self.weddings else _("only donating")
        return ngettext("%(count)d way", "%(count)d ways", self.fiefs) % {"count": self.fiefs}


def by_card(public: Public, seat: int, regions: Sequence[str]) -> Mapping[str, Mapping[str, Sequence[Prospect]]]:
    """The plans of one seat by region, then action: without the privilege, and with it.

    They are weighed once, and not again with each plan that is sealed meanwhile: that changes none of them.
    """
    courts = tuple(replace(court, sealed=False) for court in public.courts)
    return _weighed(replace(public, courts=courts, agenda=()), seat, tuple(regions))


@lru_cache(maxsize=512)
def _weighed(public: Public, seat: int, regions: tuple[str, ...]) -> Mapping[str, Mapping[str, Sequence[Prospect]]]:
    return Prospects(public, seat).by_card(regions)


class Prospects:
    """The plans of one seat, weighed."""

    def __init__(self, public: Public, seat: int) -> None:
        self.world, self.seat, self.court = ENGINE.world(public), seat, public.courts[seat]
        self.cover = Cover(len(public.courts), public.pieces)

    def of(self, plan: SealPlan) -> Prospect:
        """One plan."""
        found = turns.candidates(self.world, self.cover, self.court, self.seat, plan)
        weddings = {bits for bits, turn in found if isinstance(turn, HoldWedding)}
        fiefs = [bits for bits, turn in found if not isinstance(turn, HoldWedding)]
        points = scoring.best(self.world, self.cover, self.seat, (*fiefs, *weddings))
        return Prospect(len(fiefs), len(weddings), points)

    def by_card(self, regions: Sequence[str]) -> Mapping[str, Mapping[str, Sequence[Prospect]]]:
        """By region, then action: without the privilege, and with it."""
        return {
            region: {deed.value: [self.of(SealPlan(region, deed, privilege)) for privilege in (False, True)] for deed in DEEDS}
            for region in regions
        }
