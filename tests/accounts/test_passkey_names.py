"""Tests of passkey names: the input that is accepted, and its display on the site."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from accounts.security.factor_forms import AddWebAuthnForm
from tests.accounts.test_second_factor import PASSWORD, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def passkey(client, person):
    elena = person("Elena")
    sign_in(client, elena)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": "/"})
    return Authenticator.objects.create(
        user=elena, type=Authenticator.Type.WEBAUTHN, data={"name": "Key", "credential": {"clientExtensionResults": {}}}
    )


@pytest.fixture
def renamed(client, passkey):
    """Return a function that sends a new name, and returns the response and the passkey's name."""

    def send(name):
        answer = client.post(reverse("mfa_edit_webauthn", args=[passkey.pk]), {"name": name})
        passkey.refresh_from_db()
        return answer, passkey.wrap().name

    return send


@pytest.mark.parametrize("name", ["a\u202eb", "a\u2066b", "a\x07b", "\u200b", "x" * 61])
def test_a_name_that_no_other_text_may_be_is_refused_at_its_field(renamed, name):
    answer, kept = renamed(name)
    assert kept == "Key"
    assert answer.context["form"].errors["name"]


@pytest.mark.parametrize("name", ["Schlüssel 👨\u200d👩\u200d👧", "مفتاح 12", "x" * 60])
def test_any_other_name_is_kept(renamed, name):
    answer, kept = renamed(name)
    assert (answer.status_code, kept) == (302, name)


def test_a_passkey_is_added_whatever_was_typed(person):
    """The site replaces a name that cannot be used, because the browser has already made the passkey."""
    form = AddWebAuthnForm({"name": "a\u202eb", "credential": "{}"}, user=person("Elena"))
    form.is_valid()
    assert "name" not in form.errors
    assert "\u202e" not in form.cleaned_data.get("name", "")


def test_a_name_of_a_right_to_left_script_turns_nothing_around(client, passkey, renamed):
    name = "מפתח 12"
    renamed(name)
    for address in (reverse("mfa_list_webauthn"), reverse("mfa_remove_webauthn", args=[passkey.pk])):
        page = client.get(address).content.decode()
        assert name in page
        assert name not in re.sub("<bdi>.*?</bdi>|\u2068[^\u2069]*\u2069", "", page), address
