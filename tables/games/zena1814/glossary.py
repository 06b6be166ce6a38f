"""Glossary of the symbols, cards, places and numbers of Zena 1814.

Each entry has a name and a short explanation, in the active language.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engines.zena1814 import ENGINE
from engines.zena1814.content import Area, Battle, Content, Event, Offerable
from engines.zena1814.loader import content as content_of
from tables.games.contract import Entry
from tables.games.kit.reading import question_entry, translated_entries
from tables.games.zena1814.frame import question_words
from tables.games.zena1814.words import (
    AREAS,
    AT,
    EFFECTS,
    KIND_CARDS,
    KINDS,
    card_title,
    count_words,
    gain_words,
    goal_words,
    listed,
    signed,
)

_RULES_OF_AREAS: Mapping[Area, str] = {
    "old_town": "Z-14.8",
    "cathedral": "Z-14.9",
    "palace": "Z-14.10",
    "bank": "Z-14.11",
    "port": "Z-14.12",
    "fort": "Z-14.13",
}


def labelled() -> Mapping[str, str]:
    """Return the selectors of cards, goals and the event, which show their titles."""
    return {".zc": "h4 span", ".zp-cards li": ".zp-title", ".zp-goals li": ".zp-title", ".zn-event": "h2"}


def glossary() -> Sequence[Entry]:
    """Return the entries for the round, places, figures, scoring, panels, cards and decisions."""
    content = content_of(ENGINE.versions[-1])
    parts: tuple[Iterable[Entry], ...] = (
        _ROUND,
        _places(content),
        _FIGURES,
        _COUNTED,
        _on_cards(),
        _PANEL,
        _actions(content),
        _others(content),
        _questions(),
    )
    return translated_entries(chain.from_iterable(parts))


_ROUND = (
    Entry(
        "round",
        gettext_lazy("Round"),
        gettext_lazy(
            "The game has eight rounds; each consists of an event, one turn per player, the "
            "resolution and the end of the round."
        ),
        ".zn-rounds",
        "Z-1.5",
    ),
    Entry("phase", gettext_lazy("Phase"), gettext_lazy("The current phase of the round."), ".zn-phases", "Z-1.6"),
    Entry(
        "event",
        gettext_lazy("Event"),
        gettext_lazy("Everybody gains its income; its effect on the Bank or the Port applies in this round’s resolution."),
        ".zn-event",
        "Z-5.3",
    ),
    Entry(
        "dice",
        gettext_lazy("Dice roll"),
        gettext_lazy("With 3 or less the card fails, with 4 or 5 it stays, with 6 or more it succeeds."),
        ".zn-rolls li, .zp-chances",
        "Z-16.7",
    ),
)


def _places(content: Content) -> Iterator[Entry]:
    incomes = {entry.area: gain_words(entry.reward) for entry in content.income}
    for area in content.board.expert:
        income = (
            _("the majority earns %(gain)s") % {"gain": incomes[area]}
            if area in incomes
            else _("the majority may buy 2 points for 1 coin")
        )
        words = _("An area for figures and cards; in the resolution %(income)s.") % {"income": income}
        yield Entry(f"place-{area}", str(AREAS[area]), words, f'.zq-{area}, use[href="#zn-{area}"]', _RULES_OF_AREAS[area])
    yield Entry("income", _("Income"), _("The majority here gets this in the resolution."), ".zq-income", "Z-14.1")
    yield Entry(
        "strength",
        _("Majority"),
        _(
            "Lord 5, Lady 3, Heir 2, each marker under a figure 1; the family with the highest total "
            "has the majority; in a tie, nobody has it."
        ),
        ".zq-who",
        "Z-14.2",
    )
    yield Entry("flag", _("Flag"), _("Shows the family that would have the majority now."), 'use[href^="#zn-flag-"]', "Z-14.2")


_FIGURES = (
    Entry("lord", gettext_lazy("Lord"), gettext_lazy("Counts 5 for the majority."), 'use[href^="#zn-lord-"]', "Z-14.1"),
    Entry(
        "lady",
        gettext_lazy("Lady"),
        gettext_lazy("Counts 3, but without others of her family she wins a majority only in the Old Town."),
        'use[href^="#zn-lady-"]',
        "Z-14.4",
    ),
    Entry(
        "heir",
        gettext_lazy("Heir"),
        gettext_lazy("Counts 2 for the majority; every family has two."),
        'use[href^="#zn-heir-"]',
        "Z-14.1",
    ),
    Entry(
        "worth",
        gettext_lazy("Strength"),
        gettext_lazy("This figure’s value for the majority, including the markers under it."),
        ".zn-worth, .zp-chip b",
        "Z-14.1",
    ),
    Entry(
        "cube",
        gettext_lazy("Marker under a figure"),
        gettext_lazy("Placed by Manezzi: the figure is worth 1 more until the end of the game."),
        ".zn-cube",
        "Z-18.2",
    ),
)


_COUNTED = (
    Entry(
        "vp",
        gettext_lazy("Point"),
        gettext_lazy("The player with the most points wins; coins and goals are added at the end."),
        'use[href="#zn-vp"]',
        "Z-20.4",
    ),
    Entry(
        "coin",
        gettext_lazy("Coin"),
        gettext_lazy("Pays for slots; every five score one point at the end."),
        'use[href="#zn-coin"]',
        "Z-20.2",
    ),
    Entry(
        "marker",
        gettext_lazy("Marker"),
        gettext_lazy("You have ten for the whole game; one goes on each slot you pay for."),
        'use[href="#zn-marker"]',
        "Z-10.1",
    ),
    Entry(
        "card",
        gettext_lazy("Action card"),
        gettext_lazy("Offered in the area it names; at the end of a round you keep at most six cards."),
        'use[href="#zn-card"]',
        "Z-15.1",
    ),
    Entry(
        "goal",
        gettext_lazy("Goal card"),
        gettext_lazy("Experts only: scores points at the end if you meet its condition and it is still in your hand."),
        'use[href="#zn-goal"]',
        "Z-19.1",
    ),
    Entry(
        "start",
        gettext_lazy("Start player"),
        gettext_lazy("Goes first; the card passes to the right after every round."),
        'use[href="#zn-start"]',
        "Z-15.4",
    ),
    Entry(
        "row",
        gettext_lazy("Family status"),
        gettext_lazy("Points, coins, markers in supply, action and goal cards in hand."),
        ".zf",
        "Z-2.1",
    ),
    Entry("gain", gettext_lazy("Gain"), gettext_lazy("The number of points, cards or coins."), ".zp-gain", "Z-12.2"),
    Entry(
        "deck",
        gettext_lazy("Decks and box"),
        gettext_lazy("Cards left in each deck (action, goal, Fort, event); the swords show battles won."),
        ".zn-stock",
        "Z-1.10",
    ),
)


def _on_cards() -> Iterator[Entry]:
    yield Entry(
        "slot",
        _("Slot"),
        _("Shows its price; the first empty slot from the left is for sale, and its marker earns the reward."),
        ".zc ol, .zp-slot",
        "Z-8.2",
    )
    yield Entry("bonus", _("Bonus"), _("The promoter gets it when somebody takes this slot."), ".zc em, .zp-bonus", "Z-8.5")
    yield Entry(
        "reward",
        _("Reward"),
        _("Every marker on the card earns this in the resolution."),
        ".zc-reward, .zp-reward, .zp-facts",
        "Z-12.2",
    )
    for kind, key, words, rule in (
        ("one_shot", "one-shot", _("Resolves once, then leaves the game."), "Z-16.1"),
        (
            "permanent",
            "permanent",
            _("Resolves every round; if its area has more than three cards, the oldest leaves."),
            "Z-16.2",
        ),
        (
            "dice",
            "dice-card",
            _("The promoter rolls the die; all players on the card may first pay coins to raise the result."),
            "Z-16.4",
        ),
    ):
        yield Entry(key, str(KINDS[kind]), words, f'use[href="#zn-{kind}"]', rule)  # type: ignore[index]  # the kinds there are
    yield Entry(
        "destroys",
        _("Destroys"),
        _("If this battle is lost, the oldest card in each area shown is destroyed."),
        ".zc-destroys",
        "Z-16.17",
    )
    yield Entry("added", _("Roll modifier"), _("One for each marker on the card beyond the first."), ".zc-added", "Z-16.6")
    yield Entry("leaving", _("Leaves next"), _("This happens to the card in this round’s resolution."), ".zc-leaving", "Z-13.2")


_PANEL = (
    Entry(
        "steps",
        gettext_lazy("Steps of a turn"),
        gettext_lazy("Move, offer, influence: you can skip any of them, but the order is fixed."),
        ".zp-nth",
        "Z-6.2",
    ),
    Entry(
        "now",
        gettext_lazy("As it stands"),
        gettext_lazy("The points this goal would score if the game ended now."),
        ".zp-now",
        "Z-19.1",
    ),
)


def _actions(content: Content) -> Iterator[Entry]:
    for card in content.actions:
        yield Entry(f"card-{_key(card.id)}", card_title(card.id), _action(card), rule="Z-16.1")


def _action(card: Offerable) -> str:
    if card.special == "festa":
        return _("The promoter gains 1 point; then everybody draws a card and passes one to the right.")
    if card.special:
        return str(EFFECTS[card.special])
    words = {"kind": KIND_CARDS[card.kind], "at": AT[card.area], "gain": gain_words(card.reward)}
    return _("One of the %(kind)s %(at)s: each marker earns %(gain)s.") % words


def _others(content: Content) -> Iterator[Entry]:
    for event in content.events:
        yield Entry(f"event-{_key(event.id)}", card_title(event.id), _event(event), rule="Z-5.2")
    for fort in content.forts:
        yield Entry(f"fort-{_key(fort.id)}", card_title(fort.id), _battle(fort), rule="Z-16.12")
    for goal in content.goals:
        yield Entry(f"goal-{_key(goal.id)}", card_title(goal.id), goal_words(content, goal.id), rule="Z-19.2")


def _battle(fort: Battle) -> str:
    words = {"gain": gain_words(fort.reward), "areas": listed(str(AREAS[area]) for area in fort.destroys)}
    return _("Battle: if won, each marker earns %(gain)s; if lost, it destroys the oldest card in: %(areas)s.") % words


def _event(event: Event) -> str:
    parts = [_("everybody gains %(coins)s") % {"coins": count_words("coin", event.income)}]
    for area, change in (("bank", event.bank), ("port", event.port)):
        if change:
            coins = ngettext("%(count)s coin", "%(count)s coins", abs(change)) % {"count": signed(change)}
            parts.append(_("cards %(at)s pay %(coins)s") % {"at": AT[area], "coins": coins})  # type: ignore[index]  # areas
    if event.fort:
        parts.append(_("a Fort card is turned up"))
    return _("Event: %(parts)s.") % {"parts": "; ".join(parts)}


def _key(card: str) -> str:
    return card.replace("_", "-")


def _questions() -> Iterator[Entry]:
    words = {
        "place": (
            _("Put each figure on one of your cards: it starts in that card’s area, and you then lose the four cards."),
            "Z-4.1",
        ),
        "starter": (
            _(
                "The start player goes first in every phase; early players find free slots, late players see "
                "what others have done."
            ),
            "Z-2.11",
        ),
        "turn": (
            _("Move a figure, offer a card and influence cards, in this order; or do none of this and take the bonus."),
            "Z-6.2",
        ),
        "react": (_("You have a figure there: pay for the slot to earn the card’s reward too, or decline."), "Z-9.1"),
        "draw": (_("Action cards earn rewards during the game, goals score at the end."), "Z-1.7"),
        "manezzi": (_("The figure you choose counts 1 more for majorities until the end of the game."), "Z-18.1"),
        "trick": (_("The card moves to another area and pays there from now on."), "Z-18.6"),
        "dice": (_("Each coin adds 1 to the roll; with 6 or more the card succeeds, with 3 or less it fails."), "Z-16.3"),
        "palace": (_("You have the majority at the Palace: you may buy 2 points for 1 coin."), "Z-14.1"),
        "festa": (_("Everybody passes one card to the right; choose the one you need least."), "Z-18.13"),
        "discard": (_("You may keep six cards; the others go under their decks."), "Z-15.1"),
    }
    for kind, (sentence, rule) in words.items():
        yield question_entry(question_words(kind), kind, sentence, rule)
