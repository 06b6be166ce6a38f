"""Holders of areas: strengths, ties and the lone Lady [Z-14]."""

from collections.abc import Iterator, Sequence

from engines.zena1814.content import FIGURES, Area, Content, Figure
from engines.zena1814.loader import content
from engines.zena1814.state import Family, Public

LONE_LADY_MAY_WIN: tuple[Area, ...] = ("old_town",)
"""Areas that a Lady can hold without another figure of her family [Z-14.4, Z-14.5]."""


def strengths(public: Public, area: Area) -> tuple[int, ...]:
    """Return the total strength of each seat's figures in an area, including a lone Lady [Z-14.1, Z-14.6]."""
    facts = content(public.version)
    return tuple(_strength(facts, family, area) for family in public.families)


def holder(public: Public, area: Area) -> int | None:
    """Return the seat with the majority in an area, or None [Z-14.2, Z-14.3, Z-14.7]."""
    by_seat = strengths(public, area)
    highest = max(by_seat)
    if not highest or by_seat.count(highest) > 1:
        return None
    seat = by_seat.index(highest)
    return None if _is_barred(public.families[seat], area) else seat


def contenders(public: Public, area: Area, loose: Sequence[int]) -> Iterator[int]:
    """Yield the seats that can still win an area [Z-18.3].

    ``loose`` has the number of markers each seat must put under figures.
    """
    facts = content(public.version)
    ranges = [_range(facts, family, area, markers) for family, markers in zip(public.families, loose, strict=True)]
    best, second = sorted([least for least, _ in ranges], reverse=True)[:2]
    for seat, (least, most) in enumerate(ranges):
        if most > (second if least == best else best) and not _is_barred(public.families[seat], area):
            yield seat


def _range(facts: Content, family: Family, area: Area, markers: int) -> tuple[int, int]:
    """Return a seat's minimum and maximum strength in an area after putting markers under figures."""
    strength = _strength(facts, family, area)
    extra = markers * facts.figures.under_marker
    if not extra or not strength:
        return strength, strength
    return strength + extra * (len(_figures(family, area)) == len(FIGURES)), strength + extra


def _strength(facts: Content, family: Family, area: Area) -> int:
    strength, under_marker = 0, facts.figures.under_marker
    for index, standing in enumerate(family.figures):
        if standing.area == area:
            strength += facts.strengths[index] + standing.markers * under_marker
    return strength


def _figures(family: Family, area: Area) -> tuple[Figure, ...]:
    return tuple(figure for figure, standing in zip(FIGURES, family.figures, strict=True) if standing.area == area)


def _is_barred(family: Family, area: Area) -> bool:
    """Return whether the majority is barred: a Lady alone wins in the Old Town only, with or without markers.

    Her strength still counts against others [Z-14.4 to Z-14.6, Z-18.5, R-19].
    """
    return _figures(family, area) == ("lady",) and area not in LONE_LADY_MAY_WIN
