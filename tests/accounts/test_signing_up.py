import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError
from django.test import Client

from accounts import names
from accounts.models import QueuedMail, User
from tests.accounts.conftest import PASSWORD, code_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
SIGNUP = "/accounts/signup/"
CONFIRM = "/accounts/confirm-email/"


def form(**fields):
    return {"display_name": "Elena", "email": "Elena@Letters.test", "password1": PASSWORD} | fields


def sign_up(client, mailoutbox, **fields):
    client.post(SIGNUP, form(**fields))
    return client.post(CONFIRM, {"code": code_in(mailoutbox[-1])})


def errors(response, field):
    assert response.status_code == 200
    return " ".join(response.context["form"].errors.get(field, []))


def test_a_code_confirms_the_address_and_signs_in(client, mailoutbox):
    response = client.post(SIGNUP, form(time_zone="Europe/Rome"))
    assert response.url == CONFIRM
    assert "_auth_user_id" not in client.session, "nobody is signed in before the address is confirmed"
    assert [mail.to for mail in mailoutbox] == [["elena@letters.test"]]
    response = client.post(CONFIRM, {"code": code_in(mailoutbox[0])})
    elena = User.objects.get()
    assert client.session["_auth_user_id"] == str(elena.pk)
    assert (elena.email, elena.display_name, elena.language, elena.time_zone) == (
        "elena@letters.test",
        "Elena",
        "en",
        "Europe/Rome",
    )
    assert EmailAddress.objects.get().verified
    assert response.url == "/welcome/"


def test_codes_are_accepted_however_they_are_typed(client, mailoutbox):
    client.post(SIGNUP, form())
    client.post(CONFIRM, {"code": f" {code_in(mailoutbox[0]).replace('-', ' ')} "})
    assert EmailAddress.objects.get().verified


def test_three_wrong_codes_end_it_and_the_right_one_comes_too_late(client, mailoutbox):
    client.post(SIGNUP, form())
    right = code_in(mailoutbox[0])
    wrong = "0000-0000" if right != "0000-0000" else "1111-1111"
    for _ in range(2):
        response = client.post(CONFIRM, {"code": wrong})
        assert "Incorrect code" in " ".join(response.context["verify_form"].errors["code"])
    assert client.post(CONFIRM, {"code": wrong}).url == "/accounts/login/"
    client.post(CONFIRM, {"code": right})
    assert not User.objects.exists()


def test_a_mistyped_address_can_be_corrected_before_confirming(client, mailoutbox):
    client.post(SIGNUP, form(email="elna@letters.test"))
    client.post(CONFIRM, {"action": "change", "email": "elena@letters.test"})
    assert mailoutbox[-1].to == ["elena@letters.test"]
    client.post(CONFIRM, {"code": code_in(mailoutbox[-1])})
    assert User.objects.get().email == "elena@letters.test"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("elena@letters.test", True)]


def test_without_a_password_one_signs_in_by_code(client, mailoutbox):
    client.post(SIGNUP, form(password1=""))
    client.post(CONFIRM, {"code": code_in(mailoutbox[0])})
    assert not User.objects.get().has_usable_password()
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("other", ["elena", "ELENA", "  Elena ", "Ｅｌｅｎａ"])
def test_a_name_is_taken_however_it_is_written(client, person, other):
    person("Elena")
    response = client.post(SIGNUP, form(display_name=other, email="other@letters.test"))
    assert "already in use" in errors(response, "display_name")
    assert User.objects.count() == 1


def test_the_database_refuses_the_same_name_too(person):
    person("Öle")
    with pytest.raises(IntegrityError):
        person("öLE", email="two@letters.test")


def test_renaming_keeps_the_key_in_step(person):
    elena = person("Elena")
    elena.display_name = "Lena"
    elena.save(update_fields=["display_name"])
    elena.refresh_from_db()
    assert elena.name_key == names.folded("LENA")


def test_whose_name_was_taken_meanwhile_chooses_another(client, person, mailoutbox):
    client.post(SIGNUP + "?next=/i/abc/join/", form(next="/i/abc/join/"))
    person("Elena", email="first@letters.test")
    code = code_in(mailoutbox[0])
    page = client.post(CONFIRM, {"code": code})
    assert page.status_code == 422
    assert page.content.decode().count("This name is already in use") == 1
    assert client.post(CONFIRM, {"display_name": "ELENA"}).status_code == 422
    assert 'name="display_name"' in client.get(CONFIRM).content.decode()
    assert client.post(CONFIRM, {"display_name": "Nora"}).url == "/i/abc/join/"
    assert User.objects.get(email="elena@letters.test").display_name == "Nora"
    assert client.session["_auth_user_id"]


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("", "required"),
        ("E", "2 to 30"),
        ("E" * 31, "30"),
        ("Ele\u200bna", "U+200B (ZERO WIDTH SPACE)"),
        ("Ele\u200dna", "U+200D (ZERO WIDTH JOINER)"),
        ("\u202eanelE", "U+202E (RIGHT-TO-LEFT OVERRIDE)"),
        ("el@ena", "can’t contain @"),
        ("--", "letter or digit"),
        ("Ele\x00na", "Null characters"),
    ],
)
def test_names_that_cannot_be(client, name, complaint):
    assert complaint in errors(client.post(SIGNUP, form(display_name=name)), "display_name")
    assert not User.objects.exists()


def test_names_keep_their_letters_and_lose_spare_blanks(client, mailoutbox):
    sign_up(client, mailoutbox, display_name="  Zoë   d'Este ")
    assert User.objects.get().display_name == "Zoë d'Este"


def test_the_longest_name_that_folds_longest_fits(person):
    assert len(person("\ufdfa" * names.LONGEST, email="long@letters.test").name_key) <= 20 * names.LONGEST


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("email", "not an address", "valid email"),
        ("email", "", "required"),
        ("password1", "short", "at least 8"),
        ("password1", "12345678901", "numeric"),
    ],
)
def test_bad_fields_are_explained(client, field, value, complaint):
    assert complaint in errors(client.post(SIGNUP, form(**{field: value})), field)


@pytest.mark.parametrize("guess", ["", "Mars/Olympus", "../../etc/passwd", "x" * 5000, "localtime"])
def test_a_guess_that_is_no_zone_becomes_utc(client, mailoutbox, guess):
    sign_up(client, mailoutbox, time_zone=guess)
    assert User.objects.get().time_zone == "UTC"


def test_the_language_of_the_page_becomes_theirs(client, mailoutbox):
    client.post(SIGNUP, form(), headers={"accept-language": "de-AT,de;q=0.9"})
    client.post(CONFIRM, {"code": code_in(mailoutbox[0])})
    assert User.objects.get().language == "de"


def test_an_address_in_use_is_not_given_away(client, person, mailoutbox):
    person("Bruno", email="elena@letters.test")
    response = client.post(SIGNUP, form())
    assert response.url == CONFIRM
    assert client.get(CONFIRM).status_code == 200
    assert "an account with this address already exists" in mailoutbox[0].body
    assert User.objects.count() == 1


def test_nothing_is_stored_of_anybody_before_the_code(client, mailoutbox):
    """A sign-up with another person's address stores nothing that affects the owner of the address later."""
    client.post(SIGNUP, form())
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()
    client.cookies.clear()
    client.post(SIGNUP, form(password1="quiet-lake-3"))
    client.post(CONFIRM, {"code": code_in(mailoutbox[-1])})
    elena = User.objects.get()
    assert client.session["_auth_user_id"] == str(elena.pk)
    assert elena.check_password("quiet-lake-3")


def test_who_signed_up_twice_and_proves_both_is_told_at_the_second(client, mailoutbox):
    client.post(SIGNUP, form())
    other = Client()
    other.post(SIGNUP, form(display_name="Nora"))
    first, second = map(code_in, mailoutbox)
    client.post(CONFIRM, {"code": first})
    page = other.post(CONFIRM, {"code": second}, follow=True)
    assert "already registered" in page.content.decode()
    assert User.objects.get().display_name == "Elena"


def test_a_mail_server_that_is_away_costs_no_mail_and_no_time(client, settings, mailoutbox, time_machine):
    time_machine.move_to("2026-11-21T06:00:00Z", tick=False)
    here = settings.MAILERS
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": 9, "timeout": 1},
        }
    }
    assert client.post(SIGNUP, form()).url == CONFIRM
    assert len(mailoutbox) == 0
    settings.MAILERS = here
    assert len(mailoutbox) == 0, "it is not asked again at once"
    time_machine.move_to("2026-11-21T06:01:00Z", tick=False)
    client.post(CONFIRM, {"code": code_in(mailoutbox[0])})
    assert User.objects.get().email == "elena@letters.test"
    assert not QueuedMail.objects.exists()


def test_a_mail_that_comes_too_late_is_not_sent(client, mailoutbox, time_machine):
    time_machine.move_to("2026-11-21T06:00:00Z", tick=False)
    client.post(SIGNUP, form())
    time_machine.move_to("2026-11-21T06:30:00Z", tick=False)
    assert len(mailoutbox) == 0
    assert not QueuedMail.objects.exists()
