"""The rules of Principato: cubes; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-2",
    _("Cubes"),
    (
        Rule(
            "P-2.8",
            _("What you gain and cannot place is lost. Losing cubes is allowed."),
        ),
        Rule(
            "P-2.15",
            _(
                "Favour stands in for food or money, cube by cube, when you pay and on units. It is never gained in "
                "their place."
            ),
            example=_("A sculptor for two food and one money may be paid with one food, one money and one favour."),
        ),
        Rule(
            "P-2.11",
            _(
                "Gained food may go straight onto militia and gained money straight onto condottieri; before "
                "anything is lost it must."
            ),
            example=_(
                "You gain three food, one place is free on your farms and one militia is unfed: one food goes onto "
                "the farm, one has to go onto the militia, the third lapses."
            ),
        ),
        Rule(
            "P-2.12",
            _(
                "In your own turn you may move stored cubes onto units without an action. A cube on a unit never "
                "comes back and pays for nothing."
            ),
        ),
    ),
)
