"""The rules of Zena 1814: kinds of cards; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-16",
    _("Kinds of cards"),
    (
        Rule(
            "Z-16.1",
            _("It is resolved in the round it was offered and leaves."),
            name=_("One-shot"),
        ),
        Rule(
            "Z-16.2",
            _("It is resolved every round until it is pushed out, destroyed, or has no marker left."),
            name=_("Permanent"),
        ),
        Rule(
            "Z-16.3",
            _(
                "Only at the Bank, at the Port and at the Fort. First everybody on the card may pay coins, once, the "
                "promoter first, then downwards; they are gone whatever happens. Then the promoter rolls one die. "
                "Add 1 for each coin and 1 for each marker beyond the first, whoever owns it. With 3 or less the "
                "card fails and leaves; with 4 or 5 nothing happens and it is rolled again next round; with 6 or "
                "more every marker earns the reward and the card leaves."
            ),
            example=_(
                "Three markers lie on a dice card, one coin was paid and the die shows 2: 2 + 1 + 2 = 5, so the card "
                "stays for another round."
            ),
            name=_("Dice"),
        ),
        Rule(
            "Z-16.12",
            _(
                "Dice cards that nobody offers: all their slots are bought, and the top marker leads them. Without "
                "markers a Fort card fails by itself. A success is a battle won; the card is laid aside. A failed "
                "card goes under its deck, and in each area it names the oldest card is destroyed."
            ),
            name=_("Fort cards"),
        ),
    ),
)
