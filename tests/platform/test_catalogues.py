"""Texts that were looked up before are those that Django finds."""

from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest
from django.utils import translation
from django.utils.functional import lazystr
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext, pgettext, trans_real

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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [0, 1, 2, True, 10**9])
def test_numbers_are_counted_as_by_django(language, number):
    with translation.override(language):
        for texts in (("%(points)s point", "%(points)s points"), ("no such thing", "no such things")):
            for _time in range(2):
                assert ngettext(*texts, number) == trans_real.ngettext(*texts, number)


def test_the_language_is_that_of_django_in_each_thread():
    def said():
        return get_language(), trans_real.get_language(), gettext("Password"), trans_real.gettext("Password")

    with translation.override("de"):
        with ThreadPoolExecutor(1) as other:
            theirs = other.submit(said).result()
        ours = said()
        # A thread that begins with what another one knows, as asgiref starts them, has no language of its own.
        with ThreadPoolExecutor(1) as other:
            inherited = other.submit(copy_context().run, said).result()
    with translation.override(None):
        none = said()
    for language, wanted, text, text_wanted in (ours, theirs, inherited, none):
        assert (language, text) == (wanted, text_wanted)
    assert [ours[0], theirs[0], inherited[0], none[0]] == ["de", "en", "en", None]


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
