"""Words that the site uses for itself and users may not take as their name.

Code that shows a word in place of a name reserves it (``reserve``) by its English text in the catalogues. The word is then
reserved in every language, in any spelling and with a number after it.
"""

import re
from functools import cache

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from accounts import likeness

_NUMBER = re.compile(r"[\W\d_]+\Z")
_phrases: set[str] = {
    gettext_noop("somebody"),
    gettext_noop("Guest"),
    *("Staffetta", "staff", "admin", "administrator", "root", "system", "support", "operator", "operators", "moderator", "bot"),
    *("Verwalter", "Amministratore", "Moderatore", "Moderatorin", "Betreiber", "Gestore", "Sistema", "Supporto"),
}


def reserve(*phrases: str) -> None:
    """Reserve phrases for the site. One with a placeholder ("Former player %(mark)s") reserves every name with that
    beginning.
    """
    _phrases.update(phrases)
    _forms.cache_clear()


def is_reserved(name: str) -> bool:
    """Return whether ``name`` looks like a word of the site in any language."""
    whole, beginnings = _forms()
    # A capital I looks like an l, a small i does not, so both spellings are checked.
    spellings = {name, name.casefold(), _NUMBER.sub("", name), _NUMBER.sub("", name.casefold())}
    keys = set(map(_compact, spellings))
    return not whole.isdisjoint(keys) or any(candidate.startswith(beginnings) for candidate in keys)


@cache
def _forms() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the reserved words and the reserved beginnings, as letters and digits of their ``looks``."""
    texts = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            texts |= {gettext(phrase).casefold() for phrase in _phrases}
    whole = frozenset(_compact(text) for text in texts if "%(" not in text)
    return whole, tuple(_compact(text.partition("%(")[0]) for text in texts if "%(" in text)


def _compact(text: str) -> str:
    return "".join(filter(str.isalnum, likeness.looks(text)))
