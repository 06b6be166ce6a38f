"""Facts of Gonzaga for words and drawings."""

from collections.abc import Sequence
from functools import cache

from engines.gonzaga.actions import INACTIVE
from engines.gonzaga.content import Content
from engines.gonzaga.loader import DATA, load
from engines.gonzaga.state import Public


@cache
def content_of(version: str) -> Content:
    """Return the data of a version."""
    return load(DATA / version)


def regions_of(public: Public, region: str) -> Sequence[str]:
    """Return the regions of a region card: one, or all inactive ones."""
    if region != INACTIVE:
        return [region]
    content = content_of(public.version)
    flourishing = content.scenario(public.scenario).flourishing
    return [entry.id for entry in content.regions if entry.id not in flourishing]
