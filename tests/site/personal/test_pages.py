"""Imprint and privacy pages from the admin's files, and the data retention page from the constants of the code."""

import importlib
import pkgutil
from datetime import timedelta

import pytest
from django.conf import settings

import accounts
import tables
from tables.pages import retention
from tables.selectors.personal.subjects import SUBJECTS
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
# Names of retention constants.
NAMES = ("KEPT", "LIFETIME", "CODE_LASTS", "NEWS_LASTS")


@pytest.fixture
def folder(tmp_path, settings):
    settings.TEXTS_DIR = tmp_path
    return tmp_path


def test_without_a_text_there_is_no_imprint_and_no_link_to_one(folder):
    assert signed_in().get("/imprint/").status_code == 404
    assert "/imprint/" not in page_of(signed_in(), "/about/")


def test_an_imprint_is_shown_in_the_language_of_the_page_and_escaped(folder):
    (folder / "imprint.en.txt").write_text("# Who runs this\nAnna\nBerti\n\n- <b>Mantova</b>\n- post@staffetta.example\n")
    (folder / "imprint.de.txt").write_text("Anna aus Mantua")
    page = page_of(signed_in(), "/imprint/")
    assert "<h2>Who runs this</h2><p>Anna Berti</p>" in page.replace("\n", "")
    assert "<b>Mantova" not in page
    assert 'href="mailto:post@staffetta.example"' in page
    assert "Anna aus Mantua" in page_of(signed_in(), "/imprint/", headers={"accept-language": "de"})
    assert "Anna Berti" in page_of(signed_in(), "/imprint/", headers={"accept-language": "it"})
    assert 'href="/imprint/"' in page_of(signed_in(), "/about/")


def test_privacy_names_all_that_is_kept_below_what_the_operator_says(folder):
    (folder / "privacy.en.txt").write_text("We look after it ourselves.")
    page = page_of(signed_in(), "/privacy/")
    assert "We look after it ourselves." in page
    assert [subject.name for subject in SUBJECTS if str(subject.title) not in page] == []
    assert 'href="/privacy/"' in page_of(signed_in(), "/about/")


def test_what_is_deleted_when_is_what_the_code_says():
    """The data retention page lists every retention constant of the code with its duration."""
    importlib.import_module(settings.ROOT_URLCONF)
    found = {}
    for package in (accounts, tables):
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in each.name:
                module = importlib.import_module(each.name)
                values = {name: value for name, value in vars(module).items() if name in NAMES and isinstance(value, timedelta)}
                found |= {f"{each.name}.{name}": value for name, value in values.items()}
    shown = {term.source: term.after for term in retention.TERMS}
    assert len(found) > 5
    assert {name: value for name, value in found.items() if shown.get(name) != value} == {}
    page = page_of(signed_in(), "/about/data/")
    assert [term.source for term in retention.TERMS if f"after {term.length}" not in page] == []
