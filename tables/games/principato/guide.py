"""Words of the guided first game of Principato."""

from django.utils.translation import gettext_lazy as _

from tables.games.kit.guide import Advice, GuideTexts, StepTexts

_FIRST, _SECOND = "#table-page:not(:has(#panel .pback)) ", "#table-page:has(#panel .pback) "


def _own(*cards: int, when: str = "") -> tuple[str, ...]:
    return tuple(f'{when}#board [data-pr-card="{card}"]' for card in cards)


def _slot(number: int) -> str:
    """Return the selector of a card of the display, valid until a drafted action moves it."""
    return f"{_FIRST}#board .pr-slot:nth-child({number + 1})"


_UNFINISHED = Advice(_("A turn has two actions, and you need both: add the other action, then send the turn."), "P-4.2")

_STATIONS = {
    "realm": StepTexts(
        _("Your principality"),
        _(
            "In ten minutes you will play one year. Fields yield food for farms, palazzi yield money for "
            "banks, and the church keeps up to three favour. A farm or a bank holds two cubes."
        ),
        _("See what you have: one tile of each kind, and one cube of each kind. Then continue."),
        lit=("#board .pr-realm.me .pr-tally",),
        tab="turn",
        rules=(
            "P-2.1",
            "P-2.2",
            "P-2.3",
        ),
    ),
    "cards": StepTexts(
        _("Two cards, always two"),
        _(
            "You always have exactly two cards. For each card you take from the display, you put one of "
            "yours there, and Fiammetta may take it."
        ),
        _("Look at your two cards and at the display, then continue."),
        lit=(*_own(0, 1), "#board .pr-slots"),
        tab="turn",
        rules=(
            "P-4.5",
            "P-5.7",
        ),
    ),
    "actions": StepTexts(
        _("Two actions a turn"),
        _(
            "A turn has up to two actions: activate a card, exchange a card or take a favour, even "
            "the same action twice. A card without arrows stays, so you can even activate it twice "
            "in one turn."
        ),
        _("Find the arrows on your “Tax collector” card. “Build a farm” has none. Then continue."),
        lit=_own(0, 1),
        tab="turn",
        rules=(
            "P-4.2",
            "P-5.13",
        ),
    ),
    "collect": StepTexts(
        _("Your first turn"),
        _(
            "The Tax collector gives two cubes. The arrows mean that you exchange the card for one from the "
            "display right after activating it. That costs no action."
        ),
        _(
            "Activate the Tax collector for a food and a money, and take the Harvest. Then build a farm for "
            "one money, and send the turn."
        ),
        lit=(*_own(0, when=_FIRST), _slot(1), *_own(1, when=_SECOND)),
        tab="turn",
        done=_("A second farm: now you can store four food."),
        wrong={
            "other": Advice(
                _(
                    "That is allowed, but let’s do this first: activate the Tax collector for a food and a "
                    "money, take the Harvest, then build one farm."
                ),
                "P-5.4",
            ),
            "missing": _UNFINISHED,
        },
        rules=("P-5.4",),
    ),
    "clock": StepTexts(
        _("The display is the clock"),
        _(
            "At the end of every turn, the leftmost card leaves the game, the other cards move left, "
            "and a new card is turned up. When the pile is empty, after seven turns each, the year "
            "ends."
        ),
        _("See which card will leave next, then continue."),
        lit=("#board .pr-slot:nth-child(1)",),
        tab="turn",
        rules=(
            "P-6.1",
            "P-7.1",
        ),
    ),
    "exchange": StepTexts(
        _("Exchanging cards"),
        _(
            "Exchanging costs an action, and your card takes the empty slot in the display. It is the only "
            "way to get rid of a card without arrows."
        ),
        _(
            "Choose the “Land purchase” card in the display, then your “Build a farm” card: they "
            "change places. Buy one field, and send the turn."
        ),
        lit=(*_own(1, when=_FIRST), _slot(1), *_own(1, when=_SECOND)),
        tab="turn",
        done=_("Two fields: every Harvest now yields two food."),
        wrong={
            "other": Advice(
                _(
                    "That is allowed, but a field makes the Harvest worthwhile: exchange “Build a farm” for "
                    "“Land purchase” and buy one field."
                ),
                "P-5.7",
            ),
            "missing": _UNFINISHED,
        },
        rules=(
            "P-5.7",
            "P-5.8",
        ),
    ),
    "militia": StepTexts(
        _("Harvest and militia"),
        _(
            "The Harvest yields one food for each field. Militia are free, as many as you like, but a unit "
            "without a cube counts minus 1."
        ),
        _(
            "Activate the Harvest and take “Muster the militia”. Then muster two militia and take "
            "the first “Rents” card in exchange."
        ),
        lit=(*_own(0, when=_FIRST), _slot(0), *_own(0, when=_SECOND)),
        tab="turn",
        done=_("Two militia stand on the wall, still without food."),
        wrong={
            "other": Advice(
                _(
                    "That is allowed, but militia you can’t supply weaken you: activate the Harvest, take "
                    "“Muster the militia”, muster two militia, and take the first “Rents” card."
                ),
                "P-8.6",
            ),
            "missing": _UNFINISHED,
        },
        rules=(
            "P-13.12",
            "P-8.6",
        ),
    ),
    "rents": StepTexts(
        _("Room for money"),
        _("Rents yield one money for each palazzo. Cubes that find no room are lost."),
        _("Activate “Rents” and take “Build a bank”. Then build one bank for a food."),
        lit=(*_own(0, when=_FIRST), _slot(1), *_own(0, when=_SECOND)),
        tab="turn",
        done=_("Two banks: there is room for four money."),
        wrong={
            "other": Advice(
                _(
                    "That is allowed, but you will need room for money: activate “Rents”, take “Build a "
                    "bank”, then build one bank for a food."
                ),
                "P-2.8",
            ),
            "missing": _UNFINISHED,
        },
        rules=("P-2.8",),
    ),
    "condottiere": StepTexts(
        _("A hired soldier"),
        _("Condottieri fight like militia, but they need money instead of food."),
        _("Exchange “Build a bank” for “Hire condottieri”. Then hire one condottiere and take the Harvest in exchange."),
        lit=(*_own(0, when=_FIRST), _slot(4), *_own(0, when=_SECOND)),
        tab="turn",
        wrong={
            "other": Advice(
                _(
                    "That is allowed, but you only have enough money for one condottiere: exchange “Build a "
                    "bank” for “Hire condottieri”, hire one condottiere, and take the Harvest."
                ),
                "P-2.5",
            ),
            "missing": _UNFINISHED,
        },
        rules=("P-2.5",),
    ),
    "catapults": StepTexts(
        _("Building and catapults"),
        _(
            "Building cards give one tile for 1 cube or two for 3. One catapult costs 1 food and 1 money, "
            "two cost 3 and 2 (less in year III). A catapult counts 1 in every military scoring and needs no "
            "cube."
        ),
        _("Look at the display, then continue."),
        lit=("#board .pr-slots",),
        tab="turn",
        rules=(
            "P-13.3",
            "P-13.4",
            "P-8.6",
        ),
    ),
    "favour": StepTexts(
        _("Favour pays for anything"),
        _("Favour stands in for food or money wherever you pay, and taking a favour is an action that needs no card."),
        _("Buy one field under “Pay with more favour”, then take a favour into the church."),
        lit=(*_own(1, when=_FIRST), f"{_SECOND}#panel .pfavour button"),
        tab="turn",
        done=_("Three fields, and you have kept the money for your condottiere."),
        wrong={
            "other": Advice(
                _(
                    "That is allowed, but your condottiere needs the money: pay for the field with favour, "
                    "then take another favour."
                ),
                "P-2.15",
            ),
            "missing": _UNFINISHED,
        },
        rules=(
            "P-2.15",
            "P-5.10",
        ),
    ),
    "moving": StepTexts(
        _("Cubes on units"),
        _(
            "On your turn you may move food onto militia and money onto condottieri at any time, without "
            "using an action. Each unit holds one cube, and it stays there: you can’t take it back or pay "
            "with it."
        ),
        _("Find your units without a cube, then continue."),
        lit=("#board .pr-realm.me .pr-scene",),
        tab="turn",
        rules=(
            "P-2.12",
            "P-2.13",
        ),
    ),
    "straight": StepTexts(
        _("Straight onto the wall"),
        _("Your farms have room for one more food. Harvested food may also go straight onto militia, which supplies them."),
        _("Activate the Harvest, put two of its food onto the militia, and take “Build a palazzo”. Then take a favour."),
        lit=(*_own(0, when=_FIRST), _slot(2), f"{_SECOND}#panel .pfavour button"),
        tab="turn",
        done=_("The militia are supplied, and the year is over. Now military strengths are compared."),
        wrong={
            "other": Advice(
                _(
                    "That is allowed, but cubes without room are lost: put the harvested food onto the "
                    "militia, take “Build a palazzo”, then take a favour."
                ),
                "P-2.11",
            ),
            "missing": _UNFINISHED,
        },
        rules=("P-2.10",),
    ),
    "feed": StepTexts(
        _("Before the scoring"),
        _("You can now supply units that still have no cube. With a cube, a unit counts 1; without one, minus 1."),
        _("Supply your condottiere with the money you kept."),
        lit=("#panel [name=money]",),
        tab="turn",
        done=_("Three against two: you come first in the military scoring and get 5 military points."),
        wrong={"unfed": Advice(_("Unsupplied, the condottiere would count minus 1: give it the money."), "P-8.6")},
        rules=(
            "P-8.1",
            "P-8.6",
        ),
    ),
    "points": StepTexts(
        _("Points by rank"),
        _(
            "Your strength of 3 beat 2. Two players score 5 and 0; three score 6, 3 and 0; four score 7, 4, "
            "2 and 0. Tied players share their points evenly, rounded up."
        ),
        _("Find your 5 military points, then continue."),
        lit=("#board .pr-realm.me .pr-scene",),
        tab="turn",
        rules=(
            "P-8.7",
            "P-8.8",
        ),
    ),
    "release": StepTexts(
        _("Giving back units"),
        _(
            "The cubes on units are used up. Units you keep must be supplied again at the next scoring, so "
            "you may give some back."
        ),
        _("Give back the condottiere, because your money is gone. Keep the militia: you can supply them."),
        lit=("#panel [name=condottieri]",),
        tab="turn",
        wrong={
            "militia": Advice(
                _("Your farms are full of food. Keep the militia: they will be worth points next year."), "P-8.12"
            )
        },
        rules=(
            "P-8.11",
            "P-8.12",
        ),
    ),
    "scorings": StepTexts(
        _("Five military scorings"),
        _(
            "Each of the three years ends with a military scoring. In years II and III a scoring card is "
            "hidden in the pile: when it turns up, another scoring follows straight away. That makes five."
        ),
        _("From now on, supply your units before each scoring. Then continue."),
        lit=("#board .pr-slots",),
        tab="turn",
        rules=(
            "P-7.4",
            "P-8.1",
        ),
    ),
    "works": StepTexts(
        _("Works of art"),
        _(
            "Monuments, books and paintings score points, and their values differ. You choose from those "
            "left, so the first to buy gets the best. A painting costs 5 money, a book 4 food."
        ),
        _("The first painting card has just come into the display. Look at it, then continue."),
        lit=("#board .pr-slots",),
        tab="turn",
        rules=(
            "P-11.2",
            "P-13.18",
        ),
    ),
    "goals": StepTexts(
        _("Your goals"),
        _(
            "Your two goals are secret and count at the end: the Bulwark scores for military points, the "
            "Chapel for pairs of works of art."
        ),
        _("Look at your goals, then continue."),
        lit=("#hand .pgoals",),
        tab="hand",
        rules=(
            "P-12.1",
            "P-12.5",
        ),
    ),
    "on": StepTexts(
        _("Now you can play"),
        _(
            "The player with the most points wins; ties go to the player with the most cubes in "
            "farms, banks and church. This guide leaves out the other goals and games with three or "
            "four players. You’ll find them in the rules."
        ),
        _("Play this game to the end against Fiammetta, or join a table with friends."),
        rules=(
            "P-11.3",
            "P-11.4",
        ),
    ),
}

TOLD = {
    "principato": GuideTexts(
        _("Learn Principato in ten minutes"),
        _("One year at a real table, step by step: cards, fields and banks, a small army, and the first military scoring."),
        _STATIONS,
    )
}
