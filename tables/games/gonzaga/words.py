"""Words of Gonzaga: cards, plans, turns, and why the engine refuses. All in the active language."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engines.gonzaga import ENGINE
from engines.gonzaga.actions import INACTIVE, Action, Deed, Donate, HoldWedding, PlaceFief, SealPlan
from engines.gonzaga.content import Content
from engines.gonzaga.flow import LAST_ROUND
from engines.gonzaga.state import Public
from tables.games.contract import Player
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.places import place_name, site_names
from tables.games.kit.spoken import spoken

DEEDS: Mapping[Deed, Promise] = {
    Deed.HARBOURS: gettext_lazy("Harbours"),
    Deed.CITIES: gettext_lazy("Cities"),
    Deed.ALLIANCE: gettext_lazy("Alliance"),
}
LETTERS: Mapping[Deed, str] = {Deed.HARBOURS: "A", Deed.CITIES: "B", Deed.ALLIANCE: "C"}
DEMANDS: Mapping[Deed, Promise] = {
    Deed.HARBOURS: gettext_lazy("The fief covers one or two harbours and no city."),
    Deed.CITIES: gettext_lazy("The fief covers one to three cities and no harbour, or no site at all."),
    Deed.ALLIANCE: gettext_lazy("The fief covers cities and harbours together, or you hold a wedding."),
}
ASKED: Mapping[str, Promise] = {"plan": gettext_lazy("plan the round"), "turn": gettext_lazy("place a fief")}
LINES: Mapping[str, Promise] = {
    "sites": gettext_lazy("Cities and harbours"),
    "leagues": gettext_lazy("Sea Leagues"),
    "donations": gettext_lazy("Donations"),
    "bonus": gettext_lazy("Gonzaga bonus"),
    "objective": gettext_lazy("Hidden objective"),
    "tiebreak": gettext_lazy("Tie-break: cities and harbours held"),
}
REASONS: Mapping[str, Promise] = {
    "covered": gettext_lazy("Three or fewer sites of the flourishing regions were left uncovered."),
    "exhausted": gettext_lazy("All fiefs are spent."),
}


def region_name(content: Content, region: str) -> str:
    """A region card: the region's Latin name, or the card for all inactive regions."""
    if region == INACTIVE:
        return _("inactive regions")
    return next((entry.name for entry in content.regions if entry.id == region), region)


def sea_name(content: Content, sea: str) -> str:
    """A sea's Latin name."""
    return next((entry.name for entry in content.seas if entry.id == sea), sea)


def deed_name(deed: Deed) -> str:
    """An action card: "A Harbours"."""
    return f"{LETTERS[deed]} {DEEDS[deed]}"


def plan_words(content: Content, plan: SealPlan) -> str:
    """A plan: "Francia, B Cities, with the King's Privilege"."""
    words = {"region": region_name(content, plan.region), "action": deed_name(plan.action)}
    if plan.privilege:
        return _("%(region)s, %(action)s, with the King’s Privilege") % words
    return _("%(region)s, %(action)s") % words


def places(content: Content, cells: Iterable[int]) -> str:
    """Hexes by name, sites first."""
    named = site_names(content.version)
    return ", ".join(place_name(content, cell) for cell in sorted(cells, key=lambda cell: (cell not in named, cell)))


def question_words(kind: str) -> str:
    """What somebody is asked to do."""
    return str(ASKED[kind])


def line_words(code: str) -> str:
    """A line of the final breakdown."""
    return str(LINES[code])


def reason_words(reason: str) -> str:
    """Why the game ended."""
    return str(REASONS.get(reason, ""))


def round_words(public: Public) -> str:
    """How far the game is."""
    if public.round == (public.last_round or LAST_ROUND):
        return _("round %(round)d, the last one") % {"round": public.round}
    return _("round %(round)d of at most %(most)d") % {"round": public.round, "most": public.last_round or LAST_ROUND}


def banner(public: Public) -> str:
    """The last round is announced [G-13.9]."""
    if not public.agenda or public.round != (public.last_round or LAST_ROUND):
        return ""
    return _("This is the last round.")


@spoken
def _fief_words(version: str, cells: tuple[int, ...]) -> str:
    return _("Fief on %(places)s") % {"places": places(content_of(version), cells)}


def action_words(action: Action, public: Public, players: Sequence[Player] = ()) -> str:
    """An action in a phrase."""
    content = content_of(public.version)
    match action:
        case SealPlan():
            return _("Seal the plan: %(plan)s") % {"plan": plan_words(content, action)}
        case PlaceFief(cells):
            return _fief_words(public.version, cells)
        case HoldWedding(first, None):
            return _("Wedding: a ring on %(place)s") % {"place": place_name(content, first)}
        case HoldWedding(first, second):
            return _("Wedding: rings on %(first)s and %(second)s") % {
                "first": place_name(content, first),
                "second": place_name(content, second if second is not None else first),
            }
        case Donate():
            return _("Donate the fief to the church")
    assert_never(action)


def explain(code: str, params: Mapping[str, Any]) -> str:
    """Why the engine refused; empty for a code it does not use."""
    sentence = _REFUSALS.get(code)
    return str(sentence) % _named(params) if sentence is not None else ""


def _named(params: Mapping[str, Any]) -> dict[str, Any]:
    """Hex numbers and ids as the reader knows them."""
    content = content_of(ENGINE.versions[-1])
    named = dict(params)
    if "hex" in named:
        number = int(named["hex"])
        named["hex"] = place_name(content, number) if 0 <= number < len(content.hexes) else _("that hex")
    if "region" in named:
        named["region"] = region_name(content, str(named["region"]))
    if "action" in named:
        named["action"] = deed_name(Deed(named["action"]))
    return named


def points_words(points: int) -> str:
    """A number of points."""
    return ngettext("%(count)d point", "%(count)d points", points) % {"count": points}


_REFUSALS: Mapping[str, Promise] = {
    "region_card_out_of_game": gettext_lazy(
        "The card %(region)s is not in this game: that region is inactive in this scenario."
    ),
    "region_locked": gettext_lazy(
        "Your card %(region)s was played last round and is locked; it is free again in the next round."
    ),
    "action_locked": gettext_lazy(
        "Your card %(action)s was played last round and is locked; it is free again in the next round."
    ),
    "privilege_locked": gettext_lazy(
        "The King’s Privilege was played last round and is locked; it is free again in the next round."
    ),
    "privilege_needs_ring": gettext_lazy("The King’s Privilege costs a ring, and you have none left."),
    "fief_there": gettext_lazy("There is already a fief on %(hex)s; fiefs never overlap."),
    "own_ring_there": gettext_lazy("Your own ring lies on %(hex)s; a fief never covers a ring of its own colour."),
    "off_the_map": gettext_lazy("Every hex of a piece must lie on the map."),
    "cells_unsorted": gettext_lazy("The hexes of a fief are named once each, in ascending order."),
    "wrong_shape": gettext_lazy("These hexes are not the shape of fief %(fief)s; it may be turned, never mirrored."),
    "barrier_under_fief": gettext_lazy("A barrier would run under the fief; it may lie along the barrier only."),
    "castle_at_sea": gettext_lazy("A castle of the fief would stand at sea; castles stand on land."),
    "outside_region": gettext_lazy("The fief must cover at least one hex of what was planned: %(region)s."),
    "city_under_harbours": gettext_lazy("With A Harbours the fief may cover no city."),
    "no_harbour": gettext_lazy("With A Harbours the fief must cover at least one harbour."),
    "too_many_harbours": gettext_lazy("With A Harbours the fief may cover two harbours at most."),
    "harbour_under_cities": gettext_lazy("With B Cities the fief may cover no harbour."),
    "too_many_cities": gettext_lazy("With B Cities the fief may cover three cities at most."),
    "no_site_under_alliance": gettext_lazy(
        "With C Alliance the fief must cover at least one city and one harbour; it covers neither."
    ),
    "alliance_needs_both": gettext_lazy("With C Alliance the fief must cover at least one city and at least one harbour."),
    "too_many_sites_under_alliance": gettext_lazy("With C Alliance the fief may cover three sites at most."),
    "wedding_needs_alliance": gettext_lazy("A wedding is possible only with C Alliance."),
    "not_enough_rings": gettext_lazy("You have too few rings left for this wedding: %(rings)s."),
    "first_ring_at_sea": gettext_lazy("The first ring cannot lie at sea, for the sea belongs to no region."),
    "first_ring_outside_region": gettext_lazy("The first ring must lie in what was planned: %(region)s."),
    "rings_on_one_hex": gettext_lazy("The two rings of a wedding lie on two different hexes."),
    "second_ring_not_adjacent": gettext_lazy("The second ring must lie next to the first."),
    "ring_there": gettext_lazy("There is already a ring on %(hex)s."),
    "own_fief_there": gettext_lazy("Your own fief lies on %(hex)s; a ring never lies on a fief of its own colour."),
    "scenario_for_other_seats": gettext_lazy("The scenario %(scenario)s is for %(seats)s players."),
    "unknown_scenario": gettext_lazy("There is no scenario of that name."),
    "unknown_version": gettext_lazy("There is no such version of the map."),
    "number_of_seats": gettext_lazy("Gonzaga is played with %(least)s to %(most)s seats."),
}
