"""The rules of Gonzaga: final scoring; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-14",
    _("Final scoring"),
    (
        Rule(
            "G-14.1",
            _(
                "Then the largest group of linked pieces brings fifteen points, to every player who has one of that "
                "size. Pieces are linked if a hex of one is beside a hex of the other, barriers or not. Last, the "
                "hidden objectives are opened: for none to six of its cities held they bring 0, 2, 5, 10, 15, 25 or "
                "35 points. A tie goes to whoever holds more cities and harbours."
            ),
            example=_(
                "Five of your pieces touch one another in a row, two rings lie elsewhere: your group counts five. If "
                "nobody has a larger one, you and everybody else with five get 15 points. Four cities of your "
                "objective bring 15 more."
            ),
        ),
    ),
)
