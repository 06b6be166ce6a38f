"""Texts of the catalogues, looked up once for each language.

Django keeps one catalogue for each app and asks one after the other, twice for a text that none of them has, and a page has
some five hundred texts. What a text is in a language never changes, so it is kept with Django's own object for that language.
"""

from collections.abc import Callable
from datetime import tzinfo
from threading import get_ident
from typing import Any

from django.utils import timezone, translation
from django.utils.safestring import SafeString
from django.utils.translation import trans_real

# Not every text is one of ours: what is asked for beyond so many is looked up each time.
MOST = 20_000
_KEPT = "_kept_texts"
# Where Django keeps the language of now. Its own way there takes six calls, and a page goes there some five hundred times.
_place: Any = trans_real._active._storage._data  # type: ignore[attr-defined]  # private to asgiref
# And the time zone of now.
_zone: Any = timezone._active._storage._data  # type: ignore[attr-defined]  # private to asgiref


def keep() -> None:
    """Have ``gettext``, ``pgettext`` and ``ngettext`` of this process remember, and their lazy forms with them."""
    known: Any = translation._trans  # type: ignore[attr-defined]  # where Django puts what it found for its settings
    known.gettext, known.pgettext, known.ngettext, known.get_language = gettext, pgettext, ngettext, get_language


def gettext(message: str) -> str:
    """As Django's."""
    if type(message) is not str:
        return _kept(trans_real.gettext, message)
    texts = kept(_KEPT)
    found = texts.get(message)
    if found is None:
        found = trans_real.gettext(message)
        if len(texts) < MOST:
            texts[message] = found
    return found


def pgettext(context: str, message: str) -> str:
    """As Django's."""
    return _kept(trans_real.pgettext, context, message)


def ngettext(singular: str, plural: str, number: Any) -> str:
    """As Django's."""
    if type(number) is not int or type(singular) is not str or type(plural) is not str:
        return trans_real.ngettext(singular, plural, number)
    texts = kept(_KEPT)
    found = texts.get((singular, plural, number))
    if found is None:
        found = trans_real.ngettext(singular, plural, number)
        if len(texts) < MOST:
            texts[singular, plural, number] = found
    return found


def get_language() -> str | None:
    """As Django's."""
    catalog = _active()
    return trans_real.get_language() if catalog is None else catalog.to_language()


def language_and_zone() -> tuple[str | None, tzinfo]:
    """As Django's ``get_language`` and ``get_current_timezone``."""
    held = _zone.get(None)
    zone = held.data.get("value") if held is not None and held.thread_id == get_ident() else None
    return get_language(), zone or timezone.get_current_timezone()


def kept(name: str) -> dict[Any, str]:
    """A dictionary that lives as long as the catalogue of the language of now."""
    catalog = vars(_active() or trans_real.catalog())
    texts: dict[Any, str] | None = catalog.get(name)
    return catalog.setdefault(name, {}) if texts is None else texts


def _active() -> Any:
    """The catalogue that was activated in this thread, None without one."""
    held = _place.get(None)
    return held.data.get("value") if held is not None and held.thread_id == get_ident() else None


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
