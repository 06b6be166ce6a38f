"""Rules of Principato: the years. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-7",
    _("The years"),
    (
        Rule(
            "P-7.1",
            _(
                "A year ends when no card is left to fill the display. A military scoring follows, then the next "
                "deck begins; the cards in the display and in front of you stay. The decks of years 2 and 3 each "
                "hold a scoring card.\n\nWhen it turns up, a military scoring takes place straight away, and the "
                "next card fills the display. If it is the last card of its deck or the first of a new one, two "
                "scorings follow each other."
            ),
        ),
        Rule(
            "P-14.4",
            _(
                "Everybody has seven turns a year. Everybody can see how many turns are left and whether "
                "the scoring card has come up."
            ),
        ),
    ),
)
