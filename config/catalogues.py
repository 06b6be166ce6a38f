"""Texts of the catalogues, looked up once for each language.

Django keeps one catalogue for each app and asks one after the other, twice for a text that none of them has, and a page has
some five hundred texts. What a text is in a language never changes, so it is kept with Django's own object for that language.
"""

from collections.abc import Callable
from typing import Any

from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import trans_real

# Not every text is one of ours: what is asked for beyond so many is looked up each time.
MOST = 20_000
_KEPT = "_kept_texts"


def keep() -> None:
    """Have ``gettext`` and ``pgettext`` of this process remember, and their lazy forms with them."""
    known: Any = translation._trans  # type: ignore[attr-defined]  # where Django puts what it found for its settings
    known.gettext, known.pgettext = gettext, pgettext


def gettext(message: str) -> str:
    """As Django's."""
    return _kept(trans_real.gettext, message)


def pgettext(context: str, message: str) -> str:
    """As Django's."""
    return _kept(trans_real.pgettext, context, message)


def kept(name: str) -> dict[Any, str]:
    """A dictionary that lives as long as the catalogue of the language of now."""
    texts: dict[Any, str] = vars(trans_real.catalog()).setdefault(name, {})
    return texts


def _kept(look_up: Callable[..., str], *message: str) -> str:
    text = message[-1]
    kind = type(text)
    if kind is not str and kind is not SafeString:
        return look_up(*message)
    texts = kept(_KEPT)
    # Equal to a plain text, a safe one stays safe.
    key = (kind, *message)
    found = texts.get(key)
    if found is None:
        found = look_up(*message)
        if len(texts) < MOST:
            texts[key] = found
    return found
