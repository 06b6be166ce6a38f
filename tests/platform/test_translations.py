"""Translation tool: it finds missing, fuzzy, stale and broken texts, in templates and in Python."""

from pathlib import Path

import pytest
from babel import Locale
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from config import languages, translations

PAGE = """{% load i18n %}
<p title="it's here">{% translate "Don't “go”" %}</p>
{% blocktranslate trimmed count n=moves with who=name %}
  {{ who }} made one move
{% plural %}
  {{ who }} made {{ n }} moves
{% endblocktranslate %}
{% translate "May" context "month" %}
"""
MODULE = """from django.utils.translation import gettext_lazy as _, ngettext_lazy
A = _("a table")
B = ngettext_lazy("%d seat", "%d seats")
"""
MIGRATION = '_("never")\n'
HEAD = """msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a tiny site of one page, one module and one migration, with nothing translated yet. Return its folder."""
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "LOCALE", tmp_path / "locale")
    monkeypatch.setattr(translations, "TRANSLATED", ("de",))
    for name, text in {
        "templates/page.html": PAGE,
        "tables/words.py": MODULE,
        "tables/migrations/0001.py": MIGRATION,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def translate(site: Path, text: str) -> None:
    path = site / "locale/de/LC_MESSAGES/django.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + text)


COMPLETE = """
msgid "Don't “go”"
msgstr "Nicht “gehen”"

msgid "%(who)s made one move"
msgid_plural "%(who)s made %(n)s moves"
msgstr[0] "Ein Zug von %(who)s"
msgstr[1] "%(n)s Züge von %(who)s"

msgctxt "month"
msgid "May"
msgstr "Mai"

msgid "a table"
msgstr "ein Tisch"

msgid "%d seat"
msgid_plural "%d seats"
msgstr[0] "%d Platz"
msgstr[1] "%d Plätze"
"""


def test_messages_come_from_templates_and_python_but_not_from_migrations(site: Path) -> None:
    found = {(message.context, translations._forms(message.id)) for message in translations.template() if message.id}
    assert found == {
        (None, ("Don't “go”",)),
        (None, ("%(who)s made one move", "%(who)s made %(n)s moves")),
        ("month", ("May",)),
        (None, ("a table",)),
        (None, ("%d seat", "%d seats")),
    }


def test_a_complete_catalogue_has_no_faults(site: Path) -> None:
    translate(site, COMPLETE)
    assert list(translations.faults()) == []


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('msgstr "ein Tisch"', 'msgstr ""', "de: missing: 'a table'"),
        ('msgid "a table"', '#, fuzzy\nmsgid "a table"', "de: fuzzy: 'a table'"),
        ('msgstr[1] "%d Plätze"', 'msgstr[1] ""', "de: missing: '%d seat'"),
        ('msgid "a table"', 'msgid "no table"\nmsgstr "kein Tisch"\n\nmsgid "a table"', "de: stale: 'no table'"),
        ("Ein Zug von %(who)s", "Ein Zug von %(wer)s", "de: placeholders differ: '%(who)s made one move'"),
        ("%(n)s Züge von", "Züge von", "de: placeholders differ: '%(who)s made one move'"),
    ],
)
def test_each_kind_of_fault_is_found(site: Path, before: str, after: str, fault: str) -> None:
    assert before in COMPLETE
    translate(site, COMPLETE.replace(before, after))
    assert list(translations.faults()) == [fault]


def test_extracting_keeps_what_is_translated_and_drops_what_is_stale(site: Path) -> None:
    translate(site, COMPLETE.replace('msgid "a table"\nmsgstr "ein Tisch"\n', 'msgid "no table"\nmsgstr "kein Tisch"\n'))
    translations.extract_all()
    catalog = read_po((site / "locale/de/LC_MESSAGES/django.po").open("rb"), locale="de")
    assert catalog["a table"].string == ""
    assert catalog.get("May", context="month").string == "Mai"
    assert "no table" not in catalog
    assert not catalog.obsolete
    first = (site / "locale/de/LC_MESSAGES/django.po").read_bytes()
    translations.extract_all()
    assert (site / "locale/de/LC_MESSAGES/django.po").read_bytes() == first


def test_compiling_writes_what_django_reads(site: Path) -> None:
    translate(site, COMPLETE)
    translations.compile_stale()
    compiled = read_mo((site / "locale/de/LC_MESSAGES/django.mo").open("rb"))
    assert compiled["a table"].string == "ein Tisch"


def test_every_language_has_a_locale_of_its_own_and_a_catalogue():
    found = [Locale.parse(languages.locale(language.code)).language for language in languages.LANGUAGES]
    assert found == [language.code for language in languages.LANGUAGES]
    folders = {path.parents[1].name for path in translations.LOCALE.rglob("django.po")}
    assert folders == set(languages.TRANSLATED)


def test_english_plurals_differ_from_their_singulars():
    """The texts listed here have the same form for any number in English, but not in German or Italian."""
    alike = {
        *("%(count)d food", "%(count)d money", "%(count)d favour", "%(count)d militia"),
        *("%(count)d in a row", "%(count)d left", "%(cards)s, and %(count)d more"),
        "%(name)s pays a ring for the King’s Privilege and has %(count)d left.",
        "Draw goals until I hold %(count)d, then action cards.",
        "You draw goals until you hold %(count)d, then action cards.",
    }
    with (translations.LOCALE / "de/LC_MESSAGES/django.po").open("rb") as file:
        plurals = [message.id for message in read_po(file) if isinstance(message.id, tuple)]
    assert {one for one, many in plurals if one == many} == alike
