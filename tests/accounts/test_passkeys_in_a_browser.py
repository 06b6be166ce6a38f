"""Passkey made and used in a real browser with a virtual authenticator, under the site's script policy."""

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import expect

from tests.accounts.conftest import PASSWORD
from tests.axe import faults
from tests.consoles import complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def phone(chromium, live_server):
    opened = chromium.new_context(base_url=live_server.url, viewport={"width": 390, "height": 844}, locale="en-GB")
    said = complaints(opened)
    page = opened.new_page()
    device = opened.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    yield page
    opened.close()
    assert not said


def is_sound(page):
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def sign_in(page, user):
    page.goto("/accounts/login/?next=/accounts/2fa/")
    page.get_by_label("Email").fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name="Sign in").click()


def test_a_passkey_is_added_and_opens_the_door(phone, person):
    user, said = person("Elena"), []
    phone.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    sign_in(phone, user)
    is_sound(phone)
    phone.get_by_role("link", name="Add passkey").click()
    phone.get_by_label("Password").fill(PASSWORD)
    with phone.expect_navigation():
        phone.get_by_role("button", name="Continue").click()
    is_sound(phone)
    phone.get_by_label("Passkey name").fill("Phone")
    phone.get_by_role("button", name="Add").click()
    phone.get_by_text("You can use each code once").wait_for()
    is_sound(phone)
    phone.context.clear_cookies()
    sign_in(phone, user)
    is_sound(phone)
    phone.get_by_role("button", name="Use a passkey").click()
    phone.get_by_text("You have 1 passkey.").wait_for()
    assert Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN).last_used_at
    assert said == []


def test_a_device_without_the_key_says_so_on_the_page(phone, person):
    user = person("Elena")
    sign_in(phone, user)
    phone.goto("/accounts/2fa/webauthn/add/")
    phone.get_by_label("Password").fill(PASSWORD)
    with phone.expect_navigation():
        phone.get_by_role("button", name="Continue").click()
    phone.evaluate("() => { navigator.credentials.create = () => Promise.reject(new Error('no key')) }")
    phone.get_by_role("button", name="Add").click()
    expect(phone.get_by_text("The passkey did not work.")).to_be_visible()
