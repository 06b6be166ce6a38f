"""Words of Principato in the active language: cards, tiles, cubes, actions, refusals and the end."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from django.utils.functional import Promise
from django.utils.text import format_lazy, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from engines.principato import loader, storage
from engines.principato.actions import (
    Action,
    BuildTiles,
    CollectCubes,
    CreateCulture,
    Cubes,
    EndTurn,
    ExchangeCard,
    FeedUnits,
    Name,
    RecruitUnits,
    ReleaseUnits,
    StationCubes,
    TakeFavour,
)
from engines.principato.content import Build, Create, Effect, Recruit
from engines.principato.state import AskTurn, Public
from tables.games.contract import Player
from tables.games.kit.spoken import cached_by_language

ASKED: Mapping[str, Promise] = {
    "turn": gettext_lazy("take two actions"),
    "feed": gettext_lazy("supply your units"),
    "release": gettext_lazy("give back units or keep them"),
}
CARDS: Mapping[str, Promise] = {
    "hire_condottieri": gettext_lazy("Hire condottieri"),
    "build_bank": gettext_lazy("Build a bank"),
    "build_farm": gettext_lazy("Build a farm"),
    "build_catapult_y12": gettext_lazy("Build a catapult"),
    "build_catapult_y3": gettext_lazy("Build a catapult"),
    "build_palazzo": gettext_lazy("Build a palazzo"),
    "carve_monument": gettext_lazy("Sculptor"),
    "harvest": gettext_lazy("Harvest"),
    "buy_field": gettext_lazy("Land purchase"),
    "paint_painting": gettext_lazy("Painter"),
    "collect_rent": gettext_lazy("Rents"),
    "muster_militia": gettext_lazy("Muster the militia"),
    "write_book": gettext_lazy("Scribe"),
    "tax_collector": gettext_lazy("Tax collector"),
    "tribute_money": gettext_lazy("Tribute"),
    "tithe_food": gettext_lazy("Tithe"),
}
GOALS: Mapping[str, Promise] = {
    "bulwark": gettext_lazy("Bulwark"),
    "fertile_land": gettext_lazy("Fertile land"),
    "town_charter": gettext_lazy("Town charter"),
    "armoury": gettext_lazy("Armoury"),
    "chapel": gettext_lazy("Chapel"),
    "palace": gettext_lazy("Palace"),
    "town_hall": gettext_lazy("Town hall"),
    "villa": gettext_lazy("Villa"),
}
COUNTS: Mapping[str, Any] = {
    "food": ngettext_lazy("%(count)d food", "%(count)d food", "count"),
    "money": ngettext_lazy("%(count)d money", "%(count)d money", "count"),
    "favour": ngettext_lazy("%(count)d favour", "%(count)d favour", "count"),
    "field": ngettext_lazy("%(count)d field", "%(count)d fields", "count"),
    "farm": ngettext_lazy("%(count)d farm", "%(count)d farms", "count"),
    "palazzo": ngettext_lazy("%(count)d palazzo", "%(count)d palazzi", "count"),
    "bank": ngettext_lazy("%(count)d bank", "%(count)d banks", "count"),
    "catapult": ngettext_lazy("%(count)d catapult", "%(count)d catapults", "count"),
    "condottiere": ngettext_lazy("%(count)d condottiere", "%(count)d condottieri", "count"),
    "militia": ngettext_lazy("%(count)d militia", "%(count)d militia", "count"),
    "monument": ngettext_lazy("%(count)d monument", "%(count)d monuments", "count"),
    "book": ngettext_lazy("%(count)d book", "%(count)d books", "count"),
    "painting": ngettext_lazy("%(count)d painting", "%(count)d paintings", "count"),
}
WORTH: Mapping[str, Any] = {
    "monument": ngettext_lazy("a monument worth %(points)d point", "a monument worth %(points)d points", "points"),
    "book": ngettext_lazy("a book worth %(points)d point", "a book worth %(points)d points", "points"),
    "painting": ngettext_lazy("a painting worth %(points)d point", "a painting worth %(points)d points", "points"),
}
LINES: Mapping[str, Promise] = {
    "military": gettext_lazy("Military points"),
    "monuments": gettext_lazy("Monuments"),
    "books": gettext_lazy("Books"),
    "paintings": gettext_lazy("Paintings"),
    "tiebreak": gettext_lazy("Tie-break: stored cubes"),
    **{goal: format_lazy(gettext_lazy("Goal {name}"), name=name) for goal, name in GOALS.items()},
}
REASONS: Mapping[str, Promise] = {"years": gettext_lazy("The three years are over.")}
FAVOUR_TO: Mapping[str, Promise] = {
    "church": gettext_lazy("Take a favour into the church"),
    "condottiere": gettext_lazy("Take a favour straight onto a condottiere"),
    "militia": gettext_lazy("Take a favour straight onto a militia"),
}


@cached_by_language
def card_name(card: str) -> str:
    """Return the name of an action card."""
    return str(CARDS[card])


@cached_by_language
def count_words(what: str, count: int) -> str:
    """Return a number of tiles, units or cubes of one kind: "2 banks"."""
    return str(COUNTS[what] % {"count": count})


def cubes_words(cubes: Cubes) -> str:
    """Return cubes in words: "1 food and 2 money"; "nothing" for none."""
    parts = {"food": cubes.food, "money": cubes.money, "favour": cubes.favour}
    return listed([count_words(cube, count) for cube, count in parts.items() if count])


def listed(parts: list[str]) -> str:
    """Return phrases joined with commas and "and". It is "nothing" for an empty list."""
    return get_text_list(parts, _("and")) if parts else _("nothing")


@cached_by_language
def culture_words(kind: str, points: int) -> str:
    """Return a culture tile in words: "a book worth 4 points"."""
    return str(WORTH[kind] % {"points": points})


@cached_by_language
def points_words(points: int) -> str:
    """Return a number of points in words."""
    return ngettext("%(count)d point", "%(count)d points", points) % {"count": points}


def question_words(kind: str) -> str:
    """Return a phrase for the task of a decision."""
    return str(ASKED[kind])


def line_words(code: str) -> str:
    """Return the name of a line of the final breakdown."""
    return str(LINES[code])


def reason_words(reason: str) -> str:
    """Return the reason for the end of the game in words. It is empty for an unknown code."""
    return str(REASONS.get(reason, ""))


def action_words(action: Action, public: Public, players: Sequence[Player]) -> str:
    """Return an action as a phrase. Its cards are looked up in ``public`` by hand position and slot."""
    match action:
        case EndTurn():
            return _("End turn")
        case TakeFavour(to):
            return str(FAVOUR_TO[to])
        case StationCubes(cube, unit, count):
            return station_words(cube, unit, count)
        case ExchangeCard(card, take, named):
            return _("Exchange “%(given)s” for “%(taken)s”") % {
                "given": _card_in_hand(public, card),
                "taken": _taken(public, take, named),
            }
        case FeedUnits():
            return feed_words(action)
        case ReleaseUnits():
            return release_words(action)
        case BuildTiles() | CreateCulture() | RecruitUnits() | CollectCubes():
            return _activation(public, action)
    assert_never(action)


def station_words(cube: str, unit: str, count: int) -> str:
    """Return a move of cubes onto units in words."""
    sentence = _("Put %(cubes)s onto militia") if unit == "militia" else _("Put %(cubes)s onto condottieri")
    return sentence % {"cubes": count_words(cube, count)}


def feed_words(fed: FeedUnits) -> str:
    """Return the cubes put onto units before a scoring, in words."""
    militia = cubes_words(Cubes(food=fed.food, favour=fed.favour_militia))
    condottieri = cubes_words(Cubes(money=fed.money, favour=fed.favour_condottieri))
    onto_militia, onto_condottieri = fed.food + fed.favour_militia, fed.money + fed.favour_condottieri
    if onto_militia and onto_condottieri:
        return _("%(militia)s onto militia, %(condottieri)s onto condottieri") % {
            "militia": militia,
            "condottieri": condottieri,
        }
    if onto_militia:
        return _("%(cubes)s onto militia") % {"cubes": militia}
    if onto_condottieri:
        return _("%(cubes)s onto condottieri") % {"cubes": condottieri}
    return _("Supply no units")


def release_words(released: ReleaseUnits) -> str:
    """Return the units given back after a scoring, in words."""
    if not released.condottieri + released.militia:
        return _("Keep all units")
    return _("Give back %(units)s") % {"units": units_words(released.condottieri, released.militia)}


def units_words(condottieri: int, militia: int) -> str:
    """Return units of both kinds in words: "1 condottiere and 2 militia"."""
    parts = {"condottiere": condottieri, "militia": militia}
    return listed([count_words(unit, count) for unit, count in parts.items() if count])


def _activation(public: Public, action: BuildTiles | CreateCulture | RecruitUnits | CollectCubes) -> str:
    words = {"card": _card_in_hand(public, action.card), "gain": _gain(public, action)}
    if action.take is None:
        return _("“%(card)s”: %(gain)s") % words
    return _("“%(card)s”: %(gain)s; then “%(taken)s” in exchange") % (
        words | {"taken": _taken(public, action.take, action.named)}
    )


def _gain(public: Public, action: BuildTiles | CreateCulture | RecruitUnits | CollectCubes) -> str:
    effect = _effect(public, action.card)
    match action:
        case BuildTiles(_card, offer, pay):
            return _("%(gain)s for %(price)s") % {"gain": _tiles(effect, offer), "price": cubes_words(pay)}
        case CreateCulture(_card, _offer, pay, points):
            tile = culture_words(effect.kind, points) if isinstance(effect, Create) else points_words(points)
            return _("%(gain)s for %(price)s") % {"gain": tile, "price": cubes_words(pay)}
        case RecruitUnits(_card, count):
            return count_words(effect.unit, count) if isinstance(effect, Recruit) else str(count)
        case CollectCubes():
            return _collected(public, action)
    assert_never(action)


def _tiles(effect: Effect | None, offer: int) -> str:
    if isinstance(effect, Build) and offer < len(effect.offers):
        return count_words(effect.tile, effect.offers[offer].tiles)
    return _("tiles")


def _collected(public: Public, action: CollectCubes) -> str:
    """Return in words the gained cubes, those put straight onto units, and those lost. Outside a turn, the gain itself."""
    if not isinstance(public.task, AskTurn):
        return cubes_words(action.gain)
    realm = public.realms[public.task.seat]
    placement = storage.placing(loader.content(public.version), public.supply, realm, action.gain, action.onto)
    return gain_words(placement.gained, placement.onto, placement.lapsed)


def gain_words(gained: Cubes, onto: Cubes, lapsed: Cubes) -> str:
    """Return the result of a gain in words: "2 food and 1 money, of which 1 food straight onto units; 1 money lost"."""
    words = {"gained": cubes_words(gained), "onto": cubes_words(onto), "lost": cubes_words(lapsed)}
    if onto.total() and lapsed.total():
        return _("%(gained)s, of which %(onto)s straight onto units; %(lost)s lost") % words
    if onto.total():
        return _("%(gained)s, of which %(onto)s straight onto units") % words
    return _("%(gained)s; %(lost)s lost") % words if lapsed.total() else words["gained"]


def _hand(public: Public) -> tuple[str, ...]:
    """Return the cards of the player at turn. It is empty outside a turn."""
    return public.realms[public.task.seat].cards if isinstance(public.task, AskTurn) else ()


def _effect(public: Public, place: int) -> Effect | None:
    hand = _hand(public)
    return loader.content(public.version).card(hand[place]).effect if hand else None


def _card_in_hand(public: Public, place: int) -> str:
    hand = _hand(public)
    return card_name(hand[place]) if hand else _("a card in hand")


def _taken(public: Public, slot: int, named: Name) -> str:
    """Return the name of the card that the action names. An action that names none takes the card now in the slot."""
    if isinstance(named, str) and named in CARDS:
        return card_name(named)
    return card_name(public.display[slot]) if slot < len(public.display) else _("a card from the display")


def explain(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence for a refusal code of the engine. It is empty for an unknown code."""
    sentence = _REFUSALS.get(code)
    return str(sentence) % _named(params) if sentence is not None else ""


def _named(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters in words: cards by name, numbers with their unit, food and money as a price."""
    item = next((params[name] for name in ("tile", "unit", "cube", "kind") if name in params), None)
    counts = {name: count_words(item, params[name]) for name in _NUMBERS if item and name in params}
    words = {**params, **counts}
    if "card" in params:
        words["card"] = card_name(params["card"])
    if "points" in params:
        words["points"] = points_words(params["points"])
    if "food" in params:
        words["price"] = cubes_words(Cubes(params["food"], params["money"]))
    return words


_NUMBERS = ("wanted", "left", "have", "least", "empty", "gained")
_REFUSALS: Mapping[str, Promise] = {
    "no_release_left": gettext_lazy("No more units are given back in this game."),
    "other_effect": gettext_lazy("“%(card)s” has a different effect."),
    "no_such_offer": gettext_lazy("The card has no such offer. Choose one of its lines."),
    "no_tiles_left": gettext_lazy("This takes %(wanted)s; the general supply has %(left)s left."),
    "wrong_payment": gettext_lazy("The price is %(price)s. Favour can replace any part of it, but you can’t pay more."),
    "cannot_pay": gettext_lazy("This costs %(wanted)s; you have %(have)s stored. You can’t pay with cubes on units."),
    "other_offer": gettext_lazy(
        "Your payment matches a different price on this card. Choose that line or change your payment."
    ),
    "none_left": gettext_lazy("None of these are left in the general supply."),
    "no_such_value": gettext_lazy("There are no tiles of this kind worth %(points)s left."),
    "too_many": gettext_lazy("You want %(wanted)s; the general supply has %(left)s left."),
    "wrong_gain": gettext_lazy("“%(card)s” gives something else."),
    "must_place": gettext_lazy("You must put at least %(least)s straight onto units: nothing is lost while there is room."),
    "unit_full": gettext_lazy("Each unit holds one cube; you have %(empty)s without one."),
    "not_gained": gettext_lazy("Only the cubes you gain can go straight onto units: %(gained)s."),
    "must_take": gettext_lazy("“%(card)s” must be exchanged right after activation: choose a card from the display."),
    "may_not_take": gettext_lazy("“%(card)s” has no exchange symbol: it stays in front of you in this action."),
    "other_card": gettext_lazy("The card you chose is not in that slot; “%(card)s” is there."),
    "no_such_slot": gettext_lazy("The display has no such slot."),
    "no_actions_left": gettext_lazy("You have already taken both actions this turn."),
    "no_favour_left": gettext_lazy("There is no favour left in the general supply."),
    "no_room_for_favour": gettext_lazy("Your church is full, and you have no unit without a cube."),
    "church_full": gettext_lazy("Your church is full. Put the favour straight onto a unit, or spend one first."),
    "does_not_fit": gettext_lazy("Food goes onto militia, money onto condottieri, favour onto either."),
    "not_enough": gettext_lazy("You have %(have)s stored, not %(wanted)s."),
    "not_enough_units": gettext_lazy("You have %(have)s, not %(wanted)s."),
    "number_of_seats": gettext_lazy("Principato needs %(least)s to %(most)s seats."),
}
