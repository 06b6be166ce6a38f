"""The words of the guided first game of Principato."""

from django.utils.translation import gettext_lazy as _

from tables.games.kit.guide import Advice, Said, Told

_FIRST, _SECOND = "#table-page:not(:has(#panel .pback)) ", "#table-page:has(#panel .pback) "


def _own(*cards: int, when: str = "") -> tuple[str, ...]:
    return tuple(f'{when}#board [data-pr-card="{card}"]' for card in cards)


def _slot(number: int) -> str:
    """A card of the display, while nothing is drafted yet that moves it."""
    return f"{_FIRST}#board .pr-slot:nth-child({number + 1})"


_UNFINISHED = Advice(_("A turn has two actions, and you need both of these: add the other one, then send the turn."), "P-4.2")

_STATIONS = {
    "realm": Said(
        _("Your principality"),
        _(
            "This small realm is yours: fields give food that farms store, palazzi give money that banks keep, and "
            "the church holds favour."
        ),
        _("Look what lies there: one of each, and a cube of each kind. Then go on."),
        lit=("#board .pr-realm.me .pr-tally",),
        tab="turn",
    ),
    "cards": Said(
        _("Two cards, always two"),
        _("You do what your two cards say; what you swap away lies open in the display, where Fiammetta may take it."),
        _("Look at your two cards and at the display, then go on."),
        lit=(*_own(0, 1), "#board .pr-slots"),
        tab="turn",
    ),
    "collect": Said(
        _("A turn is two actions"),
        _("The Tax collector brings two cubes; his arrows say that he is swapped for a card of the display after use."),
        _("Use him for a food and a money and take the Harvest; then build a farm for one money, and send the turn."),
        lit=(*_own(0, when=_FIRST), _slot(1), *_own(1, when=_SECOND)),
        tab="turn",
        done=_("A second farm: now four food can be stored."),
        wrong={
            "other": Advice(
                _(
                    "Allowed, but let us do this first: the Tax collector for a food and a money, taking the "
                    "Harvest, then one farm."
                ),
                "P-5.4",
            ),
            "missing": _UNFINISHED,
        },
    ),
    "exchange": Said(
        _("Swapping is an action too"),
        _("A card can be swapped without being used; one without arrows stays with you when it is used."),
        _("Swap Build a farm for the Land purchase; then buy one field with it, and send the turn."),
        lit=(*_own(1, when=_FIRST), _slot(1), *_own(1, when=_SECOND)),
        tab="turn",
        done=_("Two fields: every Harvest now brings two food."),
        wrong={
            "other": Advice(
                _(
                    "Allowed, but a field is what makes the Harvest worth its while: swap Build a farm for the "
                    "Land purchase and buy one."
                ),
                "P-5.7",
            ),
            "missing": _UNFINISHED,
        },
    ),
    "militia": Said(
        _("Harvest and militia"),
        _(
            "The Harvest brings a food for each field; militia cost nothing, but each must be fed before a battle, "
            "or it counts against you."
        ),
        _("Use the Harvest and take Muster the militia; then muster two, and take the first Rents for it."),
        lit=(*_own(0, when=_FIRST), _slot(0), *_own(0, when=_SECOND)),
        tab="turn",
        done=_("Two militia stand on the wall, still without food."),
        wrong={
            "other": Advice(
                _(
                    "Allowed, but more militia than you can feed weaken you: Harvest for the Muster, then two, for "
                    "the first Rents."
                ),
                "P-8.6",
            ),
            "missing": _UNFINISHED,
        },
    ),
    "rents": Said(
        _("Room for money"),
        _("Rents bring a money for each palazzo, and a bank keeps two: what finds no room is lost."),
        _("Use the Rents and take Build a bank; then build one bank for a food."),
        lit=(*_own(0, when=_FIRST), _slot(1), *_own(0, when=_SECOND)),
        tab="turn",
        done=_("Two banks: four money have room."),
        wrong={
            "other": Advice(
                _("Allowed, but you will want room for money: Rents for Build a bank, then one bank for a food."), "P-2.8"
            ),
            "missing": _UNFINISHED,
        },
    ),
    "condottiere": Said(
        _("A hired soldier"),
        _("Condottieri fight like militia, but they want money instead of food."),
        _("Swap Build a bank for Hire condottieri; then hire one, and take the Harvest for it."),
        lit=(*_own(0, when=_FIRST), _slot(4), *_own(0, when=_SECOND)),
        tab="turn",
        wrong={
            "other": Advice(
                _(
                    "Allowed, but you have money for one soldier: swap Build a bank for Hire condottieri, hire "
                    "one, take the Harvest."
                ),
                "P-2.5",
            ),
            "missing": _UNFINISHED,
        },
    ),
    "favour": Said(
        _("Favour pays for anything"),
        _("Favour stands in for food or money wherever you pay, and taking one is an action that needs no card."),
        _("Buy one field, under “Pay with more favour”; then take a favour into the church."),
        lit=(*_own(1, when=_FIRST), f"{_SECOND}#panel .pfavour button"),
        tab="turn",
        done=_("Three fields, and the money is kept for your condottiere."),
        wrong={
            "other": Advice(
                _("Allowed, but the money is for your condottiere: pay for the field with favour, then take another favour."),
                "P-2.15",
            ),
            "missing": _UNFINISHED,
        },
    ),
    "straight": Said(
        _("Straight to the wall"),
        _("Your farms have room for one more food; the rest of a Harvest may go straight onto militia, which are fed by it."),
        _("Use the Harvest, two of it onto the militia, and take Build a palazzo; then take a favour."),
        lit=(*_own(0, when=_FIRST), _slot(2), f"{_SECOND}#panel .pfavour button"),
        tab="turn",
        done=_("The militia are fed, and the year is over: now armies are compared."),
        wrong={
            "other": Advice(
                _(
                    "Allowed, but what finds no room is lost: the Harvest onto the militia, Build a palazzo for "
                    "it, then a favour."
                ),
                "P-2.11",
            ),
            "missing": _UNFINISHED,
        },
    ),
    "feed": Said(
        _("Before the battle"),
        _("Everybody feeds what is still hungry: a soldier with a cube counts one, a soldier without takes one off."),
        _("Supply your condottiere with the money you kept."),
        lit=("#panel [name=money]",),
        tab="turn",
        done=_("Three against two: the year’s battle is yours, for 5 military points."),
        wrong={"unfed": Advice(_("Unpaid, the condottiere would take one off your strength: give him the money."), "P-8.6")},
    ),
    "release": Said(
        _("Who stays"),
        _("The cubes on soldiers are used up; who stays must be fed again at the next battle, so one may give soldiers back."),
        _("Give back the condottiere, for your money is gone; keep the militia, whom you can feed."),
        lit=("#panel [name=condottieri]",),
        tab="turn",
        wrong={
            "militia": Advice(_("Your farms are full of food: keep the militia, they are worth points next year."), "P-8.12")
        },
    ),
    "goals": Said(
        _("What pays at the end"),
        _(
            "Your two goals are secret and count at the end: the Bulwark pays for military points, the Chapel for "
            "pairs of works of art."
        ),
        _("Look at your goals, then go on."),
        lit=("#hand .pgoals",),
        tab="hand",
    ),
    "on": Said(
        _("Now you can play"),
        _(
            "Years II and III go the same way and bring sculptors, scribes and painters: works of art are points, "
            "and most points win."
        ),
        _("Play this game to its end against Fiammetta, or sit down with friends."),
    ),
}

TOLD = {
    "principato": Told(
        _("Learn Principato in half an hour"),
        _("One year at a real table, step by step: cards, fields and banks, a small army, and the first battle."),
        _STATIONS,
    )
}
