"""Tests of names that look alike, names that imitate the site, and names that are older than the rules for names."""

import hashlib
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError

from accounts import likeness, names, reserved
from accounts.models import User
from tests.accounts.conftest import PASSWORD, code_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
SIGNUP, CONFIRM, PROFILE = "/accounts/signup/", "/accounts/confirm-email/", "/accounts/profile/"
INVISIBLE = {
    "variation selector": "Anna\ufe0f",
    "hangul filler": "Anna\u3164",
    "half-width hangul filler": "Anna\uffa0",
    "mongolian selector": "Anna\u180b",
    "grapheme joiner": "Anna\u034f",
    "soft hyphen": "An\u00adna",
    "khmer vowel": "Anna\u17b5",
    "braille blank": "Anna\u2800",
    "null notehead": "Anna\U0001d159",
    "tag": "Anna\U000e0041",
}
ALIKE = {
    "cyrillic capital": "\u0410nna",
    "cyrillic small": "\u0430nn\u0430",
    "greek": "\u0391nna",
    "mathematical": "\U0001d400nna",
    "roman": "A\U00010d27nna",
    "full width": "\uff21nna",
}


def complaints(client, name):
    response = client.post(SIGNUP, {"display_name": name, "email": "new@letters.test"})
    return "" if response.status_code == 302 else " ".join(response.context["form"].errors.get("display_name", []))


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=INVISIBLE)
def test_what_cannot_be_seen_makes_no_other_name(client, person, name):
    person("Anna")
    assert "can’t contain U+" in complaints(client, name)


@pytest.mark.parametrize("name", [name for kind, name in ALIKE.items() if kind != "roman"])
def test_what_looks_the_same_is_the_same(client, person, name):
    person("Anna")
    assert "already in use" in complaints(client, name)
    with pytest.raises(IntegrityError):
        person(name, email="second@letters.test")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ivo", "lvo"),
        ("Leo", "Le0"),
        ("Emma", "Ernma"),
        ("\u041e\u043b\u044c\u0433\u0430", "\u043e\u043b\u044c\u0433\u0430"),
        ("\u039d\u03af\u03ba\u03bf\u03c2", "\u03bd\u03af\u03ba\u03bf\u03c2"),
        ("Zo\u00eb", "Zoe\u0308"),
    ],
)
def test_more_that_is_the_same(client, person, first, second):
    person(first, email="first@letters.test")
    assert "already in use" in complaints(client, second)


@pytest.mark.parametrize(
    "name",
    [
        "Anne",
        "Zoë d'Este",
        "O\u2019Neil",
        "Jos\u00e9",
        "\u0410\u043d\u043d\u0430 \u041a.",
        "\u5f20\u4f1f",
        "\u7530\u4e2d\u3055\u304f\u3089",
        "\u05d0\u05e0\u05d4",
        "\u0646\u0648\u0631",
        "Kevin 7",
        "Stewart",
        "Fiammetta Rossi",
        "Postino",
    ],
)
def test_names_of_people_pass(client, person, name):
    person("Anna")
    assert complaints(client, name) == ""


@pytest.mark.parametrize(
    "name", ["somebody", "Some Body", "JEMAND", "qualcuno", "Staffetta", "\u0455omebody", "s.o.m.e.b.o.d.y", "Admin 1"]
)
def test_the_words_of_the_site_are_nobodys_name(client, db, name):
    assert "reserved" in complaints(client, name)


def test_what_others_reserve_is_reserved_in_every_language(client, db):
    kept = set(reserved._phrases)
    try:
        reserved.reserve("We’ll send a code to the new address. The old one stays valid until you enter the code.")
        assert reserved.is_reserved("Wir mailen einen Code an die neue Adresse.") is False
        reserved.reserve("Change password")
        for name in ("Change password", "Passwort ändern", "Passwort \u00e4ndern 2"):
            assert reserved.is_reserved(name), name
    finally:
        reserved._phrases.clear()
        reserved._phrases.update(kept)


def test_who_has_such_a_name_keeps_it(client, person):
    user = person("Steward", email="old@letters.test")
    User.objects.filter(pk=user.pk).update(display_name="Anna\ufe0f", name_key=names.folded("Anna\ufe0f"))
    client.force_login(user)
    settings = {"display_name": "Anna\ufe0f", "language": "de", "time_zone": "UTC"}
    assert client.post(PROFILE, settings).status_code == 302
    user.refresh_from_db()
    assert (user.display_name, user.language) == ("Anna\ufe0f", "de")
    assert client.post(PROFILE, settings | {"display_name": "Bruno\ufe0f"}).status_code == 422


def test_the_migration_keeps_names_that_collide_and_lets_no_third_in(client, db):
    old = ["Anna", "\u0410nna", "Anna\ufe0f", "", ""]
    User.objects.bulk_create(
        User(email=f"{number}@letters.test", display_name=name, name_key=names.folded(name)) for number, name in enumerate(old)
    )
    import_module("accounts.migrations.0004_look_key").fill(apps, None)
    import_module("accounts.migrations.0004_look_key").fill(apps, None)
    assert list(User.objects.order_by("pk").values_list("display_name", flat=True)) == old
    assert "already in use" in complaints(client, "\u0391nna")
    second = User.objects.get(email="1@letters.test")
    client.force_login(second)
    settings = {"display_name": second.display_name, "language": "it", "time_zone": "UTC"}
    assert client.post(PROFILE, settings).status_code == 302
    assert client.post(PROFILE, settings | {"display_name": "Dora"}).status_code == 302
    assert client.post(PROFILE, settings | {"display_name": "\u0410nna"}).status_code == 422, "given up is given up"


def test_the_looks_are_those_that_are_stored():
    """Look-alike keys stay as they are stored. A change of the look-alike table needs a migration that recomputes them."""
    alphabet = "".join(map(chr, (*range(0x21, 0x7F), *range(0xA1, 0x600))))
    assert (
        hashlib.sha256(likeness.looks(alphabet).encode()).hexdigest()
        == "8f3449e56aaa1cbfd4f101dcadd7225f5cac8d647dfbb4d159e8d766d921f3a8"
    )
    assert likeness.looks("Emma") == "ernrna"
    assert likeness.looks("\uae40") != likeness.looks("\uc774"), "Korean syllables keep their letters"
    assert len(likeness.look_key("\ufdfa" * names.LONGEST)) == 64


def test_the_admin_gives_no_name_twice(client, person):
    root = person("Root", is_staff=True, is_superuser=True)
    person("Anna")
    from accounts.admin import PersonForm, UserCreationForm

    for form in (
        PersonForm({"display_name": "\u0410nna", "email": root.email, "language": "en", "time_zone": "UTC"}, instance=root),
        UserCreationForm({"display_name": "somebody", "email": "x@letters.test", "usable_password": "false"}),
    ):
        assert "display_name" in form.errors


@pytest.mark.parametrize(("language", "word"), [("de", "reserviert"), ("it", "riservato")])
def test_it_is_told_in_the_readers_language(client, db, language, word):
    response = client.post(
        SIGNUP, {"display_name": "somebody", "email": "n@letters.test"}, headers={"accept-language": language}
    )
    assert word in response.content.decode()


def test_the_name_typed_at_last_is_checked_as_well(client, person, mailoutbox):
    client.post(SIGNUP, {"display_name": "Nora", "email": "new@letters.test", "password1": PASSWORD})
    person("N\u043era", email="first@letters.test")
    assert client.post(CONFIRM, {"code": code_in(mailoutbox[0])}).status_code == 422
    assert client.post(CONFIRM, {"display_name": "somebody"}).status_code == 422
