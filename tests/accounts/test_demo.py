import pytest
from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from accounts import demo
from accounts.checks import no_demo_users
from accounts.models import User
from tests.accounts.conftest import code_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
LOGIN = "/accounts/login/"


def sign_in(client, name="anna"):
    client.post(LOGIN, {"login": demo.address(name), "password": demo.PASSWORD})
    return client.session.get("_auth_user_id")


def test_they_sign_in_with_the_printed_password(client):
    people = demo.create_demo_users()
    assert list(people) == ["anna", "bruno", "chiara", "dario"]
    for name, user in people.items():
        assert sign_in(client, name) == str(user.pk)
        client.post("/accounts/logout/")


def test_they_differ_in_language_and_time_zone():
    people = demo.create_demo_users().values()
    assert {user.language for user in people} == {"en", "de", "it"}
    assert len({str(user.tz) for user in people}) == 4
    for user in people:
        user.full_clean()


def test_making_them_twice_keeps_their_settings_and_mends_the_password(client):
    anna = demo.create_demo_users()["anna"]
    anna.language = "it"
    anna.set_password("other")
    anna.save(update_fields=["language", "password"])
    again = demo.create_demo_users()["anna"]
    assert (again.pk, again.language) == (anna.pk, "it")
    assert sign_in(client)
    assert User.objects.count() == 4


def test_production_makes_none(settings):
    settings.PRODUCTION = True
    with pytest.raises(ImproperlyConfigured, match="production"):
        demo.create_demo_users()
    assert not User.objects.exists()


def test_production_lets_none_in_by_password(client, settings):
    demo.create_demo_users()
    settings.PRODUCTION = True
    assert sign_in(client) is None


def test_production_lets_none_in_by_code(client, settings, mailoutbox):
    demo.create_demo_users()
    settings.PRODUCTION = True
    client.post("/accounts/login/code/", {"email": demo.address("anna")})
    response = client.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[0])})
    assert response.url == "/accounts/inactive/"
    assert "_auth_user_id" not in client.session


def test_production_ends_their_sessions(client, settings, reader):
    client.force_login(demo.create_demo_users()["chiara"])
    assert reader() == "it 14:00"
    settings.PRODUCTION = True
    assert reader() == "en 12:00"


def test_the_deploy_check_finds_them(settings):
    demo.create_demo_users()
    assert no_demo_users() == []
    settings.PRODUCTION = True
    found = run_checks(tags=[Tags.security], include_deployment_checks=True)
    assert [message.id for message in found if message.id.startswith("accounts.")] == ["accounts.E001"]
    assert "accounts.E001" not in {message.id for message in run_checks(tags=[Tags.security])}
    User.objects.filter(is_demo=True).delete()
    assert no_demo_users() == []


def test_the_deploy_check_is_quiet_before_the_first_migration(settings):
    settings.PRODUCTION = True
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE accounts_user RENAME TO elsewhere")  # the test's transaction undoes this
    assert no_demo_users() == []
