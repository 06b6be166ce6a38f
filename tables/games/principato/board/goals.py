"""Goal cards: their scoring, their current points, and the requirements for further points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engines.principato import loader, scoring
from engines.principato.content import Kind, PerPoints, Sets, TilesBeyond
from engines.principato.state import Principality, Public
from tables.games.principato.board.cards import Glyph
from tables.games.principato.words import GOALS, count_words, listed, points_words

RULES: dict[str, Promise] = {
    "bulwark": gettext_lazy("1 point for every 4 military points"),
    "fertile_land": gettext_lazy("1 point for each tile beyond six, fields and farms together"),
    "town_charter": gettext_lazy("1 point for each tile beyond six, palazzi and banks together"),
    "armoury": gettext_lazy("1 point for each catapult"),
    "chapel": gettext_lazy("2, 5, 8 points for one, two, three pairs of monument and painting"),
    "palace": gettext_lazy("5, 10, 15 points for one, two, three sets of monument, book and painting"),
    "town_hall": gettext_lazy("2, 5, 8 points for one, two, three pairs of monument and book"),
    "villa": gettext_lazy("2, 5, 9 points for one, two, three pairs of book and painting"),
}


@dataclass(frozen=True)
class Goal:
    """A goal card in words, with the tiles it counts, its current points and the requirement for more.

    ``next`` is that requirement. It is empty if the goal can score no more points.
    """

    id: str
    name: str
    rule: str
    glyphs: tuple[Glyph, ...]
    points: int
    words: str
    next: str


def printed(goal_id: str) -> Mapping[str, Promise]:
    """Return a goal card as it is printed: its name and its scoring."""
    return {"name": GOALS[goal_id], "rule": RULES[goal_id]}


def goals(public: Public, seat: int, ids: Sequence[str]) -> list[Goal]:
    """Return goal cards with their current points for a seat."""
    return [_goal(public, public.realms[seat], goal_id) for goal_id in ids]


def _goal(public: Public, realm: Principality, goal_id: str) -> Goal:
    worth = loader.content(public.version).goal(goal_id).worth
    points = scoring.goal_points(realm, worth)
    return Goal(
        id=goal_id,
        name=str(GOALS[goal_id]),
        rule=str(RULES[goal_id]),
        glyphs=_glyphs(realm, worth),
        points=points,
        words=points_words(points),
        next=_next(realm, worth),
    )


def _glyphs(realm: Principality, worth: PerPoints | TilesBeyond | Sets) -> tuple[Glyph, ...]:
    """Return the kinds of tiles that count for the goal, with the number the seat has. Empty if it counts points."""
    match worth:
        case PerPoints():
            return ()
        case TilesBeyond(tiles):
            return tuple(Glyph(tile, str(realm.tiles(tile))) for tile in tiles)
        case Sets(kinds):
            return tuple(Glyph(kind, str(len(realm.culture(kind)))) for kind in kinds)
    assert_never(worth)


def _next(realm: Principality, worth: PerPoints | TilesBeyond | Sets) -> str:
    match worth:
        case PerPoints(per):
            missing = per - realm.points % per
            return ngettext(
                "%(count)d more military point for the next point.",
                "%(count)d more military points for the next point.",
                missing,
            ) % {"count": missing}
        case TilesBeyond(tiles, beyond):
            missing = max(1, beyond + 1 - sum(map(realm.tiles, tiles)))
            return ngettext("%(count)d more tile for the next point.", "%(count)d more tiles for the next point.", missing) % {
                "count": missing
            }
        case Sets(kinds, points):
            return _next_set(realm, kinds, points)
    assert_never(worth)


def _next_set(realm: Principality, kinds: Sequence[Kind], points: Sequence[int]) -> str:
    sets = min(len(realm.culture(kind)) for kind in kinds)
    if sets + 1 >= len(points):
        return ""
    missing = {kind: max(0, sets + 1 - len(realm.culture(kind))) for kind in kinds}
    needed = listed([count_words(kind, count) for kind, count in missing.items() if count])
    return _("You need %(tiles)s more for %(points)s.") % {"tiles": needed, "points": points_words(points[sets + 1])}
