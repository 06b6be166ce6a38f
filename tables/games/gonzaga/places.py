"""Names of hexes on the map."""

from functools import cache

from engines.gonzaga.content import Content
from tables.games.gonzaga.facts import content_of


def grid_name(content: Content, index: int) -> str:
    """Return the name of a hex by the letters and numbers along the frame, "G12"."""
    q, r = content.hexes[index].at
    return f"{chr(ord('A') + q + (r - (r & 1)) // 2)}{r + 1}"


def place_name(content: Content, index: int) -> str:
    """Return a site's name, otherwise the name in the grid."""
    return site_names(content.version).get(index) or grid_name(content, index)


@cache
def site_names(version: str) -> dict[int, str]:
    """Return the names of the sites by hex."""
    return {site.hex: site.name for site in content_of(version).sites}
