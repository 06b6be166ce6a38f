"""Words of the guided first game of Gonzaga."""

from django.utils.translation import gettext_lazy as _

from tables.games.kit.guide import Advice, GuideTexts, StepTexts


def _hex(*cells: int) -> tuple[str, ...]:
    return tuple(f'.hx[data-i="{cell}"]' for cell in cells)


def _card(*values: str) -> tuple[str, ...]:
    return tuple(f'.play-card:has([value="{value}"])' for value in values)


_ROYAL = Advice(
    _("Plan without the King’s Privilege: acting first costs one of your six rings for good. Nobody is in your way here."),
    "G-6.2",
)

_STATIONS = {
    "map": StepTexts(
        _("Flourishing regions"),
        _(
            "In ten minutes you will play four rounds. Three regions of Europe flourish in this game (gold "
            "seals); the hatched ones are inactive."
        ),
        _("Find Francia, Hispania and Britannia on the map, then continue."),
        lit=('.gz use[href="#gz-seal-gold"]',),
        tab="turn",
        rules=("G-1.3",),
    ),
    "sites": StepTexts(
        _("Cities and harbours"),
        _(
            "Circles are cities, shields are harbours. Each one you cover scores 3 points in a "
            "flourishing region and 1 in an inactive one. What counts is the region they are in, not "
            "the region you planned."
        ),
        _("Find Paris, Dijon and Lyon in Francia: they will be yours in a moment. Then continue."),
        lit=_hex(138, 139, 154),
        tab="turn",
        rules=(
            "G-11.1",
            "G-11.2",
        ),
    ),
    "deck": StepTexts(
        _("A card for every round"),
        _(
            "Each round you draw one of the twelve cards in your deck. Card 83 gives you fief number 80, a tile "
            "of four hexes. The last digit only matters for the turn order of players who have the same fief."
        ),
        _("Remember: a game has at most twelve rounds. Then continue."),
        lit=_hex(138, 139, 154),
        tab="turn",
        rules=(
            "G-4.2",
            "G-4.4",
        ),
    ),
    "castles": StepTexts(
        _("Castles need land"),
        _(
            "Some hexes of a fief carry a castle, and every castle must be on land. The other hexes may be at "
            "sea. A thick barrier may run along the edge of a fief, never under it; the thin borders of regions "
            "don’t matter."
        ),
        _("Look for coasts and barriers around Francia, then continue."),
        lit=_hex(138, 139, 154),
        tab="turn",
        rules=(
            "G-8.7",
            "G-8.8",
        ),
    ),
    "plan-cities": StepTexts(
        _("Two cards make a plan"),
        _(
            "Everybody secretly chooses a region card and an action card. At least one hex of your fief must be "
            "in the planned region; the rest may be anywhere. With B Cities, a fief covers up to three cities and "
            "no harbour."
        ),
        _("Choose Francia and B Cities, and seal the plan."),
        lit=(*_card("francia", "cities"), *_hex(138, 139, 154)),
        tab="turn",
        wrong={
            "region": Advice(
                _(
                    "At least one hex of your fief must be in the planned region, and the three cities are in "
                    "Francia: take that card."
                ),
                "G-5.9",
            ),
            "action": Advice(
                _(
                    "Choose B Cities for Paris, Dijon and Lyon: with A you cover no city, and with C the fief must cover "
                    "a harbour too."
                ),
                "G-7.3",
            ),
            "too_royal": _ROYAL,
        },
        rules=(
            "G-5.1",
            "G-5.9",
            "G-7.3",
        ),
    ),
    "fief-cities": StepTexts(
        _("Your first fief"),
        _(
            "A acts before B, and B before C, so you act before your opponent Fiammetta, who planned C. You may "
            "rotate a fief but not flip it, and fiefs never overlap."
        ),
        _("Choose Paris, then Dijon and Lyon, until the fief covers all three. Then send it."),
        lit=_hex(138, 139, 154),
        tab="turn",
        done=_("Well placed: three cities, 9 points straight away."),
        wrong={
            "elsewhere": Advice(
                _("That is allowed, but every city is worth 3 points: covering Paris, Dijon and Lyon scores 9."), "G-11.1"
            ),
            "donation": Advice(
                _("You may always donate for 3 points, but Paris, Dijon and Lyon score 9. Save donations for bad days."),
                "G-10.3",
            ),
        },
        rules=(
            "G-6.6",
            "G-8.3",
        ),
    ),
    "round": StepTexts(
        _("Locked cards"),
        _("Fiammetta has placed her fief too, and the round is over. The cards you both played are locked for one round."),
        _("Find your fief and Fiammetta’s on the map. Next round you will both plan with other cards. Then continue."),
        lit=_hex(138, 139, 154),
        tab="turn",
        rules=("G-5.2",),
    ),
    "church": StepTexts(
        _("The Church always takes a fief"),
        _(
            "You can always press “Donate”, even if the fief fits: it scores 3 points, and the fief is gone. "
            "If your plan turns out to be impossible, you donate."
        ),
        _("Compare: your fief on three cities scored 9. Then continue."),
        lit=_hex(138, 139, 154),
        tab="turn",
        rules=(
            "G-5.7",
            "G-10.1",
            "G-10.3",
        ),
    ),
    "objective": StepTexts(
        _("Your secret"),
        _(
            "These six cities are your hidden objective, marked with stars on the map. The more you hold at "
            "the end, the more they score, up to 35."
        ),
        _("You already hold Lyon. See where the others are, then continue."),
        lit=("#hand .objective",),
        tab="hand",
        rules=("G-14.5",),
    ),
    "plan-harbours": StepTexts(
        _("A Sea League"),
        _(
            "Harbours with the same symbol belong to the same sea. Hold three harbours of one sea to found a Sea "
            "League for 10 more points, once per sea. With A Harbours, a fief covers one or two harbours and no "
            "city."
        ),
        _("Hispania has three Atlantic harbours: choose Hispania and A Harbours, and seal the plan."),
        lit=(*_card("hispania", "harbours"), *_hex(181, 184, 231)),
        tab="turn",
        wrong={
            "region": Advice(
                _("Three of the four Atlantic harbours are in Hispania, and a Sea League needs three: choose that card."),
                "G-11.5",
            ),
            "action": Advice(
                _(
                    "Choose A Harbours for two harbours: with B you cover no harbour, and with C the fief must cover a "
                    "city too."
                ),
                "G-7.2",
            ),
            "too_royal": _ROYAL,
        },
        rules=(
            "G-11.5",
            "G-11.6",
            "G-7.2",
        ),
    ),
    "fief-harbours": StepTexts(
        _("Two harbours together"),
        _("With the same action, the lower fief card acts first. Fiammetta planned A too, so her 13 acted before your 92."),
        _("Place the fief on La Coruña and Lisboa: choose both of them, then send it."),
        lit=_hex(181, 231),
        tab="turn",
        done=_("Two Atlantic harbours: 6 points, and one more makes a Sea League."),
        wrong={
            "elsewhere": Advice(
                _("That is allowed, but a Sea League needs three harbours of the same sea: cover La Coruña and Lisboa."),
                "G-11.5",
            ),
            "donation": Advice(
                _("The Church gives 3 points; two harbours score 6 and bring your Sea League closer."), "G-10.3"
            ),
        },
        rules=("G-6.7",),
    ),
    "plan-alliance": StepTexts(
        _("An occupied harbour"),
        _(
            "Bordeaux in Francia is an Atlantic harbour too. Fiammetta’s fief covers it, but one of your six "
            "rings may share the hex. With C Alliance you arrange a Wedding and place rings, or your fief covers "
            "at least one city and one harbour."
        ),
        _("Your Francia card is free again: choose Francia and C Alliance, and seal the plan."),
        lit=(*_card("francia", "alliance"), *_hex(168)),
        tab="turn",
        wrong={
            "region": Advice(
                _("The first ring of a Wedding must be in the planned region, and Bordeaux is in Francia."), "G-9.4"
            ),
            "action": Advice(_("Only C Alliance lets you place rings; a fief can no longer cover Bordeaux."), "G-9.1"),
            "too_royal": _ROYAL,
        },
        rules=(
            "G-9.1",
            "G-9.8",
            "G-7.6",
        ),
    ),
    "rings": StepTexts(
        _("Placing rings"),
        _(
            "The first ring goes on a land hex in the planned region. You may place a second one next to it, in "
            "any region or at sea. No ring may go on another ring or on your own fief."
        ),
        _("Find Bordeaux and its neighbour Toulouse, then continue."),
        lit=_hex(168, 186),
        tab="turn",
        rules=(
            "G-9.4",
            "G-9.6",
            "G-9.8",
        ),
    ),
    "wedding": StepTexts(
        _("A Wedding"),
        _(
            "You place one or two of your six rings, and the drawn fief leaves the game. A ring holds the city or "
            "harbour on its hex, just as a fief does."
        ),
        _("Press “Wedding”, choose Bordeaux and, if you like, Toulouse next to it; then send it."),
        lit=("[data-mode=weddings]", *_hex(168)),
        tab="turn",
        done=_("The third harbour: your Sea League is founded, 10 more points!"),
        wrong={
            "elsewhere": Advice(
                _("A good match, but the third harbour of your Sea League is Bordeaux: place a ring there."), "G-11.5"
            ),
            "fief": Advice(_("Fiefs never overlap, so only a ring can go on Bordeaux: press “Wedding”."), "G-8.3"),
            "donation": Advice(
                _(
                    "Press “Wedding”: a donation scores 3 points, but a ring on Bordeaux scores 3 for the harbour and 10 "
                    "for the Sea League."
                ),
                "G-10.3",
            ),
        },
        rules=(
            "G-9.2",
            "G-9.10",
        ),
    ),
    "plan-privilege": StepTexts(
        _("King’s Privilege"),
        _(
            "If Fiammetta plans the same action, her open card 74 acts before your 102. The Privilege costs a "
            "ring for good, but you act before everybody who doesn’t use it."
        ),
        _("Choose Britannia, B Cities and the King’s Privilege, and seal the plan: Kilkenny belongs to your hidden objective."),
        lit=(*_card("britannia", "cities"), ".play-card.royal", *_hex(70)),
        tab="turn",
        wrong={
            "region": Advice(_("Kilkenny is in Britannia: take that card."), "G-5.9"),
            "action": Advice(_("Kilkenny is a city: B Cities covers it."), "G-7.3"),
            "not_royal": Advice(
                _("Add the King’s Privilege: with the same action the lower fief card acts first, and Fiammetta’s is lower."),
                "G-6.8",
            ),
        },
        rules=(
            "G-6.2",
            "G-6.5",
        ),
    ),
    "fief-objective": StepTexts(
        _("A city of your own"),
        _("You act first, and Kilkenny is still free. Only one position of this fief covers it."),
        _("Choose Kilkenny and send the fief."),
        lit=_hex(70),
        tab="turn",
        done=_("You hold two cities of your hidden objective. Nobody knows which ones you are after."),
        wrong={
            "elsewhere": Advice(
                _("Take Kilkenny: other cities score now too, but a city of your hidden objective scores again at the end."),
                "G-14.5",
            ),
            "donation": Advice(
                _("Take Kilkenny: it scores 3 points now, just as a donation does, and it scores again at the end."), "G-14.5"
            ),
        },
        rules=("G-6.8",),
    ),
    "connected": StepTexts(
        _("Connected fiefs"),
        _(
            "Your fiefs and rings are connected where their hexes share a side, even across a barrier. In a "
            "group, every fief and every ring counts as one, whatever its size. Rings on Bordeaux and Toulouse "
            "are a group of two; your fief on Paris touches neither."
        ),
        _("Count your groups on the map, then continue."),
        lit=_hex(168, 186),
        tab="turn",
        rules=(
            "G-8.13",
            "G-8.14",
            "G-14.2",
        ),
    ),
    "end": StepTexts(
        _("The end"),
        _(
            "From round 6, the uncovered cities and harbours of flourishing regions are counted after each "
            "round. With three or fewer, one last round follows. Round 12 is always the last."
        ),
        _("Find the uncovered cities and harbours of Hispania, Francia and Britannia, then continue."),
        lit=('.gz use[href="#gz-seal-gold"]',),
        tab="turn",
        rules=(
            "G-13.1",
            "G-13.2",
            "G-13.6",
        ),
    ),
    "scoring": StepTexts(
        _("Final scoring"),
        _(
            "The group with the most connected fiefs and rings scores 15 points; tied players all score them. One "
            "to six cities of your hidden objective score 2, 5, 10, 15, 25 or 35. If final points are tied, the "
            "player with the most cities and harbours wins."
        ),
        _("You now hold two of your cities, Lyon and Kilkenny. Continue when you’re ready."),
        lit=_hex(154, 70),
        tab="turn",
        rules=(
            "G-14.1",
            "G-14.5",
            "G-14.10",
        ),
    ),
    "on": StepTexts(
        _("Now you can play"),
        _(
            "This guide leaves out the card for inactive regions, and games with three or four players. You’ll "
            "find them in the rules."
        ),
        _("Play this game to the end against Fiammetta, or join a table with friends."),
    ),
}

TOLD = {
    "gonzaga": GuideTexts(
        _("Learn Gonzaga in ten minutes"),
        _("Four rounds at a real table, step by step: plans, fiefs, a Sea League, a Wedding and the King’s Privilege."),
        _STATIONS,
    )
}
