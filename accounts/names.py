"""Display names: how they are written, when two of them are the same, and which may be chosen."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from precis_i18n import get_profile

from accounts import likeness, reserved

SHORTEST = 2
LONGEST = 30
_NICKNAME = get_profile("NicknameCasePreserved")


def tidy(name: str) -> str:
    """``name`` as it is stored: composed, with single blanks and none at the ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def folded(name: str) -> str:
    """Two names are the same when this is. Databases disagree about upper case beyond ASCII, so Python folds for them."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", tidy(name)).casefold())


def is_visible(text: str) -> bool:
    """Letters, marks, numbers, punctuation, symbols and the plain blank: nothing invisible, nothing that turns text around."""
    return all(character == " " or unicodedata.category(character)[0] in "LMNPS" for character in text)


def validate_display_name(name: str) -> None:
    """Raises ValidationError unless ``name`` (tidied) has 2 to 30 visible characters, among them a letter or digit."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A display name has %(shortest)d to %(longest)d characters."),
            code="display_name_length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    if not is_visible(name) or "@" in name:
        raise _bad_characters()
    if not any(map(str.isalnum, name)):
        raise ValidationError(_("A display name has at least one letter or digit."), code="display_name_empty")


def validate_new_name(name: str) -> None:
    """Raises ValidationError unless somebody may begin to be called ``name`` (tidied); who was called so before may go on."""
    validate_display_name(name)
    try:
        _NICKNAME.enforce(name)
    except UnicodeEncodeError:
        raise _bad_characters() from None
    if any(map(likeness.is_blank, name)):
        raise _bad_characters()
    if reserved.is_reserved(name):
        raise ValidationError(
            _("This name is reserved, since the site uses it itself. Please choose another."), code="display_name_reserved"
        )


def _bad_characters() -> ValidationError:
    return ValidationError(_("A display name has no @ and no invisible characters."), code="display_name_characters")
