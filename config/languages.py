"""Languages of the site. A new one needs a line here, its folder in locale/, and a migration of accounts."""

from typing import NamedTuple

SOURCE = "en"


class Language(NamedTuple):
    """Language: its code, its name in itself, and its locale for dates and link previews.

    ``has_small_weekdays``: it writes weekdays in lower case within a sentence; Django's catalogue capitalises them.
    """

    code: str
    name: str
    locale: str
    has_small_weekdays: bool = False


LANGUAGES = (
    Language(SOURCE, "English", "en_GB"),
    Language("de", "Deutsch", "de_DE"),
    Language("it", "Italiano", "it_IT", has_small_weekdays=True),
)
TRANSLATED = tuple(language.code for language in LANGUAGES if language.code != SOURCE)
SMALL_WEEKDAYS = frozenset(language.code for language in LANGUAGES if language.has_small_weekdays)
_LOCALES = {language.code: language.locale for language in LANGUAGES}


def locale(code: str | None) -> str:
    """Return the locale of a language. Without a language, return the locale of the source."""
    return _LOCALES[code or SOURCE]
