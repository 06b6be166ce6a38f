"""Names of the cards, areas, figures, kinds and phases of Zena 1814, and quantities in words.

Genoese titles are the same in every language. A gloss below a title gives its meaning.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from engines.zena1814.content import Area, Content, Deck, Figure, Gain, GoalRule, Kind
from engines.zena1814.state import Reason
from tables.games.kit.spoken import cached_by_language

GENOESE: Mapping[str, str] = {
    "ot_manezzi": "Manezzi",
    "ot_sollevacoin": "Sollevaçoin in pilotæ",
    "pa_relacoin": "Relaçoin co-a compagnia",
    "pa_festa": "Festa a-o Paxo",
    "go_dagghe": "Dagghe Abbretio",
    "go_accontentarse": "Accontentarse",
    "go_invexendarse": "Invexendarse",
    "go_sensa_poia": "Sensa Poia",
}
"""Titles in the language of Genoa (``lang="lij"``), untranslated."""

GLOSSES: Mapping[str, Promise] = {
    "ot_manezzi": gettext_lazy("Manipulation"),
    "ot_sollevacoin": gettext_lazy("Clever trick"),
    "pa_relacoin": gettext_lazy("Dealings with the company"),
    "pa_festa": gettext_lazy("Party at the palace"),
    "go_dagghe": gettext_lazy("Grab everything"),
    "go_accontentarse": gettext_lazy("Modest wish"),
    "go_invexendarse": gettext_lazy("Working without a plan"),
    "go_sensa_poia": gettext_lazy("Fearless"),
}

TITLES: Mapping[str, Promise] = {
    "ot_gossip": gettext_lazy("Alley gossip"),
    "ot_workshop": gettext_lazy("Guild workshop"),
    "ot_tavern": gettext_lazy("Tavern"),
    "ot_assembly": gettext_lazy("Street assembly"),
    "ca_alms": gettext_lazy("Alms collection"),
    "ca_confraternity": gettext_lazy("Confraternity"),
    "ca_chapel": gettext_lazy("Family chapel"),
    "ca_procession": gettext_lazy("Procession"),
    "ca_sermon": gettext_lazy("Sermon"),
    "pa_senate": gettext_lazy("Senate seat"),
    "pa_decree": gettext_lazy("Decree"),
    "pa_embassy": gettext_lazy("Embassy"),
    "bk_shares": gettext_lazy("Bank shares"),
    "bk_savings": gettext_lazy("Savings deposit"),
    "bk_loan": gettext_lazy("Short-term loan"),
    "bk_investment": gettext_lazy("Bank investment"),
    "bk_great_investment": gettext_lazy("Great investment"),
    "po_coastal_trade": gettext_lazy("Coastal trade"),
    "po_consulate": gettext_lazy("Foreign consulate"),
    "po_cargo": gettext_lazy("Cargo sale"),
    "po_packet_boat": gettext_lazy("Packet boat"),
    "po_trade_route": gettext_lazy("Dangerous trade route"),
    "po_ocean_route": gettext_lazy("Ocean route"),
    "fo_1": gettext_lazy("Fort 1"),
    "fo_2": gettext_lazy("Fort 2"),
    "fo_3": gettext_lazy("Fort 3"),
    "fo_4": gettext_lazy("Fort 4"),
    "fo_5": gettext_lazy("Fort 5"),
    "fo_6": gettext_lazy("Fort 6"),
    "fo_7": gettext_lazy("Fort 7"),
    "fo_8": gettext_lazy("Fort 8"),
    "ev_liberation": gettext_lazy("Liberation"),
    "ev_good_season": gettext_lazy("Good sailing season"),
    "ev_easy_credit": gettext_lazy("Easy credit"),
    "ev_blockade": gettext_lazy("Naval blockade"),
    "ev_bank_run": gettext_lazy("Run on the bank"),
    "ev_border_raid": gettext_lazy("Border raid"),
    "ev_free_port": gettext_lazy("Free port"),
    "ev_silver_fleet": gettext_lazy("Silver arrives"),
    "ev_siege_alarm": gettext_lazy("Siege alarm"),
    "go_maj_old_town": gettext_lazy("Majority in the Old Town"),
    "go_maj_cathedral": gettext_lazy("Majority at the Cathedral"),
    "go_maj_palace": gettext_lazy("Majority at the Palace"),
    "go_maj_bank": gettext_lazy("Majority at the Bank"),
    "go_maj_port": gettext_lazy("Majority at the Port"),
    "go_maj_fort": gettext_lazy("Majority at the Fort"),
    "go_perm_old_town": gettext_lazy("Permanents in the Old Town"),
    "go_perm_cathedral": gettext_lazy("Permanents at the Cathedral"),
    "go_perm_palace": gettext_lazy("Permanents at the Palace"),
    "go_perm_bank": gettext_lazy("Permanents at the Bank"),
    "go_perm_port": gettext_lazy("Permanents at the Port"),
}

EFFECTS: Mapping[str, Promise] = {
    "manezzi": gettext_lazy(
        "The promoter takes the marker off the card and puts it under one of their own figures, which is "
        "worth 1 more for majorities until the end of the game."
    ),
    "sollevacoin": gettext_lazy(
        "The first time it comes up, the promoter moves it to another area, not the Fort, as the newest "
        "card; it pays there from then on."
    ),
    "relacoin": gettext_lazy(
        "Each marker earns 1 point if its owner has a marker on a card at the Port, and 1 point for one at the Bank."
    ),
    "festa": gettext_lazy("The promoter gains 1 point. Then everybody draws a card and passes one card to the right."),
}
"""Effects of special action cards, instead of a printed reward, by ``Offerable.special``."""

FAMILIES = ("Costaggia", "Seppa", "Mostasci", "Queiron", "Repiggin")
"""The families, by seat."""

AREAS: Mapping[Area, Promise] = {
    "old_town": gettext_lazy("Old Town"),
    "cathedral": gettext_lazy("Cathedral"),
    "palace": pgettext_lazy("Zena 1814", "Palace"),
    "bank": gettext_lazy("Bank"),
    "port": gettext_lazy("Port"),
    "fort": gettext_lazy("Fort"),
}
AT: Mapping[Area, Promise] = {
    "old_town": gettext_lazy("in the Old Town"),
    "cathedral": gettext_lazy("at the Cathedral"),
    "palace": gettext_lazy("at the Palace"),
    "bank": gettext_lazy("at the Bank"),
    "port": gettext_lazy("at the Port"),
    "fort": gettext_lazy("at the Fort"),
}
"""Locations as part of a sentence."""
FROM: Mapping[Area, Promise] = {
    "old_town": gettext_lazy("from the Old Town"),
    "cathedral": gettext_lazy("from the Cathedral"),
    "palace": gettext_lazy("from the Palace"),
    "bank": gettext_lazy("from the Bank"),
    "port": gettext_lazy("from the Port"),
    "fort": gettext_lazy("from the Fort"),
}
TO: Mapping[Area, Promise] = {
    "old_town": gettext_lazy("to the Old Town"),
    "cathedral": gettext_lazy("to the Cathedral"),
    "palace": gettext_lazy("to the Palace"),
    "bank": gettext_lazy("to the Bank"),
    "port": gettext_lazy("to the Port"),
    "fort": gettext_lazy("to the Fort"),
}
FIGURES: Mapping[Figure, Promise] = {
    "lord": gettext_lazy("Lord"),
    "lady": gettext_lazy("Lady"),
    "heir_1": gettext_lazy("First Heir"),
    "heir_2": gettext_lazy("Second Heir"),
}
"""Figures as labels."""
THE_FIGURE: Mapping[Figure, Promise] = {
    "lord": gettext_lazy("the Lord"),
    "lady": gettext_lazy("the Lady"),
    "heir_1": gettext_lazy("the first Heir"),
    "heir_2": gettext_lazy("the second Heir"),
}
"""Figures as objects of a sentence."""
KINDS: Mapping[Kind, Promise] = {
    "one_shot": gettext_lazy("One-shot card"),
    "permanent": gettext_lazy("Permanent card"),
    "dice": gettext_lazy("Dice card"),
}
KIND_CARDS: Mapping[Kind, Promise] = {
    "one_shot": gettext_lazy("one-shot cards"),
    "permanent": gettext_lazy("permanent cards"),
    "dice": gettext_lazy("dice cards"),
}
"""Kinds as objects of a sentence."""
DECKS: Mapping[Deck, Promise] = {"action": gettext_lazy("action deck"), "goal": gettext_lazy("goal deck")}
PHASES: Mapping[str, Promise] = {
    "setup": gettext_lazy("Placement"),
    "event": gettext_lazy("Event"),
    "actions": gettext_lazy("Actions"),
    "resolution": gettext_lazy("Resolution"),
    "end": gettext_lazy("End of round"),
}
WORTH: Mapping[GoalRule, Promise] = {
    "square_of_copies": gettext_lazy("1, 4, 9, 16 or 25 points for 1, 2, 3, 4 or 5 of these in your hand."),
    "majority": gettext_lazy("%(points)s if you have the majority %(at)s."),
    "permanents": gettext_lazy("%(points)s for each permanent card %(at)s, no matter whose markers are on it."),
    "no_majority_anywhere": gettext_lazy("%(points)s if you have no majority anywhere."),
    "any_majority": gettext_lazy("%(points)s if you have at least one majority."),
    "won_battles": gettext_lazy("%(points)s for each battle won, no matter who fought it."),
}
"""Final values of goals."""
LEFT: Mapping[Reason, Promise] = {
    "one_shot": gettext_lazy("“%(card)s” has been used and leaves the game."),
    "pushed_out": gettext_lazy("“%(card)s” is the oldest of more than three cards and leaves the game."),
    "emptied": gettext_lazy("“%(card)s” has no marker left and leaves the game."),
    "failed": gettext_lazy("“%(card)s” has failed and leaves the game."),
    "succeeded": gettext_lazy("“%(card)s” has succeeded and leaves the game."),
    "destroyed": gettext_lazy("“%(card)s” %(at)s is destroyed."),
}
"""Reasons for leaving a row, as log lines."""

COUNTS: Mapping[str, Any] = {
    "coin": ngettext_lazy("%(count)d coin", "%(count)d coins", "count"),
    "card": ngettext_lazy("%(count)d card", "%(count)d cards", "count"),
    "vp": ngettext_lazy("%(count)d point", "%(count)d points", "count"),
    "marker": ngettext_lazy("%(count)d marker", "%(count)d markers", "count"),
    "action": ngettext_lazy("%(count)d action card", "%(count)d action cards", "count"),
    "goal": ngettext_lazy("%(count)d goal card", "%(count)d goal cards", "count"),
}


def card_title(card: str) -> str:
    """Return the title of an action, goal, Fort or event card. Return an unknown id as it is."""
    return GENOESE.get(card) or str(TITLES.get(card, card))


def card_gloss(card: str) -> str:
    """Return the meaning of a Genoese title. It is empty for other cards."""
    return str(GLOSSES.get(card, ""))


def card_name(card: str) -> str:
    """Return the title of a card, followed by its gloss in brackets if it has one."""
    gloss = card_gloss(card)
    return f"{card_title(card)} ({gloss})" if gloss else card_title(card)


@cached_by_language
def count_words(what: str, count: int) -> str:
    """Return a number of coins, cards, points or markers in words: "2 coins"."""
    return str(COUNTS[what] % {"count": count})


def gain_words(gain: Gain) -> str:
    """Return a reward, an income or a bonus in words: "1 card and 2 coins"; "nothing" for none."""
    parts = {"vp": gain.vp, "card": gain.card, "coin": gain.coin}
    return listed(count_words(what, count) for what, count in parts.items() if count)


def listed(parts: Iterable[str]) -> str:
    """Return phrases joined with commas and "and". It is "nothing" if there are none."""
    items = list(parts)
    return get_text_list(items, _("and")) if items else _("nothing")


def either(parts: Iterable[str]) -> str:
    """Return phrases joined with commas and "or"."""
    return get_text_list(list(parts), _("or"))


def goal_words(content: Content, card: str) -> str:
    """Return a goal card's points at the end, in words."""
    goal = content.goal(card)
    words = {"points": count_words("vp", goal.vp), "at": AT[goal.area] if goal.area else ""}
    return str(WORTH[goal.rule] % words)


def signed(number: int) -> str:
    """Return a number with its sign: "+1", "−1"."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def oldest_words(areas: Iterable[Area]) -> str:
    """Return the cards that a lost battle destroys in words: "the oldest card at the Palace and at the Cathedral"."""
    return _("the oldest card %(areas)s") % {"areas": listed(str(AT[area]) for area in areas)}
