"""Two people at two browsers."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from tests.browser.freshness import is_fresh, is_table
from tests.consoles import complaints

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

type Open = Callable[..., "Page"]


@pytest.fixture
def sit(chromium: "Browser", live_server: Any, transactional_db: None) -> Iterator[Open]:
    """A page in a window of its own, signed in as somebody; extra arguments are those of a Playwright context.

    Whatever the page complains about on its console fails the test, and so does a table that is shown at the end otherwise
    than a fresh load would show it, but for what somebody is in the middle of choosing.
    """
    opened: list[BrowserContext] = []
    said: list[list[str]] = []

    def open_window(user: User | None = None, **more: Any) -> "Page":
        options = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB"} | more
        window = chromium.new_context(base_url=live_server.url, **options)
        opened.append(window)
        said.append(complaints(window))
        if user is not None:
            window.add_cookies([session_cookie(user, live_server.url)])
        page = window.new_page()
        page.set_default_timeout(10_000)
        return page

    yield open_window
    for page in [page for window in opened for page in window.pages if is_table(page)]:
        is_fresh(page, but=("panel",))
    for window in opened:
        window.close()
    assert not any(said), said


def session_cookie(user: User, url: str) -> Any:
    """What a browser holds after signing in."""
    client = Client()
    client.force_login(user)
    return {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value, "url": url}
