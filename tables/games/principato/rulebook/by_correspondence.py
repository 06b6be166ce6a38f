"""Rules of Principato: by correspondence. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "letters",
    _("By correspondence"),
    (
        Rule(
            "letters-1",
            _("Nobody else has a decision to make during your turn."),
        ),
        Rule(
            "letters-2",
            _(
                "When a scoring begins, everybody with something to decide can do so straight away. Decisions "
                "are carried out in the order of the rules; you can change yours until it is your turn."
            ),
        ),
        Rule(
            "letters-3",
            _(
                "A table may agree to supply units under seal: everybody decides in secret, then all is revealed "
                "together. It is faster, but differs from the published rules, where later players see earlier "
                "decisions."
            ),
        ),
        Rule(
            "letters-4",
            _(
                "At the deadline, the rest of a turn is skipped, unless you have ticked the box to send your "
                "draft. As many units as possible are supplied, favour last, and no units are given back."
            ),
        ),
    ),
)
