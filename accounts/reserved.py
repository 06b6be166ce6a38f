"""Words that the site uses for itself, so that nobody may be called by them.

Whoever shows a word where a name could stand reserves it (``reserve``) by its English text in the catalogues; it is reserved in
every language then, however it is written and with a number behind it.
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
    *("Amministratore", "Moderatore", "Moderatorin", "Betreiber", "Gestore", "Sistema", "Supporto"),
}


def reserve(*phrases: str) -> None:
    """Keep these for the site. A phrase with a placeholder ("Former player %(mark)s") reserves all that begins like it."""
    _phrases.update(phrases)
    _forms.cache_clear()


def is_reserved(name: str) -> bool:
    """Whether ``name`` looks like a word of the site in any language."""
    whole, beginnings = _forms()
    # A capital I looks like an l, a small one does not: both ways of reading count.
    written = {name, name.casefold(), _NUMBER.sub("", name), _NUMBER.sub("", name.casefold())}
    seen = set(map(_compact, written))
    return not whole.isdisjoint(seen) or any(candidate.startswith(beginnings) for candidate in seen)


@cache
def _forms() -> tuple[frozenset[str], tuple[str, ...]]:
    """Words, and beginnings of words, as they look without blanks."""
    texts = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            texts |= {gettext(phrase).casefold() for phrase in _phrases}
    whole = frozenset(_compact(text) for text in texts if "%(" not in text)
    return whole, tuple(_compact(text.partition("%(")[0]) for text in texts if "%(" in text)


def _compact(text: str) -> str:
    return "".join(filter(str.isalnum, likeness.looks(text)))
