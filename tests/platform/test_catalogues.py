"""Texts that were looked up before are those that Django finds."""

import pytest
from django.utils import translation
from django.utils.functional import lazystr
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy, pgettext, trans_real

from config import catalogues

LANGUAGES = ("en", "de", "it", "de-at")
TEXTS = ("Password", "My games", "a text that no catalogue has", "one\r\nline", "", "\r", "with %(name)s", "<b>")
CONTEXTS = (("date format", "D j M, H:i"), ("user", "active"), ("nowhere", "active"), ("date format", ""))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [str, mark_safe])
def test_texts_are_those_of_django(language, kind):
    with translation.override(language):
        for text in TEXTS:
            wanted = trans_real.gettext(kind(text))
            for _time in range(2):
                found = gettext(kind(text))
                assert (found, type(found)) == (wanted, type(wanted))
        for context, text in CONTEXTS:
            wanted = trans_real.pgettext(context, kind(text))
            for _time in range(2):
                found = pgettext(context, kind(text))
                assert (found, type(found)) == (wanted, type(wanted))


def test_a_text_that_is_made_later_is_made_by_django():
    with translation.override("it"):
        assert gettext(lazystr("Password")) == trans_real.gettext("Password")


def test_each_language_has_its_own():
    spoken = []
    for language in ("de", "en", "it", "de"):
        with translation.override(language):
            spoken.append((gettext("Password"), pgettext("user", "active"), str(gettext_lazy("Password"))))
    assert spoken[0] == spoken[3]
    assert len(set(spoken)) == 3


def test_without_a_language_the_text_is_itself():
    with translation.override(None):
        assert gettext("Password") == gettext("Password") == "Password"


def test_a_safe_text_makes_no_other_one_safe():
    with translation.override("de"):
        gettext(mark_safe("Password"))
        assert type(gettext("Password")) is str
        assert type(gettext(mark_safe("Password"))) is SafeString


def test_not_everything_is_kept():
    with translation.override("en"):
        kept = vars(trans_real.catalog())
        before, kept[catalogues._KEPT] = kept.get(catalogues._KEPT), dict.fromkeys(range(catalogues.MOST), "")
        try:
            assert gettext("Password") == "Password"
            assert len(kept[catalogues._KEPT]) == catalogues.MOST
        finally:
            kept[catalogues._KEPT] = before or {}
