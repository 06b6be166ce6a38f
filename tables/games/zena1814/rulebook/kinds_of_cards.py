"""Rules of Zena 1814: kinds of cards. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-16",
    _("Kinds of cards"),
    (
        Rule(
            "Z-16.1",
            _("It resolves in the round in which it was offered, then leaves."),
            name=_("One-shot"),
        ),
        Rule(
            "Z-16.2",
            _("It resolves every round until it is pushed out or destroyed, or has no marker left."),
            name=_("Permanent"),
        ),
        Rule(
            "Z-16.3",
            _(
                "Bank, Port and Fort only. Players on the card may pay coins once, from the top down.\n\nThe "
                "promoter rolls; each coin and further marker adds 1. 3 or less: it fails and leaves. 4 or 5: it "
                "stays. 6 or more: markers earn the reward, then it leaves."
            ),
            example=_(
                "Three markers are on a dice card, one coin was paid and the die shows 2: 2 + 1 + 2 = 5, so the "
                "card stays for another round."
            ),
            name=_("Dice"),
        ),
        Rule(
            "Z-16.12",
            _(
                "Dice cards that nobody offers: all slots are bought, and the top marker’s owner is the "
                "promoter. Without markers a Fort card fails.\n\nA success is laid aside as a battle won. A "
                "failure goes under the deck and destroys the oldest card in each area it names."
            ),
            name=_("Fort cards"),
        ),
    ),
)
