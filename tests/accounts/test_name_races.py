"""Two people who choose the same name or email address at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, code_in

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
SIGNUP, CONFIRM, PROFILE = "/accounts/signup/", "/accounts/confirm-email/", "/accounts/profile/"


def at_once(*acts):
    """Run ``acts`` at the same moment, each in a separate thread, and return their results."""
    start = Barrier(len(acts))

    def run(act):
        start.wait(10)
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


@pytest.mark.parametrize("names", [("Elena", "Elena"), ("Anna", "\u0410nna")])
def test_of_two_sign_ups_with_one_name_one_wins_and_the_other_chooses_anew(mailoutbox, names):
    browsers = [Client(raise_request_exception=False) for _name in names]
    for number, (browser, name) in enumerate(zip(browsers, names, strict=True)):
        browser.post(SIGNUP, {"display_name": name, "email": f"{number}@letters.test", "password1": PASSWORD})
    codes = {mail.to[0][0]: code_in(mail) for mail in mailoutbox}
    acts = [lambda browser=browser, n=n: browser.post(CONFIRM, {"code": codes[str(n)]}) for n, browser in enumerate(browsers)]
    answers = at_once(*acts)
    assert sorted(answer.status_code for answer in answers) == [302, 422]
    assert User.objects.count() == 1
    loser = browsers[[answer.status_code for answer in answers].index(422)]
    assert "This name is already in use" in next(a for a in answers if a.status_code == 422).content.decode()
    assert loser.post(CONFIRM, {"display_name": "Nora"}).status_code == 302
    assert User.objects.count() == 2


def test_of_two_sign_ups_with_one_address_one_wins(mailoutbox):
    browsers = [Client(raise_request_exception=False) for _number in range(2)]
    for browser, name in zip(browsers, ("Elena", "Nora"), strict=True):
        browser.post(SIGNUP, {"display_name": name, "email": "one@letters.test", "password1": PASSWORD})
    codes = [code_in(mail) for mail in mailoutbox]
    acts = [lambda b=b, c=c: b.post(CONFIRM, {"code": c}) for b, c in zip(browsers, codes, strict=True)]
    answers = at_once(*acts)
    assert sorted(answer["Location"] for answer in answers) == ["/accounts/login/", "/welcome/"]
    assert User.objects.count() == 1


def test_of_two_who_rename_themselves_one_wins(person):
    browsers = [Client(raise_request_exception=False) for _number in range(2)]
    for number, browser in enumerate(browsers):
        browser.force_login(person(f"Person {number}", email=f"{number}@letters.test"))
    settings = {"display_name": "Elena", "language": "en", "time_zone": "UTC"}
    answers = at_once(*[lambda b=b: b.post(PROFILE, settings) for b in browsers])
    assert sorted(answer.status_code for answer in answers) == [302, 422]
    assert User.objects.filter(display_name="Elena").count() == 1
