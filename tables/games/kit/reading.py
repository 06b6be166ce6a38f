"""What stands on the page of every table, explained in the same words whatever the game."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tables.games.contract import Entry


def asked(question: str, kind: str, words: str, rule: str = "") -> Entry:
    """The dotted heading of a decision: what is asked, and a sentence on it."""
    return Entry(f"asked-{kind}", f"{question[:1].upper()}{question[1:]}", words, f'[data-asked="{kind}"]', rule)


def everywhere() -> Sequence[Entry]:
    """Points, deadlines, and who is who."""
    return [
        Entry("points", _("Points"), _("What a player has so far; whoever has most at the end wins."), ".players .points"),
        Entry(
            "clock",
            _("Deadline"),
            _("An answer is needed by then; if none comes, the rules answer."),
            ".until, .players .clock",
        ),
        Entry("me", _("You"), _("The golden star marks your own seat."), ".seat.me"),
        Entry("bot", _("Bot"), _("The computer plays this seat."), ".players .badge.gold"),
    ]
