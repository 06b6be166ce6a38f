"""Rules of Gonzaga: a wedding. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-9",
    _("A Wedding"),
    (
        Rule(
            "G-9.1",
            _(
                "With C Alliance you may give up the fief and place one or two rings instead. The first goes on "
                "land in the planned region, the second on any adjacent hex.\n\nA ring never goes on another ring "
                "or on your own fief; on another player’s fief it shares the hex. It counts as a fief of one "
                "hex. Your six rings must last the whole game, for Weddings and the King’s Privilege together."
            ),
        ),
    ),
)
