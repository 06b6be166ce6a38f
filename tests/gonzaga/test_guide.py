"""Guided first game of Gonzaga: the hexes of its steps, and the placements that they accept."""

import pytest

from engines.gonzaga import guide
from engines.gonzaga.actions import PlaceFief
from tests.gonzaga.positions import CONTENT, SITES, at


def _names(cells: set[int]) -> set[str]:
    return {site.name for site in CONTENT.sites if site.hex in cells}


def test_the_sites_it_speaks_of() -> None:
    """G-7.2: the guide's hexes are those of the sites with these names."""
    assert _names(guide.FRANCE_CITIES) == {"Paris", "Dijon", "Lyon"}
    assert _names(guide.ATLANTIC_HARBOURS) == {"La Coruña", "Bilbao", "Lisboa"}
    assert (SITES["Bordeaux"], SITES["Kilkenny"]) == (guide.BORDEAUX, guide.KILKENNY)


@pytest.mark.parametrize("covered", [("La Coruña", "Bilbao"), ("Bilbao", "Lisboa"), ("La Coruña", "Lisboa")])
def test_any_two_harbours_are_welcome(covered: tuple[str, str]) -> None:
    """Any two of the three harbours are accepted. A single harbour is refused."""
    station = next(each for each in guide.GUIDES[0].stations if each.id == "fief-harbours")
    other = at((5, 13))

    assert station.judge(None, (PlaceFief((*map(at, covered), other)),)) == ""
    assert station.judge(None, (PlaceFief((at(covered[0]), other)),)) == "elsewhere"
