"""Rules of Principato: cubes. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-2",
    _("Cubes"),
    (
        Rule(
            "P-2.8",
            _("Cubes that you gain and cannot place are lost. You are allowed to lose cubes."),
        ),
        Rule(
            "P-2.15",
            _(
                "Favour stands in for food or money, cube by cube, when you pay and on units. You can never gain "
                "it in their place."
            ),
            example=_("If a Sculptor costs two food and one money, you can pay with one food, one money and one favour."),
        ),
        Rule(
            "P-2.11",
            _(
                "Gained food may go straight onto militia, and gained money straight onto condottieri. It must "
                "do so before anything is lost."
            ),
            example=_(
                "You gain three food. Your farms have one free slot, and one militia is unsupplied. One "
                "food goes onto the farm, one must go onto the militia, and the third is lost."
            ),
        ),
        Rule(
            "P-2.12",
            _(
                "On your own turn you may move stored cubes onto units without using an action. A cube on a unit "
                "never comes back and can’t pay for anything."
            ),
        ),
    ),
)
