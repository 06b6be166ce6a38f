"""Setup of notifications on a device by a button, and their display.

Only the connection to the browser vendor's push service is replaced, since test machines have no such connection. The browser's
developer tools hand the message to the service worker.
"""

import json
import shutil

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tables.channels import push
from tables.models import PushDevice, Table
from tests.browser.app.test_worker import READY, comes_to
from tests.conftest import CHROMIUM_FLAGS, CHROMIUM_NAMES, LEFT_OUT, SHELL
from tests.hook_server import receiving
from tests.site import factories
from tests.site.channels.devices import VAPID, Device, point, text

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def chromium(chromium, chromium_path):
    """Yield a Chromium that shows notifications; skip the tests if there is none."""
    path = chromium_path if SHELL not in chromium_path else next(filter(None, map(shutil.which, CHROMIUM_NAMES[1:])), None)
    if path is None:
        pytest.skip(LEFT_OUT)
    with chromium.browser_type.launch(executable_path=path, headless=True, args=list(CHROMIUM_FLAGS)) as browser:
        yield browser


SERVICE = """
    const plain = (text) => atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = (text) => Uint8Array.from(plain(text), (one) => one.charCodeAt(0)).buffer;
    const keys = { p256dh: '%s', auth: '%s' };
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 65) throw new TypeError('no key');
        return { endpoint: '%s', getKey: (name) => bytes(keys[name]), options: { applicationServerKey } };
    };
    navigator.setAppBadge = async (number) => { globalThis.badge = number; };
    navigator.clearAppBadge = async () => { globalThis.badge = 'none'; };
"""
SHOWN = """async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.map(({ title, tag, lang, data }) => [title, tag, lang, data.url]);
}"""
CLICK = """async () => {
    const opened = [];
    self.clients.openWindow = async (address) => opened.push(address);
    const [notification] = await self.registration.getNotifications();
    const click = new NotificationEvent('notificationclick', { notification });
    self.dispatchEvent(click);
    while (!opened.length) await new Promise((done) => setTimeout(done, 20));
    return opened;
}"""
CHANGE = """async ([old, endpoint, p256dh, auth]) => {
    const plain = (text) => atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const keys = { p256dh, auth };
    const getKey = (name) => Uint8Array.from(plain(keys[name]), (one) => one.charCodeAt(0)).buffer;
    const change = new ExtendableEvent('pushsubscriptionchange');
    self.dispatchEvent(Object.assign(change, { oldSubscription: { endpoint: old }, newSubscription: { endpoint, getKey } }));
}"""


def hand_on(page, told):
    """Hand ``told`` to the service worker as the push service would."""
    tools = page.context.new_cdp_session(page)
    found = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    tools.send("ServiceWorker.enable")
    comes_to(page, READY, "activated")
    while not found:
        page.wait_for_timeout(20)
    origin = page.evaluate("location.origin")
    message = {"origin": origin, "registrationId": found[-1]["registrationId"], "data": json.dumps(told)}
    tools.send("ServiceWorker.deliverPushMessage", message)


def test_a_device_is_set_up_tried_and_shows_it(sit, settings):
    settings.VAPID_PRIVATE_KEY, settings.OUTBOUND_ALLOWED_HOSTS = VAPID, ["localhost"]
    anna = factories.person("Anna")
    table = factories.running_table(anna, factories.person("Berto"), now=timezone.now())
    with receiving() as service:
        phone = Device(f"{service.url}/send/phone")
        page = sit(anna, service_workers="allow", permissions=["notifications"], viewport={"width": 390, "height": 844})
        page.add_init_script(SERVICE % (text(point(phone.key.public_key())), text(phone.auth), phone.endpoint))
        page.goto("/my/ways/")
        page.get_by_role("button", name="Enable notifications").click()
        expect(page.get_by_text("this device", exact=True)).to_be_visible()
        expect(page.get_by_role("button", name="Enable notifications")).to_be_hidden()
        page.locator("#devices").get_by_role("button", name="Send test").click()
        expect(page.get_by_text("The message has been delivered.")).to_be_visible()
        told = phone.read(service.posted[0])
        assert told["badge"] == 1

        moved = f"{service.url}/send/moved"
        [worker] = page.context.service_workers
        worker.evaluate(CHANGE, [phone.endpoint, moved, text(point(phone.key.public_key())), text(phone.auth)])
        page.locator("#devices").get_by_role("button", name="Send test").click()
        expect(page.get_by_text("The message has been delivered.")).to_be_visible()
        assert service.posted[1].path == "/send/moved"
        PushDevice.objects.update(endpoint=phone.endpoint)

        settings.VAPID_PRIVATE_KEY = "n" + VAPID[1:]
        with page.expect_response("**/my/ways/devices/"):
            page.goto("/my/ways/")
        expect(page.get_by_text("no longer uses")).to_have_count(0)
        page.wait_for_function("() => globalThis.badge === 1")
        Table.objects.filter(pk=table.pk).update(status=Table.Status.ENDED)
        page.evaluate("() => dispatchEvent(new Event('focus'))")
        page.wait_for_function("() => globalThis.badge === 'none'")
        assert PushDevice.objects.get().site_key == push.site_key()

    told |= {"tag": table.code, "url": page.evaluate("location.origin") + table.get_absolute_url() + "#panel"}
    hand_on(page, told)
    hand_on(page, told | {"title": "A newer one"})
    comes_to(page, SHOWN, [["A newer one", table.code, "en", told["url"]]])
    assert worker.evaluate(CLICK) == [told["url"]]
    comes_to(page, SHOWN, [])
