"""Typed codes: accepted with other dashes and spaces, and with digits of other scripts."""

import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.conf import settings
from django.test import Client
from django.utils.module_loading import import_string

from accounts.models import User
from accounts.plain_forms import CodeForm
from tests.accounts.conftest import PASSWORD, code_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
SIGN_UP = {"display_name": "Elena", "email": "elena@letters.test", "password1": "", "time_zone": "UTC"}
FORMS = [*settings.ACCOUNT_FORMS.values(), *settings.MFA_FORMS.values(), "accounts.forms.SignUpCodeForm"]


def of_script(zero: str) -> dict[int, str]:
    """Return a translation table from ASCII digits to the digits of a script, given its zero."""
    return {ord(str(number)): chr(ord(zero) + number) for number in range(10)}


TYPED = {
    "as it is": lambda code: code,
    "without a dash": lambda code: code.replace("-", ""),
    "en dash": lambda code: code.replace("-", "–"),
    "em dash": lambda code: code.replace("-", "—"),
    "hyphen that does not break": lambda code: code.replace("-", "\u2011"),
    "minus": lambda code: code.replace("-", "\u2212"),
    "soft hyphen": lambda code: code.replace("-", "\u00ad"),
    "wide dash": lambda code: code.replace("-", "－"),
    "blanks": lambda code: f" {' '.join(code)} ",
    "blank that does not break": lambda code: code.replace("-", "\u00a0"),
    "narrow blank that does not break": lambda code: f"\u202f{code}\u202f",
    "blank of no width": lambda code: f"\u200b{code}\ufeff",
    "mark of direction": lambda code: f"\u200e{code}\u200f",
    "full stop after it": lambda code: f"{code}.",
    "quotation marks": lambda code: f"„{code}“",
    "tab": lambda code: f"\t{code}",
    "wide digits": lambda code: code.translate(of_script("０")),
    "Arabic digits": lambda code: code.translate(of_script("٠")),
    "Persian digits": lambda code: code.translate(of_script("۰")),
}


@pytest.fixture(params=sorted(TYPED))
def typed(request):
    return TYPED[request.param]


def test_every_form_that_asks_for_a_code_reads_it_so():
    asking = [form for form in map(import_string, FORMS) if "code" in form.base_fields]
    assert len(asking) >= 7
    assert [form for form in asking if not issubclass(form, CodeForm)] == []


def test_of_a_sign_up_and_a_sign_in(typed, mailoutbox):
    browser = Client()
    browser.post("/accounts/signup/", SIGN_UP)
    browser.post("/accounts/confirm-email/", {"code": typed(code_in(mailoutbox[-1]))})
    assert User.objects.get().email == SIGN_UP["email"]
    other = Client()
    other.post("/accounts/login/code/", {"email": SIGN_UP["email"]})
    other.post("/accounts/login/code/confirm/", {"code": typed(code_in(mailoutbox[-1]))})
    assert other.session["_auth_user_id"]


def test_of_a_second_factor(typed, person, time_machine):
    time_machine.move_to(time.time() // 30 * 30)
    elena = person("Elena")
    secret = totp.generate_totp_secret()
    totp.TOTP.activate(elena, secret)
    written = RecoveryCodes.activate(elena).get_unused_codes()
    shown = totp.format_hotp_value(totp.hotp_value(secret, next(iter(totp.yield_hotp_counters_from_time()))))
    for code in (f"{shown[:3]}-{shown[3:]}", f"{written[0][:4]}-{written[0][4:]}"):
        browser = Client()
        browser.post("/accounts/login/", {"login": elena.email, "password": PASSWORD})
        assert browser.post("/accounts/2fa/authenticate/", {"code": typed(code)}).url == "/", code
    assert Authenticator.objects.filter(user=elena).count() == 2


@pytest.mark.parametrize("code", ["", " ", "–", "12345678", "1234-567", "1234-5678-9", "½½½½", "²²²²-²²²²", "\x00", "ǅ" * 500])
def test_another_code_is_refused_in_words(code, mailoutbox):
    browser = Client()
    browser.post("/accounts/signup/", SIGN_UP)
    answer = browser.post("/accounts/confirm-email/", {"code": code})
    assert answer.context["verify_form"].errors["code"]
    assert not User.objects.exists()
