"""Words of Gonzaga: cards, plans, turns, and refusals of the engine. All in the active language."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engines.gonzaga import ENGINE
from engines.gonzaga.actions import INACTIVE, Action, ActionCard, Donate, HoldWedding, PlaceFief, SealPlan
from engines.gonzaga.content import Content
from engines.gonzaga.flow import LAST_ROUND
from engines.gonzaga.state import Public
from tables.games.contract import Player
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.places import place_name, site_names
from tables.games.kit.spoken import cached_by_language

DEEDS: Mapping[ActionCard, Promise] = {
    ActionCard.HARBOURS: gettext_lazy("Harbours"),
    ActionCard.CITIES: gettext_lazy("Cities"),
    ActionCard.ALLIANCE: gettext_lazy("Alliance"),
}
LETTERS: Mapping[ActionCard, str] = {ActionCard.HARBOURS: "A", ActionCard.CITIES: "B", ActionCard.ALLIANCE: "C"}
DEMANDS: Mapping[ActionCard, Promise] = {
    ActionCard.HARBOURS: gettext_lazy("The fief covers one or two harbours and no city."),
    ActionCard.CITIES: gettext_lazy("The fief covers one to three cities and no harbour, or only empty hexes."),
    ActionCard.ALLIANCE: gettext_lazy("The fief covers cities and harbours together, or you arrange a Wedding."),
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
    "covered": gettext_lazy("Three or fewer cities and harbours of flourishing regions were left uncovered."),
    "exhausted": gettext_lazy("All fiefs have been used."),
}


def region_name(content: Content, region: str) -> str:
    """Return the name of a region card: the region's Latin name, or "inactive regions" for the card of those regions."""
    if region == INACTIVE:
        return _("inactive regions")
    return next((entry.name for entry in content.regions if entry.id == region), region)


def sea_name(content: Content, sea: str) -> str:
    """Return a sea's Latin name."""
    return next((entry.name for entry in content.seas if entry.id == sea), sea)


def deed_name(deed: ActionCard) -> str:
    """Return the name of an action card: "A Harbours"."""
    return f"{LETTERS[deed]} {DEEDS[deed]}"


def plan_words(content: Content, plan: SealPlan) -> str:
    """Return a plan in words: "Francia, B Cities, with the King's Privilege"."""
    words = {"region": region_name(content, plan.region), "action": deed_name(plan.action)}
    if plan.privilege:
        return _("%(region)s, %(action)s, with the King’s Privilege") % words
    return _("%(region)s, %(action)s") % words


def places(content: Content, cells: Iterable[int]) -> str:
    """Return the names of hexes, separated by commas. Cities and harbours come first."""
    sites = site_names(content.version)
    return ", ".join(place_name(content, cell) for cell in sorted(cells, key=lambda cell: (cell not in sites, cell)))


def question_words(kind: str) -> str:
    """Return a phrase for the task of a decision."""
    return str(ASKED[kind])


def line_words(code: str) -> str:
    """Return the name of a line of the final breakdown."""
    return str(LINES[code])


def reason_words(reason: str) -> str:
    """Return the reason for the end of the game in words. It is empty for an unknown code."""
    return str(REASONS.get(reason, ""))


def round_words(public: Public) -> str:
    """Return the current round, and the greatest possible number of rounds, in words."""
    if public.round == (public.last_round or LAST_ROUND):
        return _("round %(round)d (last round)") % {"round": public.round}
    return _("round %(round)d of at most %(most)d") % {"round": public.round, "most": public.last_round or LAST_ROUND}


def banner(public: Public) -> str:
    """Return the announcement of the last round [G-13.9]. It is empty in other rounds and once the game is over."""
    if not public.agenda or public.round != (public.last_round or LAST_ROUND):
        return ""
    return _("This is the last round.")


@cached_by_language
def _fief_words(version: str, cells: tuple[int, ...]) -> str:
    return _("Fief on %(places)s") % {"places": places(content_of(version), cells)}


def action_words(action: Action, public: Public, players: Sequence[Player] = ()) -> str:
    """Return an action as a phrase."""
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
            return _("Donate the fief to the Church")
    assert_never(action)


def explain(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence for a refusal code of the engine. It is empty for an unknown code."""
    sentence = _REFUSALS.get(code)
    return str(sentence) % _named(params) if sentence is not None else ""


def _named(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a refusal with names in place of the hex number and the ids of region and action card."""
    content = content_of(ENGINE.versions[-1])
    words = dict(params)
    if "hex" in words:
        number = int(words["hex"])
        words["hex"] = place_name(content, number) if 0 <= number < len(content.hexes) else _("that hex")
    if "region" in words:
        words["region"] = region_name(content, str(words["region"]))
    if "action" in words:
        words["action"] = deed_name(ActionCard(words["action"]))
    return words


def points_words(points: int) -> str:
    """Return a number of points in words."""
    return ngettext("%(count)d point", "%(count)d points", points) % {"count": points}


_REFUSALS: Mapping[str, Promise] = {
    "region_card_out_of_game": gettext_lazy(
        "The card %(region)s is not in this game: that region is inactive in this scenario."
    ),
    "region_locked": gettext_lazy(
        "You played your card %(region)s last round, so it is locked this round. Choose another region."
    ),
    "action_locked": gettext_lazy(
        "You played your card %(action)s last round, so it is locked this round. Choose another action."
    ),
    "privilege_locked": gettext_lazy(
        "You played the King’s Privilege last round, so it is locked this round. Plan without it."
    ),
    "privilege_needs_ring": gettext_lazy("The King’s Privilege costs a ring, and you have none left. Plan without it."),
    "fief_there": gettext_lazy("There is already a fief on %(hex)s. Choose a position that doesn’t overlap it."),
    "own_ring_there": gettext_lazy("Your own ring is on %(hex)s; your fief cannot cover it."),
    "off_the_map": gettext_lazy("Every hex must be on the map."),
    "cells_unsorted": gettext_lazy("Name each hex of a fief once, in ascending order."),
    "wrong_shape": gettext_lazy("These hexes don’t match the shape of fief %(fief)s. You may rotate it but not flip it."),
    "barrier_under_fief": gettext_lazy("A barrier would run under the fief; it may only run along its edge."),
    "castle_at_sea": gettext_lazy("A castle of the fief would be at sea; castles must be on land."),
    "outside_region": gettext_lazy("The fief must cover at least one hex of the planned region: %(region)s."),
    "city_under_harbours": gettext_lazy("With A Harbours, the fief may not cover any cities."),
    "no_harbour": gettext_lazy("With A Harbours, the fief must cover at least one harbour."),
    "too_many_harbours": gettext_lazy("With A Harbours, the fief may cover at most two harbours."),
    "harbour_under_cities": gettext_lazy("With B Cities, the fief may not cover any harbours."),
    "too_many_cities": gettext_lazy("With B Cities, the fief may cover at most three cities."),
    "no_site_under_alliance": gettext_lazy(
        "With C Alliance, the fief must cover at least one city and one harbour; it covers neither."
    ),
    "alliance_needs_both": gettext_lazy("With C Alliance, the fief must cover at least one city and at least one harbour."),
    "too_many_sites_under_alliance": gettext_lazy("With C Alliance, the fief may cover at most three cities and harbours."),
    "wedding_needs_alliance": gettext_lazy("You can arrange a Wedding only with C Alliance."),
    "not_enough_rings": gettext_lazy("You don’t have enough rings for this Wedding: %(rings)s."),
    "first_ring_at_sea": gettext_lazy("The first ring cannot go on a sea hex, because the sea belongs to no region."),
    "first_ring_outside_region": gettext_lazy("The first ring must be in the planned region: %(region)s."),
    "rings_on_one_hex": gettext_lazy("The two rings of a Wedding must be on two different hexes."),
    "second_ring_not_adjacent": gettext_lazy("The second ring must be next to the first."),
    "ring_there": gettext_lazy("There is already a ring on %(hex)s."),
    "own_fief_there": gettext_lazy("Your own fief covers %(hex)s; you cannot place a ring on your own fief."),
    "scenario_for_other_seats": gettext_lazy("The scenario %(scenario)s is for %(seats)s players."),
    "unknown_scenario": gettext_lazy("There is no scenario with that name."),
    "unknown_version": gettext_lazy("There is no such version of the map."),
    "number_of_seats": gettext_lazy("Gonzaga needs %(least)s to %(most)s seats."),
}
