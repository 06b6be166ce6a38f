"""The viewer's own figures on their way to the areas, during the placement."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.zena1814.content import AREAS, Area
from engines.zena1814.loader import content
from engines.zena1814.state import Placed, Seen
from tables.games.contract import Player
from tables.games.zena1814.board import pieces
from tables.games.zena1814.words import FIGURES, card_title


@dataclass(frozen=True)
class Sent:
    """A figure on its way to an area: its drawing, name and strength, and the title of the card it goes with."""

    glyph: str
    name: str
    worth: int
    title: str


def sent_out(seen: Seen, players: Sequence[Player]) -> Mapping[Area, Sequence[Sent]]:
    """Return the viewer's figures on face-down cards by area. It is empty after the placement and for other viewers."""
    if seen.hand is None or seen.seat is None or seen.public.phase != "setup" or not players[seen.seat].is_me:
        return {}
    facts = content(seen.public.version)
    by_area: dict[Area, list[Sent]] = {area: [] for area in AREAS}
    for placed in seen.hand.placed:
        by_area[facts.action(placed.card).area].append(_sent(seen, placed))
    return by_area


def _sent(seen: Seen, placed: Placed) -> Sent:
    glyph = f"{pieces.GLYPHS[placed.figure]}-{pieces.COLOURS[seen.seat or 0]}"
    strength = content(seen.public.version).strength(placed.figure)
    return Sent(glyph, str(FIGURES[placed.figure]), strength, card_title(placed.card))
