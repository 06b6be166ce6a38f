"""Panel of Gonzaga: planning with cards, and taking a turn on the map or from a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial, reduce
from operator import or_
from typing import Any

from django.utils.translation import gettext as _

from engines.contract import Pending, When, encode
from engines.gonzaga import ENGINE, placements, scoring
from engines.gonzaga.actions import DEEDS, INACTIVE, ActionCard, Donate, HoldWedding, PlaceFief, SealPlan, Turn
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
# Points and cities of the objective.
NOTHING = (0, 0)
DONATE = encode(Donate()).decode()


@dataclass(frozen=True)
class Card:
    """A planning card: its value and texts, the reason why it is locked, and the number of its region.

    ``ways`` has the number of positions that a region allows for the fief with each action.
    """

    value: str
    title: str
    text: str
    tint: str = ""
    letter: str = ""
    locked: str = ""
    chosen: bool = False
    land: int | None = None
    position_counts: str = ""


@dataclass(frozen=True)
class Choice:
    """A legal turn in the list: its action as JSON, words, and points.

    The note names the Sea Leagues and objective cities it gains.
    """

    value: str
    label: str
    points: int
    note: str


def context(seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``_panel.html``. ``part`` names the template of the form."""
    if pending.kind == "plan":
        return _planning(seen, pending, legal)
    return _turn(seen, pending, legal)


def _planning(seen: Seen, pending: Pending, legal: Sequence[SealPlan]) -> Mapping[str, Any]:
    content, court = content_of(seen.public.version), seen.public.courts[pending.seat]
    sealed_plan = seen.hand.plan if seen.hand else None
    regions = _region_cards(content, seen, court, sealed_plan)
    prospects = by_card(seen.public, pending.seat, [card.value for card in regions if not card.locked])
    return {
        "part": "games/gonzaga/_panel_plan.html",
        "regions": [replace(card, position_counts=_position_counts(prospects.get(card.value), court)) for card in regions],
        "prospects": {
            region: {deed: [prospect.words for prospect in pair] for deed, pair in deeds.items()}
            for region, deeds in prospects.items()
        },
        "counts": {
            region: {deed: [prospect.count for prospect in pair] for deed, pair in deeds.items()}
            for region, deeds in prospects.items()
        },
        "actions": [_action_card(court, deed, sealed_plan) for deed in DEEDS],
        "privilege": _privilege_card(court, sealed_plan),
        "sealed": plan_words(content, sealed_plan) if sealed_plan else "",
        "changing": pending.when is When.MAY,
        "tile": tile(seen.public.version, (court.drawn or 0) // 10 * 10) if court.drawn else None,
        "card": court.drawn,
        "possible": bool(legal),
    }


def sketch(seen: Seen, pending: Pending, fields: Mapping[str, str], players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``_sketch.html``: the fiefs and Weddings that a plan would allow now, in the order of the map.

    The script sorts them at tables that rank turns. Raises ValueError if the plan is not legal.
    """
    [plan] = compose(pending.kind, fields)
    if plan not in ENGINE.legal(seen, pending):
        raise ValueError(plan)
    content, court = content_of(seen.public.version), seen.public.courts[pending.seat]
    judge = Judge(seen, pending.seat, content)
    candidates = turns.candidates(judge.world, judge.cover, court, pending.seat, plan)
    ranked = worthwhile(distinct(judge.ranked([turn for _bits, turn in candidates])))
    data = _plain_data(judge, ranked, court, plan)
    return {"data": {**data, "words": {**data["words"], "count": _("{number} of {total}")}}}


def _region_cards(content: Content, seen: Seen, court: Court, sealed_plan: SealPlan | None) -> list[Card]:
    flourishing = content.scenario(seen.public.scenario).flourishing
    idle = ", ".join(region.name for region in content.regions if region.id not in flourishing)
    cards = [
        replace(_region_card(content, court, region.id, f"tint-{index}", _("flourishing"), sealed_plan), land=index)
        for index, region in enumerate(content.regions)
        if region.id in flourishing
    ]
    return [*cards, _region_card(content, court, INACTIVE, "tint-idle", idle, sealed_plan)]


def _position_counts(prospects: Mapping[str, Sequence[Prospect]] | None, court: Court) -> str:
    if prospects is None:
        return ""
    unlocked = (deed for deed in DEEDS if not (court.locked and court.locked.action == deed))
    return " · ".join(f"{LETTERS[deed]}\N{NO-BREAK SPACE}{prospects[deed.value][0].fiefs}" for deed in unlocked)


def _region_card(content: Content, court: Court, region: str, tint: str, text: str, sealed_plan: SealPlan | None) -> Card:
    locked = _locked() if court.locked and court.locked.region == region else ""
    name = region_name(content, region)
    return Card(region, name[:1].upper() + name[1:], text, tint, "", locked, bool(sealed_plan and sealed_plan.region == region))


def _action_card(court: Court, deed: ActionCard, sealed_plan: SealPlan | None) -> Card:
    locked = _locked() if court.locked and court.locked.action == deed else ""
    title = deed_name(deed).partition(" ")[2]
    return Card(
        deed.value, title, str(DEMANDS[deed]), "", LETTERS[deed], locked, bool(sealed_plan and sealed_plan.action == deed)
    )


def _privilege_card(court: Court, sealed_plan: SealPlan | None) -> Card:
    locked = ""
    if court.locked and court.locked.privilege:
        locked = _locked()
    elif not court.rings:
        locked = _("It costs a ring, and you have none left.")
    text = _("You act before everybody who does not use it. It costs one ring.")
    return Card("yes", _("King’s Privilege"), text, "", "", locked, bool(sealed_plan and sealed_plan.privilege))


def _locked() -> str:
    return _("Locked: played last round. Available again next round.")


def _turn(seen: Seen, pending: Pending, legal: Sequence[Turn]) -> Mapping[str, Any]:
    content, court = content_of(seen.public.version), seen.public.courts[pending.seat]
    judge = Judge(seen, pending.seat, content)
    ranked = judge.ranked(legal)
    plan = court.plan or (seen.hand.plan if seen.hand else None)
    options = distinct(ranked)
    choices = [judge.choice(option) for option in options]
    without_donation = [choice for choice in choices if choice.value != DONATE]
    donation = [choice for choice in choices if choice.value == DONATE]
    return {
        "part": "games/gonzaga/_panel_turn.html",
        "filing": pending.when is not When.NOW,
        "plan": plan_words(content, plan) if plan else "",
        "demand": str(DEMANDS[plan.action]) if plan else "",
        "tile": tile(seen.public.version, (court.drawn or 0) // 10 * 10) if court.drawn else None,
        "best": without_donation[:BEST] + donation,
        "rest": without_donation[BEST:],
        "rest_menu": cache(partial(_menu, without_donation[BEST:])),
        "values": {choice.value for choice in without_donation[:RANKED] + donation},
        "can_place": any(isinstance(turn, PlaceFief) for turn in legal),
        "can_wed": any(isinstance(turn, HoldWedding) for turn in legal),
        "worth": (_("Send turn: {points} point"), _("Send turn: {points} points")),
        "weddings": sum(isinstance(option.turn, HoldWedding) for option in options),
        # The first menu is ranked. The second is in the order of the map, for tables that do not rank turns.
        "ranked": cache(partial(_menu, without_donation[:RANKED] + donation)),
        "unranked": cache(partial(_unranked, without_donation, donation)),
        "data": partial(_data, judge, ranked, court, plan),
        "plain_data": partial(_plain_data, judge, ranked, court, plan),
    }


def _menu(choices: Sequence[Choice]) -> Menu:
    return Menu((choice.value, f"{choice.points} · {choice.label}") for choice in choices)


def _unranked(without_donation: Sequence[Choice], donation: Sequence[Choice]) -> Menu:
    choices = (*sorted(without_donation, key=lambda choice: choice.label), *donation)
    return Menu((choice.value, choice.label) for choice in choices)


def _data(judge: "Judge", ranked: Sequence["Weighed"], court: Court, plan: SealPlan | None) -> Mapping[str, Any]:
    return {**judge.data(ranked, court, plan), "shut": judge.shut(court, plan) if plan else ""}


def _plain_data(judge: "Judge", ranked: Sequence["Weighed"], court: Court, plan: SealPlan | None) -> Mapping[str, Any]:
    return _data(judge, sorted(ranked, key=lambda option: option.cells), court, plan)


@dataclass(frozen=True)
class Weighed:
    """Immediate gain of a turn for the viewer: points, leagues by the sea's id, cities of the objective."""

    turn: Turn
    cells: tuple[int, ...]
    points: int
    leagues: tuple[str, ...]
    mine: int


def distinct(ranked: Sequence[Weighed]) -> list[Weighed]:
    """Return the turns, with only one of two weddings that place the same rings in a different order."""
    unique: dict[tuple[type[Turn], frozenset[int]], Weighed] = {}
    for option in ranked:
        unique.setdefault((type(option.turn), frozenset(option.cells)), option)
    return list(unique.values())


def worthwhile(ranked: Sequence[Weighed]) -> list[Weighed]:
    """Return the turns without weddings that gain nothing and weddings with a useless second ring.

    If no turn is left, return all.
    """
    single_rings = {option.cells[0]: (option.points, option.mine) for option in ranked if len(option.cells) == 1}

    def tells(option: Weighed) -> bool:
        alternatives = [single_rings.get(cell, NOTHING) for cell in option.cells] if len(option.cells) > 1 else [NOTHING]
        return isinstance(option.turn, PlaceFief) or (option.points, option.mine) > max(alternatives)

    useful = [option for option in ranked if tells(option)]
    return useful or list(ranked)


class Judge:
    """Evaluator of turns for the viewer. It weighs each turn once."""

    def __init__(self, seen: Seen, seat: int, content: Content) -> None:
        public = seen.public
        self.content, self.public, self.seat = content, public, seat
        self.world = ENGINE.world(public)
        self.cover = Cover(len(public.courts), public.pieces)
        objective_cities = self.world.board.objectives[seen.hand.objective] if seen.hand else 0
        self.wanted = objective_cities & ~self.cover.held(seat)
        self.seas = [sea.id for sea in content.seas]

    def ranked(self, legal: Sequence[Turn]) -> list[Weighed]:
        """Return the turns by points, then by cities of the objective, highest first."""
        return sorted(map(self.weigh, legal), key=lambda option: (option.points, option.mine), reverse=True)

    def weigh(self, turn: Turn) -> Weighed:
        """Return the gain of one turn."""
        cells = scoring.covered_by(turn)
        gain = scoring.gain(self.world, self.cover, self.seat, turn)
        return Weighed(turn, cells, gain.points, gain.leagues, (mask(cells) & self.wanted).bit_count())

    def choice(self, weighed: Weighed) -> Choice:
        """Return the turn as a line of the list."""
        notes = [_("%(sea)s Sea League") % {"sea": sea_name(self.content, sea)} for sea in weighed.leagues]
        if weighed.mine:
            notes.append(_("cities of your hidden objective: %(count)d") % {"count": weighed.mine})
        label = action_words(weighed.turn, self.public)
        return Choice(encode(weighed.turn).decode(), label, weighed.points, "; ".join(notes))

    def data(self, ranked: Sequence[Weighed], court: Court, plan: SealPlan | None) -> Mapping[str, Any]:
        """Return the data for the script.

        They are cells, points, leagues by number of the sea and objective cities of each turn. The castles of a fief are
        indices into its cells.
        """
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
        """Return a letter for each hex with the reason why no fief can cover it [G-8].

        ``t`` is taken, ``d`` disallowed by the action, ``r`` out of reach of the region, ``n`` no room. ``.`` means that a fief
        can cover it.
        """
        fits = placements.fit_list(self.world, turns.fief_of(court), plan.region, plan.action)
        barred = self.cover.bars_fief(self.seat)
        reachable = reduce(or_, (fit[0] for fit in fits), 0)
        coverable = reduce(or_, (fit[0] for fit in fits if not fit[0] & barred), 0)
        return "".join(self._why(1 << cell, plan, barred, reachable, coverable) for cell in range(len(self.content.hexes)))

    def _why(self, bit: int, plan: SealPlan, barred: int, reachable: int, coverable: int) -> str:
        if bit & coverable:
            return "."
        if bit & barred:
            return "t"
        if bit & {ActionCard.HARBOURS: self.world.board.cities, ActionCard.CITIES: self.world.board.harbours}.get(
            plan.action, 0
        ):
            return "d"
        return "n" if bit & reachable else "r"

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
        "points": _("Immediate points: {points}"),
        "league": _("{sea} Sea League"),
        "mine": _("Cities of your hidden objective: {count}"),
        "nothing": _("No legal position covers {place}."),
        "t": _("{place} is occupied by a fief or your own ring."),
        "d": _("You can’t cover {place} with your planned action."),
        "r": _(
            "No legal position of the fief covers {place}. It must cover a hex of your planned region, cross "
            "no barrier and have its castles on land."
        ),
        "n": _("Every position that covers {place} would overlap something already there."),
        "count": _("Position {number} of {total} covering {place}"),
        "second": _("Choose a highlighted hex for a second ring, or send the turn with one ring."),
        "start_fief": _(
            "Choose a highlighted hex. Choose it again for the next position, or choose another hex to cover both."
        ),
        "start_wedding": _("Choose a highlighted hex for the first ring."),
        "donate": _("The fief goes to the Church for {points}."),
    }


def compose(kind: str, fields: Mapping[str, str]) -> list[Any]:
    """Return the plan from plain inputs. Raises ValueError for nonsense."""
    if kind != "plan":
        raise ValueError(kind)
    return [SealPlan(fields.get("region", ""), ActionCard(fields.get("deed", "")), fields.get("privilege") == "yes")]
