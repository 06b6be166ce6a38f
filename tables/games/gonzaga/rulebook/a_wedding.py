"""The rules of Gonzaga: a wedding; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-9",
    _("A wedding"),
    (
        Rule(
            "G-9.1",
            _(
                "With C Alliance you may give up the fief and lay one or two rings instead: the first on land in the "
                "planned region, the second on any hex beside it. A ring never lies on a hex with another ring or on "
                "a fief of your own; on somebody else’s fief it shares the hex. It counts as a fief of one hex. Six "
                "rings last the whole game, for weddings and the King’s Privilege together."
            ),
        ),
    ),
)
