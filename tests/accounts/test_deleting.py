"""Tests of account deletion: the confirmation, the end of sessions, the signals, the command, and the Django admin.

Games are covered in tests/site.
"""

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.management import CommandError, call_command
from django.test import Client

from accounts import leaving
from accounts.models import User
from accounts.signals import account_deletion, account_deletion_requested
from tests.accounts.conftest import PASSWORD, code_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
DELETE, CODE = "/accounts/delete/", "/accounts/login/code/"
MEANT = {"password": PASSWORD, "understood": "on"}


@pytest.fixture
def elena(client, person):
    user = person("Elena")
    client.force_login(user)
    return user


def test_the_profile_leads_to_the_page_and_the_page_changes_nothing(client, elena):
    assert f'href="{DELETE}"' in client.get("/accounts/profile/").content.decode()
    page = client.get(DELETE).content.decode()
    assert "This cannot be undone." in page
    assert 'autocomplete="current-password"' in page
    assert User.objects.filter(pk=elena.pk).exists()


def test_the_password_and_a_tick_delete_the_account_and_end_its_sessions(client, elena):
    elsewhere = Client()
    elsewhere.force_login(elena)
    response = client.post(DELETE, MEANT)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert not User.objects.filter(pk=elena.pk).exists()
    assert not EmailAddress.objects.filter(email=elena.email).exists()
    for browser in (client, elsewhere):
        assert browser.get("/accounts/profile/")["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("sent", [{}, {"understood": "on"}, {"password": PASSWORD}, MEANT | {"password": "guessed-wrong"}])
def test_nothing_less_deletes_it(client, elena, sent):
    assert client.post(DELETE, sent).status_code == 422
    assert User.objects.filter(pk=elena.pk).exists()


def test_passwords_cannot_be_tried_without_end(client, elena):
    tries = [client.post(DELETE, MEANT | {"password": "guessed-wrong"}).status_code for _try in range(12)]
    assert tries[-1] == 429
    assert client.post(DELETE, MEANT).status_code == 429
    assert User.objects.filter(pk=elena.pk).exists()


def test_a_stranger_signs_in_first(client, db):
    assert client.post(DELETE, MEANT)["Location"].startswith("/accounts/login/")


def test_who_has_no_password_signs_in_anew_by_a_code(client, person, mailoutbox):
    user = person("Nora", password=None)
    client.force_login(user)
    page = client.get(DELETE).content.decode()
    assert "Sign in again" in page
    assert client.post(DELETE, {"understood": "on"}).status_code == 422
    again = client.post("/accounts/logout/", {"next": f"{CODE}?next={DELETE}"})
    assert client.get(again["Location"]).status_code == 200
    client.post(CODE, {"email": user.email})
    response = client.post(f"{CODE}confirm/", {"code": code_in(mailoutbox[-1])})
    assert response["Location"] == DELETE
    assert "Sign in again" not in client.get(DELETE).content.decode()
    assert client.post(DELETE, {}).status_code == 422
    assert client.post(DELETE, {"understood": "on"}).status_code == 302
    assert not User.objects.filter(pk=user.pk).exists()


def test_a_sign_in_of_long_ago_proves_nothing(client, person, mailoutbox):
    user = person("Nora", password=None)
    client.post(CODE, {"email": user.email})
    client.post(f"{CODE}confirm/", {"code": code_in(mailoutbox[-1])})
    session = client.session
    session["account_authentication_methods"] = [
        record | {"at": record["at"] - 3600} for record in session["account_authentication_methods"]
    ]
    session.save()
    assert client.post(DELETE, {"understood": "on"}).status_code == 422
    assert User.objects.filter(pk=user.pk).exists()


def test_listeners_are_asked_before_the_row_goes_and_a_failing_one_keeps_it(person):
    user, heard = person("Elena"), []

    def leave(user, **_more):
        heard.append(("leaves", User.objects.filter(pk=user.pk).exists()))

    def go(user, **_more):
        heard.append(("goes", User.objects.filter(pk=user.pk).exists()))
        if len(heard) < 3:
            raise RuntimeError("the database is away")

    account_deletion_requested.connect(leave)
    account_deletion.connect(go)
    try:
        with pytest.raises(RuntimeError):
            leaving.delete_account(user_id=user.pk, now=None)
        assert User.objects.filter(pk=user.pk).exists()
        leaving.delete_account(user_id=user.pk, now=None)
        leaving.delete_account(user_id=user.pk, now=None)
    finally:
        account_deletion_requested.disconnect(leave)
        account_deletion.disconnect(go)
    assert heard == [("leaves", True), ("goes", True)] * 2
    assert not User.objects.filter(pk=user.pk).exists()


def test_operators_delete_by_address_on_the_command_line(person, monkeypatch, capsys):
    user = person("Elena")
    with pytest.raises(CommandError):
        call_command("delete_account", "nobody@letters.test", "--yes")
    monkeypatch.setattr("builtins.input", lambda _prompt: "no")
    with pytest.raises(CommandError, match="Nothing was deleted"):
        call_command("delete_account", user.email)
    assert User.objects.filter(pk=user.pk).exists()
    call_command("delete_account", user.email.upper(), "--yes")
    assert not User.objects.filter(pk=user.pk).exists()
    assert capsys.readouterr().out.strip() == "The account is deleted."


def test_the_history_of_the_admin_forgets_their_name(person):
    user, root = person("Elena"), person("Root", is_staff=True)
    for whom in (user, root):
        LogEntry.objects.log_actions(root.pk, [whom], CHANGE, single_object=True)
    leaving.delete_account(user_id=user.pk, now=None)
    assert [entry.object_repr for entry in LogEntry.objects.all()] == [str(root)]


def test_the_admin_deletes_nobody_over_the_head_of_their_games(client, person, rf):
    request = rf.get("/")
    request.user = person("Root", is_staff=True, is_superuser=True)
    assert not admin.site.get_model_admin(User).has_delete_permission(request, request.user)
    assert "delete_selected" not in admin.site.get_model_admin(User).get_actions(request)
