"""Rules for display names: spelling, comparison, and refused names."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from precis_i18n import get_profile

from accounts import reserved
from config import characters

SHORTEST = 2
LONGEST = 30
_NICKNAME = get_profile("NicknameCasePreserved")


def tidy(name: str) -> str:
    """Return ``name`` as stored: composed, with single blanks and none at the ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def searched(query: str) -> str:
    """Return a typed or pasted name as names are stored, without characters that copying from a page adds."""
    return tidy(characters.sought(query))


def folded(name: str) -> str:
    """Return a key that is equal for names that differ only in case, composition or joiners, in every script."""
    bare = "".join(character for character in characters.without_isolates(tidy(name)) if character not in characters.JOINERS)
    return characters.folded(bare)


def first_unfit(name: str) -> int | None:
    """Return the index of the first character that no display name may contain, or None.

    Names have letters, marks, numbers, punctuation, symbols and plain blanks, and joiners where PRECIS allows them (CONTEXTJ of
    RFC 5892). Invisible or direction-changing characters are not allowed.
    """
    for index, character in enumerate(name):
        if character != " " and character not in characters.JOINERS and unicodedata.category(character)[0] not in "LMNPS":
            return index
    return _first_refused_by_precis(name) if characters.JOINERS & set(name) else None


def validate_display_name(name: str) -> None:
    """Raise ValidationError unless ``name`` (tidied) has 2 to 30 allowed characters, no @, and a letter or digit."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A display name must have %(shortest)d to %(longest)d characters."),
            code="display_name_length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    if (index := first_unfit(name)) is not None:
        raise _bad_character(characters.label(name[index]))
    if "@" in name:
        raise _bad_character("@")
    if not any(map(str.isalnum, name)):
        raise ValidationError(_("A display name must contain at least one letter or digit."), code="display_name_empty")


def validate_new_name(name: str) -> None:
    """Raise ValidationError unless ``name`` (tidied) may be chosen. Names chosen under older rules stay."""
    validate_display_name(name)
    if (index := _first_refused_by_precis(name)) is not None:
        raise _bad_character(characters.label(name[index]))
    for character in name:
        if character not in characters.JOINERS and characters.is_blank(character):
            raise _bad_character(characters.label(character))
    if reserved.is_reserved(name):
        raise ValidationError(_("This name is reserved for the site. Please choose another."), code="display_name_reserved")


def _first_refused_by_precis(name: str) -> int | None:
    try:
        _NICKNAME.enforce(name)
    except UnicodeEncodeError as error:
        return min(error.start, len(name) - 1)
    return None


def _bad_character(character: str) -> ValidationError:
    return ValidationError(
        _("A display name can’t contain %(character)s."), code="display_name_characters", params={"character": character}
    )
