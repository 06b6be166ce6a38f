"""Sign-up, and the offer of the device's time zone, on a phone in Rome."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.accounts.conftest import PASSWORD, code_in
from tests.axe import faults
from tests.consoles import complaints

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=["light", "dark"])
def phone(chromium, live_server, request):
    opened = chromium.new_context(
        base_url=live_server.url,
        viewport={"width": 390, "height": 844},
        locale="en-GB",
        timezone_id="Europe/Rome",
        color_scheme=request.param,
    )
    said = complaints(opened)
    yield opened.new_page()
    opened.close()
    assert not said


def is_sound(page):
    """Assert that axe finds no fault and that no element extends beyond the edge of the screen."""
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_three_steps_to_a_seat(phone, mailoutbox):
    phone.goto("/accounts/signup/?next=/i/abc/join/")
    is_sound(phone)
    phone.get_by_label("Display name").fill("Elena")
    phone.get_by_label("Email").fill("elena@letters.test")
    phone.get_by_role("button", name="Sign up").click()
    expect(phone.get_by_label("Code")).to_have_attribute("inputmode", "numeric")
    is_sound(phone)
    phone.get_by_label("Code").fill("1")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Confirm").click()
    is_sound(phone)
    phone.get_by_label("Code").fill(code_in(mailoutbox[0]))
    phone.get_by_role("button", name="Confirm").click()
    expect(phone.locator("body")).to_have_text("seat for Elena")
    assert User.objects.get().time_zone == "Europe/Rome"


def test_the_profile_offers_the_zone_of_the_device(phone, person):
    user = person("Elena", time_zone="Asia/Tokyo")
    phone.goto("/accounts/login/?next=/accounts/profile/")
    is_sound(phone)
    phone.get_by_label("Email").fill(user.email)
    phone.get_by_label("Password").fill(PASSWORD)
    with phone.expect_navigation():
        phone.locator("main").get_by_role("button", name="Sign in").click()
    is_sound(phone)
    offer = phone.get_by_role("button", name="Use this device’s time zone: Europe/Rome")
    offer.click()
    expect(offer).to_be_hidden()
    phone.get_by_role("button", name="Save").click()
    phone.get_by_text("Your settings have been saved.").wait_for()
    user.refresh_from_db()
    assert user.time_zone == "Europe/Rome"
