"""Numbers of the standings as texts."""

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

PARTS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
    Fraction(7, 8): "⅞",
}


def fraction_words(value: Fraction) -> str:
    """Return a number as "2½", or with up to three decimals if there is no sign for its fraction."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    return f"{whole or ''}{PARTS[rest]}" if rest in PARTS else decimal_words(value)


def place_words(rank: int) -> str:
    """Return a final rank as "fourth", as a number from the eleventh on."""
    ordinals = [
        pgettext("place", "first"),
        pgettext("place", "second"),
        pgettext("place", "third"),
        pgettext("place", "fourth"),
        pgettext("place", "fifth"),
        pgettext("place", "sixth"),
        pgettext("place", "seventh"),
        pgettext("place", "eighth"),
        pgettext("place", "ninth"),
        pgettext("place", "tenth"),
    ]
    return ordinals[rank - 1] if rank <= len(ordinals) else _("number %(rank)d") % {"rank": rank}


def points_words(value: Fraction) -> str:
    """Return a number of points as "2½ points"."""
    return ngettext("%(points)s point", "%(points)s points", 1 if value == 1 else 2) % {"points": fraction_words(value)}


def decimal_words(value: Fraction) -> str:
    """Return a number with up to three decimals."""
    return str(number_format(Decimal(str(round(float(value), 3))).normalize()))
