"""Words of the guided first game of Principato."""

from django.utils.translation import gettext_lazy as _

from tables.games.kit.guide import Advice, GuideTexts, StepTexts

_FIRST, _SECOND = "#table-page:not(:has(#panel .pback)) ", "#table-page:has(#panel .pback) "


def _own(*cards: int, when: str = "") -> tuple[str, ...]:
    return tuple(f'{when}#board [data-pr-card="{card}"] .pcard' for card in cards)


def _slot(number: int) -> str:
    """Return the selector of a card of the display, valid until a drafted action moves it."""
    return f"{_FIRST}#board .pr-slot:nth-child({number + 1}) .pcard"


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
            "You always have exactly two cards. For each card you take from the display, you put one of yours in "
            "its slot, and your opponent Fiammetta may take it."
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
            "A turn has up to two actions: activate a card, exchange a card or take a favour. You may choose the "
            "same action twice. A card without arrows stays yours, so you can activate even the same card twice "
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
            "The Tax collector gives two cubes. The arrows mean that right after activating it you exchange it "
            "for a card from the display. This exchange costs no action; the Tax collector goes into that card’s "
            "slot."
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
            "Exchanging a card without activating it costs an action: it goes into the slot of the card you take. "
            "This is the only way to get rid of a card without arrows."
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
            "The Harvest yields one food for each field. Militia are free: take as many as you like. But in a "
            "military scoring each needs one food; otherwise it takes 1 off your strength."
        ),
        _(
            "Activate the Harvest and take “Muster the militia”. Then muster two militia and take the left one of "
            "the two “Rents” cards in exchange."
        ),
        lit=(*_own(0, when=_FIRST), _slot(0), *_own(0, when=_SECOND)),
        tab="turn",
        done=_("Two militia stand on the wall, still without food."),
        wrong={
            "other": Advice(
                _(
                    "That is allowed, but militia you can’t supply weaken you: activate the Harvest, take “Muster the "
                    "militia”, muster two militia, and take the left one of the two “Rents” cards."
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
        _(
            "Hiring condottieri is free too. They fight like militia, but in a military scoring each needs one "
            "money instead of food."
        ),
        _("Exchange “Build a bank” for “Hire condottieri”. Then hire one condottiere and take the Harvest in exchange."),
        lit=(*_own(0, when=_FIRST), _slot(4), *_own(0, when=_SECOND)),
        tab="turn",
        wrong={
            "other": Advice(
                _(
                    "That is allowed, but you only have enough money to supply one condottiere: exchange “Build a bank” "
                    "for “Hire condottieri”, hire one condottiere, and take the Harvest."
                ),
                "P-2.5",
            ),
            "missing": _UNFINISHED,
        },
        rules=(
            "P-13.1",
            "P-2.5",
        ),
    ),
    "catapults": StepTexts(
        _("Building and catapults"),
        _(
            "Building cards give one tile for 1 cube or two for 3: money for farms and fields, food for banks and "
            "palazzi. One catapult costs 1 food and 1 money, two cost 3 food and 2 money (less in year III). A "
            "catapult adds 1 in every military scoring and needs no cube."
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
        _("You can pay with favour in place of food or money. Taking a favour is an action that needs no card."),
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
        _(
            "Your farms have room for only one more food. Harvested food may also go straight onto militia, which "
            "supplies them."
        ),
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
        _(
            "You can now supply units that still have no cube. A unit with a cube adds 1 to your strength; a unit "
            "without one takes 1 off."
        ),
        _("Supply your condottiere with the money you kept."),
        lit=("#panel [name=money]",),
        tab="turn",
        done=_("Three against two: you come first in the military scoring and get 5 military points."),
        wrong={"unfed": Advice(_("Give the condottiere the money: unsupplied, it would take 1 off your strength."), "P-8.6")},
        rules=(
            "P-8.1",
            "P-8.6",
        ),
    ),
    "points": StepTexts(
        _("Points by rank"),
        _(
            "Your strength of 3 beat Fiammetta’s 2. Two players score 5 and 0; three score 6, 3 and 0; four score "
            "7, 4, 2 and 0. Tied players add up the points of their ranks and share them evenly, rounded up."
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
            "The cubes on units are used up; all others stay. Units you keep must be supplied again at the next "
            "scoring. So after a scoring you may give back militia and condottieri, but never catapults."
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
            "Each of the three years ends with a military scoring. In years II and III a scoring card is hidden "
            "in the pile: when it turns up, everybody scores straight away. Then it leaves the game, the next "
            "card takes its slot, and the year goes on. That makes five scorings."
        ),
        _("From now on, supply your units before each scoring. Then continue."),
        lit=("#board .pr-slots",),
        tab="turn",
        rules=(
            "P-7.4",
            "P-7.1",
        ),
    ),
    "works": StepTexts(
        _("Works of art"),
        _(
            "Monuments, books and paintings score points, and their values differ from piece to piece. You choose "
            "from those left, so the first to buy gets the best. A painting costs 5 money, a book 4 food."
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
            "Your two goals are secret and count at the end. The Bulwark scores 1 point for every 4 military "
            "points. The Chapel scores 2, 5 or 8 points for one, two or three pairs of monument and painting."
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
