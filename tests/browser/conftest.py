"""Fixtures for people at several browser windows."""

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from tests.browser.freshness import is_fresh, is_table
from tests.windows import Window, Windows

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

type Open = Callable[..., "Page"]

OPENED = pytest.StashKey[list[Window]]()
FAILED = pytest.StashKey[bool]()
# The script returns the focused element, and whether the page has the focus, for failure reports.
ATTENTION = """() => [`focus ${document.hasFocus()}`, document.readyState, document.visibilityState,
    document.activeElement?.outerHTML.slice(0, 120)].join(", ")"""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the state of the pages and the failed requests to a failure report. It must not fail itself."""
    report = yield
    item.stash[FAILED] = report.failed
    if report.when == "call" and report.failed and OPENED in item.stash:
        pages = [page for window in item.stash[OPENED] for page in window.context.pages]
        lines = [*map(attention, pages), *(line for window in item.stash[OPENED] for line in window.noted)]
        report.sections.append(("Pages and requests", "\n".join(lines)))
    return report


def attention(page: "Page") -> str:
    """Return the address of a page, its loading state and its focused element."""
    from playwright.sync_api import Error

    try:
        return f"{page.url}: {page.evaluate(ATTENTION)}"
    except Error as gone:
        return f"{page.url}: {gone}"


@pytest.fixture(scope="session")
def windows() -> dict["Browser", Windows]:
    """Return the windows of each browser."""
    return {}


@pytest.fixture
def sit(
    request: pytest.FixtureRequest,
    chromium: "Browser",
    windows: dict["Browser", Windows],
    live_server: Any,
    transactional_db: None,
) -> Iterator[Open]:
    """Return a function that opens a page in its own window, signed in as a user.

    Extra arguments are those of a Playwright context.

    An error on the page's console fails the test. The test also fails if a table page at its end differs from a fresh load,
    except for an unfinished choice. Service workers are blocked unless a test passes ``service_workers="allow"``.
    """
    ours = windows.setdefault(chromium, Windows(chromium, live_server.url))
    opened: list[Window] = []
    request.node.stash[OPENED] = opened

    def open_window(user: User | None = None, **more: Any) -> "Page":
        options = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "service_workers": "block"} | more
        window = ours.take(options)
        opened.append(window)
        if user is not None:
            window.context.add_cookies([session_cookie(user, live_server.url)])
        window.page.set_default_timeout(10_000)
        return window.page

    yield open_window
    good = False
    try:
        for page in [page for window in opened for page in window.context.pages if is_table(page)]:
            is_fresh(page, but=("panel",))
        said = [line for window in opened for line in window.said]
        assert not said, said
        good = not request.node.stash.get(FAILED, False)
    finally:
        for window in opened:
            ours.give_back(window, good=good)


def session_cookie(user: User, url: str) -> Any:
    """Return the session cookie that a browser has after sign-in."""
    client = Client()
    client.force_login(user)
    return {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value, "url": url}
