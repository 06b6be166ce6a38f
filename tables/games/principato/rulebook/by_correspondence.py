"""The rules of Principato: by correspondence; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "letters",
    _("By correspondence"),
    (
        Rule(
            "letters-1",
            _("Nobody else is asked during your turn."),
        ),
        Rule(
            "letters-2",
            _(
                "When a scoring begins, everybody who has something to decide is asked at once. Answers are carried "
                "out in the order of the rules; until your place comes you may change yours."
            ),
        ),
        Rule(
            "letters-3",
            _(
                "A table may agree to supply units under seal: all decide unseen and are opened together. It is "
                "faster, but departs from the rule that the later ones see the earlier."
            ),
        ),
        Rule(
            "letters-4",
            _(
                "At the deadline the rest of a turn is forgone, unless you ticked that your draft is to be sent "
                "then; as many units as possible are supplied, favour last, and no units are given back."
            ),
        ),
    ),
)
