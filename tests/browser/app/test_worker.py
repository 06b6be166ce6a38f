"""Service worker of a device: pages shown offline, stored pages, and their removal at sign-out."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from tables.models import Table
from tests.browser.conftest import session_cookie
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
KEPT = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
            found[new URL(request.url).pathname] = await (await cache.match(request)).text();
        }
    }
    return found;
}"""
READY = "async () => (await navigator.serviceWorker.ready).active.state"
LEFT = """async () => {
    const workers = await navigator.serviceWorker.getRegistrations();
    return [await caches.keys(), workers.length, Object.keys(localStorage)];
}"""


def comes_to(page, expression, wanted):
    """Assert that a function finally returns ``wanted``.

    ``wait_for_function`` would treat a promise as true immediately.
    """
    for _try in range(200):
        if page.evaluate(expression) == wanted:
            return
        page.wait_for_timeout(50)
    assert page.evaluate(expression) == wanted


def is_kept(page, path):
    comes_to(page, f"async () => Boolean(await (await caches.open('boards')).match('{path}'))", wanted=True)


def test_without_a_network_boards_that_everybody_saw_are_left_and_after_signing_out_nothing(sit):
    anna, berto = factories.person("Anna Amata"), factories.person("Berto")
    User.objects.filter(pk=anna.pk).update(language="de")
    now = timezone.now()
    public = factories.running_table(anna, berto, now=now, name="Open air", game="gonzaga")
    private = factories.running_table(anna, berto, now=now, name="Cellar", visibility=Table.Visibility.PRIVATE)
    page = sit(anna, service_workers="allow")
    page.goto(public.get_absolute_url())
    assert page.evaluate(READY) in ("activating", "activated")
    is_kept(page, public.get_absolute_url())
    page.goto(private.get_absolute_url())
    page.goto("/my/")
    page.wait_for_load_state("networkidle")
    kept = page.evaluate(KEPT)
    pages = {path for path in kept if "/static/" not in path}
    assert pages == {"/app/de/offline/", public.get_absolute_url()}
    for path, text in kept.items():
        assert "Cellar" not in text
        assert private.code not in text
        assert "data-viewer" not in text or path.endswith(".js"), path
        assert 'id="hand"' not in text
    assert '<a class="mark"' in kept[public.get_absolute_url()]

    page.context.set_offline(True)
    page.goto(public.get_absolute_url())
    expect(page.get_by_role("heading", name="Open air")).to_be_visible()
    expect(page.get_by_text("Du bist offline.")).to_be_visible()
    assert page.locator("img.kept-board").evaluate("image => image.naturalWidth") > 300
    page.goto(private.get_absolute_url())
    expect(page.get_by_role("heading", name="Du bist offline")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Open air")).to_contain_text("Minute")
    assert page.evaluate("""() => document.fonts.load('16px "Alegreya Sans"').then((found) => found.length)"""), (
        "its faces are kept"
    )
    page.get_by_role("link", name="Open air").click()
    expect(page.locator("img.kept-board")).to_be_visible()

    page.context.set_offline(False)
    page.goto("/my/")
    page.locator("summary").filter(has_text="Anna Amata").click()
    page.get_by_role("button", name="Abmelden").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    # On a slow device, this page finishes the cleanup that the previous page had no time for.
    comes_to(page, LEFT, [[], 0, []])
    page.context.set_offline(True)
    with pytest.raises(Exception, match="net::ERR_"):
        page.goto(public.get_absolute_url())


def test_somebody_else_at_the_same_device_finds_nothing_of_the_first(sit, live_server):
    """The first page of the next user removes the stored boards of a session that ended elsewhere."""
    anna, berto = factories.person("Anna"), factories.person("Berto")
    table = factories.running_table(anna, factories.person("Chiara"), now=timezone.now())
    page = sit(anna, service_workers="allow")
    page.goto(table.get_absolute_url())
    is_kept(page, table.get_absolute_url())
    page.context.clear_cookies()
    page.context.add_cookies([session_cookie(berto, live_server.url)])
    page.goto("/my/")
    page.wait_for_function(f"() => localStorage.getItem('staffetta-viewer') === '{berto.pk}'")
    assert page.evaluate(READY) in ("activating", "activated")
    assert "boards" not in page.evaluate("() => caches.keys()")
