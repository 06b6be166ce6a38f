"""The words of the guided first game of Gonzaga."""

from django.utils.translation import gettext_lazy as _

from tables.games.kit.guide import Advice, Said, Told


def _hex(*cells: int) -> tuple[str, ...]:
    return tuple(f'.hx[data-i="{cell}"]' for cell in cells)


def _card(*values: str) -> tuple[str, ...]:
    return tuple(f'.play-card:has([value="{value}"])' for value in values)


_ROYAL = Advice(
    _("The King’s Privilege costs a ring for good, and here nobody is in your way. Leave it aside for now."), "G-6.2"
)

_STATIONS = {
    "map": Said(
        _("Europe, and who flourishes"),
        _(
            "This is Europe, where your house spreads: three regions flourish in this game (gold seals), the "
            "hatched ones lie idle."
        ),
        _("Find Francia, Hispania and Britannia on the map, then go on."),
        lit=('.gz use[href="#gz-seal-gold"]',),
        tab="turn",
    ),
    "sites": Said(
        _("Cities and harbours"),
        _(
            "Round marks are cities, shields are harbours: each that you cover brings 3 points in a "
            "flourishing region, "
            "1 in an inactive one."
        ),
        _("Find Paris, Dijon and Lyon in Francia: they will be yours in a moment. Then go on."),
        lit=_hex(138, 139, 154),
        tab="turn",
    ),
    "plan-cities": Said(
        _("Two cards make a plan"),
        _(
            "Each round you turn up a fief, here number 80 with four hexes, and everybody secretly plans where "
            "it goes and what it "
            "covers: a region card and an action card."
        ),
        _("Choose Francia and B Cities, and seal the plan."),
        lit=(*_card("francia", "cities"), *_hex(138, 139, 154)),
        tab="turn",
        wrong={
            "region": Advice(
                _(
                    "One hex of your piece must lie in the region you plan, and the three cities lie in Francia: "
                    "take that card."
                ),
                "G-5.9",
            ),
            "action": Advice(
                _(
                    "Only B Cities covers up to three cities: A takes harbours, C both kinds at once. Choose B for "
                    "Paris and Lyon."
                ),
                "G-7.3",
            ),
            "too_royal": _ROYAL,
        },
    ),
    "fief-cities": Said(
        _("Your first fief"),
        _("The plans are open, and you act first, for B comes before Fiammetta’s C: the fief may be turned as you like."),
        _("Touch Paris, then Dijon and Lyon, until the fief covers all three; then send it."),
        lit=_hex(138, 139, 154),
        tab="turn",
        done=_("Well placed: three cities, 9 points at once."),
        wrong={
            "elsewhere": Advice(
                _("That is allowed, but every city is worth 3 points: covering Paris, Dijon and Lyon brings 9."), "G-11.1"
            ),
            "donation": Advice(
                _("A donation is always allowed and brings 3 points; Paris, Dijon and Lyon bring 9. Keep it for bad days."),
                "G-10.3",
            ),
        },
    ),
    "round": Said(
        _("Cards that rest"),
        _("Fiammetta has placed her fief too, and the round is over: the cards you both played are locked for one round."),
        _("Look at the list of players: points and rings of both lie open there, an arrow opens the rest. Then go on."),
        lit=("#seats",),
        tab="seats",
    ),
    "objective": Said(
        _("Your secret"),
        _(
            "These six cities are your hidden objective, stars on the map: the more you hold at the end, the more "
            "they bring, up to 35."
        ),
        _("You hold Lyon already; look where the others lie, then go on."),
        lit=("#hand .objective",),
        tab="hand",
    ),
    "plan-harbours": Said(
        _("A Sea League"),
        _("Harbours of one sea belong together: whoever comes to hold three of them founds a Sea League, for 10 points more."),
        _("Hispania has three harbours of the Atlantic: choose Hispania and A Harbours, and seal the plan."),
        lit=(*_card("hispania", "harbours"), *_hex(181, 184, 231)),
        tab="turn",
        wrong={
            "region": Advice(
                _("Three of the four Atlantic harbours lie in Hispania, and a League takes three: choose that card."), "G-11.5"
            ),
            "action": Advice(_("Harbours alone are covered with A Harbours, one or two at a time: choose A."), "G-7.2"),
            "too_royal": _ROYAL,
        },
    ),
    "fief-harbours": Said(
        _("Two harbours at once"),
        _("Fiammetta chose A as well, so the lower fief card decides: her 13 acted before your 92."),
        _("Place the fief on La Coruña and Lisboa: touch both of them, then send it."),
        lit=_hex(181, 231),
        tab="turn",
        done=_("Two harbours of the Atlantic: 6 points, and one is missing for the League."),
        wrong={
            "elsewhere": Advice(
                _("That is allowed, but a League wants three harbours of the same sea: cover La Coruña and Lisboa."), "G-11.5"
            ),
            "donation": Advice(_("The church gives 3 points; two harbours give 6 and bring the League near."), "G-10.3"),
        },
    ),
    "plan-alliance": Said(
        _("A harbour that is taken"),
        _(
            "Bordeaux, in Francia, is an Atlantic harbour too; Fiammetta’s fief lies on it, but a wedding ring may "
            "share her hex."
        ),
        _("Francia is free again: choose Francia and C Alliance, which allows weddings, and seal the plan."),
        lit=(*_card("francia", "alliance"), *_hex(168)),
        tab="turn",
        wrong={
            "region": Advice(
                _("The first ring of a wedding lies in the planned region, and Bordeaux lies in Francia."), "G-9.4"
            ),
            "action": Advice(_("Rings are laid with C Alliance alone; a fief cannot cover Bordeaux any more."), "G-9.1"),
            "too_royal": _ROYAL,
        },
    ),
    "wedding": Said(
        _("A wedding"),
        _(
            "A wedding lays one or two of your six rings instead of the fief, which leaves the game; a ring counts "
            "like a small fief."
        ),
        _("Press “Wedding”, touch Bordeaux, and Toulouse beside it if you like; then send it."),
        lit=("[data-mode=weddings]", *_hex(168)),
        tab="turn",
        done=_("The third harbour: your Sea League is founded, 10 points besides!"),
        wrong={
            "elsewhere": Advice(
                _("A good match, but the third harbour of your League is Bordeaux: lay a ring there."), "G-11.5"
            ),
            "fief": Advice(_("A fief never lies on another fief, so only a ring comes to Bordeaux: press “Wedding”."), "G-8.3"),
            "donation": Advice(_("A donation gives 3 points; the ring on Bordeaux gives 13. Press “Wedding”."), "G-10.3"),
        },
    ),
    "plan-privilege": Said(
        _("First by the grace of the King"),
        _(
            "Kilkenny in Britannia is a city of your objective, but with the same action Fiammetta’s lower "
            "card acts first; for a "
            "ring, the King’s Privilege puts you before everybody without it."
        ),
        _("Choose Britannia, B Cities and the King’s Privilege, and seal the plan."),
        lit=(*_card("britannia", "cities"), ".play-card.royal", *_hex(70)),
        tab="turn",
        wrong={
            "region": Advice(_("Kilkenny lies in Britannia: take that card."), "G-5.9"),
            "action": Advice(_("Kilkenny is a city: B Cities covers it."), "G-7.3"),
            "not_royal": Advice(
                _("Without the King’s Privilege the lower card goes first, and hers is lower: add it."), "G-6.8"
            ),
        },
    ),
    "fief-objective": Said(
        _("A city of your own"),
        _("You act first, and Kilkenny is still free; only one position of this fief covers it."),
        _("Touch Kilkenny, and send the fief."),
        lit=_hex(70),
        tab="turn",
        done=_("Two cities of your objective are yours; nobody knows which ones you are after."),
        wrong={
            "elsewhere": Advice(
                _("As many points now, but a city of your objective pays once more at the end: take Kilkenny."), "G-14.5"
            ),
            "donation": Advice(_("Three points either way now, but Kilkenny pays once more at the end."), "G-14.5"),
        },
    ),
    "end": Said(
        _("How it ends"),
        _(
            "From round 6 on, once three or fewer sites of flourishing regions are uncovered, one last round "
            "is played; then the "
            "largest group of linked pieces brings 15 points, and the objectives are opened."
        ),
        _("Look which of your pieces touch each other, then go on."),
        lit=(".gz .piece .fief.blue",),
        tab="turn",
    ),
    "on": Said(
        _("Now you can play"),
        _("You have seen all of it: plans, fiefs, weddings, Leagues, the King’s Privilege and your secret."),
        _("Play this game to its end against Fiammetta, or sit down with friends."),
    ),
}

TOLD = {
    "gonzaga": Told(
        _("Learn Gonzaga in half an hour"),
        _("Four rounds at a real table, step by step: plans, fiefs, a Sea League, a wedding and the King’s Privilege."),
        _STATIONS,
    )
}
