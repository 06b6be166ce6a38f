"""The forms of Gonzaga: planning with cards, and taking a turn on the map or from a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial, reduce
from operator import or_
from typing import Any

from django.utils.translation import gettext as _

from engines.contract import Pending, When, encode
from engines.gonzaga import ENGINE, placements, scoring
from engines.gonzaga.actions import DEEDS, INACTIVE, Deed, Donate, HoldWedding, PlaceFief, SealPlan, Turn
from engines.gonzaga.board import Cover, mask
from engines.gonzaga.content import Content
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import Court, Seen
from tables.games.contract import Player
from tables.games.gonzaga.board.hand import tile
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.prospects import Prospect, by_card
from tables.games.gonzaga.words import DEMANDS, LETTERS, action_words, deed_name, plan_words, region_name, sea_name
from tables.games.kit.menu import Menu

BEST = 8
RANKED = 60
DONATE = encode(Donate()).decode()


@dataclass(frozen=True)
class Card:
    """A planning card: what it sends, what it says, why it cannot be played if it is locked, the number of its land; how many
    positions of the fief a region allows with each action."""

    value: str
    title: str
    text: str
    tint: str = ""
    letter: str = ""
    locked: str = ""
    chosen: bool = False
    land: int | None = None
    ways: str = ""


@dataclass(frozen=True)
class Choice:
    """A legal turn in the list: its action as JSON, words, points at once, leagues and objective cities it brings."""

    value: str
    label: str
    points: int
    note: str


def context(seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    """What ``_panel.html`` shows; ``part`` names the template of the form."""
    if pending.kind == "plan":
        return _planning(seen, pending, legal)
    return _turn(seen, pending, legal)


def _planning(seen: Seen, pending: Pending, legal: Sequence[SealPlan]) -> Mapping[str, Any]:
    content, court = content_of(seen.public.version), seen.public.courts[pending.seat]
    old = seen.hand.plan if seen.hand else None
    regions = _region_cards(content, seen, court, old)
    prospects = by_card(seen.public, pending.seat, [card.value for card in regions if not card.locked])
    return {
        "part": "games/gonzaga/_panel_plan.html",
        "regions": [replace(card, ways=_ways(prospects.get(card.value), court)) for card in regions],
        "prospects": {
            region: {deed: [each.words for each in both] for deed, both in deeds.items()} for region, deeds in prospects.items()
        },
        "counts": {
            region: {deed: [each.count for each in both] for deed, both in deeds.items()} for region, deeds in prospects.items()
        },
        "actions": [_action_card(court, deed, old) for deed in DEEDS],
        "privilege": _privilege_card(court, old),
        "sealed": plan_words(content, old) if old else "",
        "changing": pending.when is When.MAY,
        "tile": tile(seen.public.version, (court.drawn or 0) // 10 * 10) if court.drawn else None,
        "card": court.drawn,
        "possible": bool(legal),
    }


def _region_cards(content: Content, seen: Seen, court: Court, old: SealPlan | None) -> list[Card]:
    flourishing = content.scenario(seen.public.scenario).flourishing
    idle = ", ".join(region.name for region in content.regions if region.id not in flourishing)
    cards = [
        replace(_region_card(content, court, region.id, f"tint-{index}", _("flourishing"), old), land=index)
        for index, region in enumerate(content.regions)
        if region.id in flourishing
    ]
    return [*cards, _region_card(content, court, INACTIVE, "tint-idle", idle, old)]


def _ways(prospects: Mapping[str, Sequence[Prospect]] | None, court: Court) -> str:
    if prospects is None:
        return ""
    free = (deed for deed in DEEDS if not (court.locked and court.locked.action == deed))
    return " · ".join(f"{LETTERS[deed]}\N{NO-BREAK SPACE}{prospects[deed.value][0].fiefs}" for deed in free)


def _region_card(content: Content, court: Court, region: str, tint: str, text: str, old: SealPlan | None) -> Card:
    locked = _locked() if court.locked and court.locked.region == region else ""
    name = region_name(content, region)
    return Card(region, name[:1].upper() + name[1:], text, tint, "", locked, bool(old and old.region == region))


def _action_card(court: Court, deed: Deed, old: SealPlan | None) -> Card:
    locked = _locked() if court.locked and court.locked.action == deed else ""
    title = deed_name(deed).partition(" ")[2]
    return Card(deed.value, title, str(DEMANDS[deed]), "", LETTERS[deed], locked, bool(old and old.action == deed))


def _privilege_card(court: Court, old: SealPlan | None) -> Card:
    locked = ""
    if court.locked and court.locked.privilege:
        locked = _locked()
    elif not court.rings:
        locked = _("It costs a ring, and you have none left.")
    text = _("You act before everybody without it. It costs one ring.")
    return Card("yes", _("King’s Privilege"), text, "", "", locked, bool(old and old.privilege))


def _locked() -> str:
    return _("Locked: played last round. Free again in the next round.")


def _turn(seen: Seen, pending: Pending, legal: Sequence[Turn]) -> Mapping[str, Any]:
    content, court = content_of(seen.public.version), seen.public.courts[pending.seat]
    judge = Judge(seen, pending.seat, content)
    ranked = judge.ranked(legal)
    plan = court.plan or (seen.hand.plan if seen.hand else None)
    options = distinct(ranked)
    choices = [judge.choice(option) for option in options]
    first = [choice for choice in choices if choice.value != DONATE]
    donation = [choice for choice in choices if choice.value == DONATE]
    return {
        "part": "games/gonzaga/_panel_turn.html",
        "filing": pending.when is not When.NOW,
        "plan": plan_words(content, plan) if plan else "",
        "demand": str(DEMANDS[plan.action]) if plan else "",
        "tile": tile(seen.public.version, (court.drawn or 0) // 10 * 10) if court.drawn else None,
        "best": first[:BEST] + donation,
        "rest": first[BEST:],
        "rest_menu": cache(partial(_menu, first[BEST:])),
        "values": {choice.value for choice in first[:RANKED] + donation},
        "can_place": any(isinstance(turn, PlaceFief) for turn in legal),
        "can_wed": any(isinstance(turn, HoldWedding) for turn in legal),
        "worth": (_("Send this turn: {points} point"), _("Send this turn: {points} points")),
        "weddings": sum(isinstance(option.turn, HoldWedding) for option in options),
        # Where turns are ranked, and where they are not: in the order of the map.
        "ranked": cache(partial(_menu, first[:RANKED] + donation)),
        "unranked": cache(partial(_unranked, first, donation)),
        "data": partial(_data, judge, ranked, court, plan),
        "plain_data": partial(_plain_data, judge, ranked, court, plan),
    }


def _menu(choices: Sequence[Choice]) -> Menu:
    return Menu((choice.value, f"{choice.points} · {choice.label}") for choice in choices)


def _unranked(first: Sequence[Choice], donation: Sequence[Choice]) -> Menu:
    choices = (*sorted(first, key=lambda choice: choice.label), *donation)
    return Menu((choice.value, choice.label) for choice in choices)


def _data(judge: "Judge", ranked: Sequence["Weighed"], court: Court, plan: SealPlan | None) -> Mapping[str, Any]:
    return {**judge.data(ranked, court, plan), "shut": judge.shut(court, plan) if plan else ""}


def _plain_data(judge: "Judge", ranked: Sequence["Weighed"], court: Court, plan: SealPlan | None) -> Mapping[str, Any]:
    return _data(judge, sorted(ranked, key=lambda option: option.cells), court, plan)


@dataclass(frozen=True)
class Weighed:
    """What a turn would bring the viewer at once: points, leagues by the sea's id, cities of the objective."""

    turn: Turn
    cells: tuple[int, ...]
    points: int
    leagues: tuple[str, ...]
    mine: int


def distinct(ranked: Sequence[Weighed]) -> list[Weighed]:
    """Without weddings that lay the same two rings in the other order; they are worth the same."""
    kept: dict[tuple[type[Turn], frozenset[int]], Weighed] = {}
    for option in ranked:
        kept.setdefault((type(option.turn), frozenset(option.cells)), option)
    return list(kept.values())


class Judge:
    """Weighs turns for the viewer, each once."""

    def __init__(self, seen: Seen, seat: int, content: Content) -> None:
        public = seen.public
        self.content, self.public, self.seat = content, public, seat
        self.world = ENGINE.world(public)
        self.cover = Cover(len(public.courts), public.pieces)
        wanted = self.world.board.objectives[seen.hand.objective] if seen.hand else 0
        self.wanted = wanted & ~self.cover.held(seat)
        self.seas = [sea.id for sea in content.seas]

    def ranked(self, legal: Sequence[Turn]) -> list[Weighed]:
        """Most points at once first, then most cities of the objective."""
        return sorted(map(self.weigh, legal), key=lambda option: (option.points, option.mine), reverse=True)

    def weigh(self, turn: Turn) -> Weighed:
        """One turn."""
        cells = scoring.covered_by(turn)
        gain = scoring.gain(self.world, self.cover, self.seat, turn)
        return Weighed(turn, cells, gain.points, gain.leagues, (mask(cells) & self.wanted).bit_count())

    def choice(self, weighed: Weighed) -> Choice:
        """The turn as a line of the list."""
        notes = [_("Sea League of the %(sea)s") % {"sea": sea_name(self.content, sea)} for sea in weighed.leagues]
        if weighed.mine:
            notes.append(_("cities of your objective: %(count)d") % {"count": weighed.mine})
        label = action_words(weighed.turn, self.public)
        return Choice(encode(weighed.turn).decode(), label, weighed.points, "; ".join(notes))

    def data(self, ranked: Sequence[Weighed], court: Court, plan: SealPlan | None) -> Mapping[str, Any]:
        """What the script needs: cells, points, leagues by number of the sea and objective cities of each turn; the castles of
        each fief, by their place among its cells."""
        fits = placements.fits(self.world, turns.fief_of(court), plan.region, plan.action) if plan else {}
        fiefs = [option for option in ranked if isinstance(option.turn, PlaceFief)]
        return {
            "css": court.colour,
            "castles": [[option.cells.index(cell) for cell in fits[option.cells].castles] for option in fiefs],
            "seas": [sea.name for sea in self.content.seas],
            "fiefs": [self._row(option) for option in fiefs],
            "weddings": [self._row(option) for option in ranked if isinstance(option.turn, HoldWedding)],
            "words": _script_words(),
        }

    def shut(self, court: Court, plan: SealPlan) -> str:
        """Why each hex cannot be covered by a fief, a letter for each: taken, not to be covered by this action, out of reach
        of the region, no room; a point where one can [G-8]."""
        fits = placements.fit_list(self.world, turns.fief_of(court), plan.region, plan.action)
        barred = self.cover.bars_fief(self.seat)
        reached = reduce(or_, (fit[0] for fit in fits), 0)
        open_ = reduce(or_, (fit[0] for fit in fits if not fit[0] & barred), 0)
        return "".join(self._why(1 << cell, plan, barred, reached, open_) for cell in range(len(self.content.hexes)))

    def _why(self, bit: int, plan: SealPlan, barred: int, reached: int, open_: int) -> str:
        if bit & open_:
            return "."
        if bit & barred:
            return "t"
        if bit & {Deed.HARBOURS: self.world.board.cities, Deed.CITIES: self.world.board.harbours}.get(plan.action, 0):
            return "d"
        return "n" if bit & reached else "r"

    def _row(self, weighed: Weighed) -> list[Any]:
        row = [weighed.cells, weighed.points, weighed.mine, [self.seas.index(sea) for sea in weighed.leagues]]
        while len(row) > 2 and not row[-1]:
            row.pop()
        return row


def _script_words() -> Mapping[str, str]:
    return {
        "fief": _("Fief on {places}"),
        "ring": _("Wedding: a ring on {places}"),
        "rings": _("Wedding: rings on {places}"),
        "points": _("Points at once: {points}"),
        "league": _("Sea League of the {sea}"),
        "mine": _("Cities of your objective: {count}"),
        "nothing": _("Nothing legal covers {place}."),
        "t": _("{place} is taken: there is a fief or your own ring."),
        "d": _("The action you chose does not cover {place}."),
        "r": _(
            "No position of the fief reaches {place}: it covers the region of your plan, crosses no barrier, "
            "and its castles stand on land."
        ),
        "n": _("Every position that covers {place} would lie on something that is there already."),
        "count": _("Position {number} of {total} that cover {place}"),
        "second": _("Choose a lit hex for a second ring, or send it with one."),
        "start_fief": _("Choose a lit hex; again for the next position, another one to cover both."),
        "start_wedding": _("Choose a lit hex for the first ring."),
        "donate": _("The fief goes to the church for {points}."),
    }


def compose(kind: str, fields: Mapping[str, str]) -> list[Any]:
    """A plan from its plain inputs. Raises ValueError for nonsense."""
    if kind != "plan":
        raise ValueError(kind)
    return [SealPlan(fields.get("region", ""), Deed(fields.get("deed", "")), fields.get("privilege") == "yes")]
