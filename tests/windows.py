"""Browser windows that tests use one after the other, each with one page.

A new window is a new process that loads every style sheet, font and script. That is more than half of a page's cost, and a new
page in an old window is not much cheaper. So the window and its page are reused after their test. Cookies, history and stored
data are removed first, and the page shows a file that never changes. Windows of failed tests are closed, as are windows with
options that may leave a trace, such as service workers or permissions.
"""

from typing import TYPE_CHECKING, Any

from tests.consoles import complaints, troubles

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# Unused windows show this file. It is small and needs no scripts and no database.
RESTING_AT = "/static/fonts/SOURCES.txt"
# These options of a window leave no trace for the next test.
HARMLESS = {"viewport", "locale", "color_scheme", "has_touch", "is_mobile", "java_script_enabled"}
# Maximum number of unused windows. Each takes about as much memory as a tab.
MOST = 6


class Window:
    """Browser window with its page, the messages of its pages, and their failed requests."""

    def __init__(self, browser: "Browser", url: str, options: dict[str, Any]) -> None:
        self.options, self.url = options, url
        self.context: BrowserContext = browser.new_context(base_url=url, **options)
        self.said, self.noted = complaints(self.context), troubles(self.context)
        self.page: Page = self.context.new_page()
        self._tools = self.context.new_cdp_session(self.page)

    def may_rest(self) -> bool:
        """Return whether the window can be reset for another test."""
        return self.options.get("service_workers") == "block" and self.options.keys() - {"service_workers"} <= HARMLESS

    def rest(self) -> None:
        """Close other pages, show the file for unused windows, and clear cookies, storage and history."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.goto(RESTING_AT)
        self.page.mouse.move(-1, -1)
        self.page.emulate_media(media="null")
        if self.page.viewport_size != self.options["viewport"]:
            self.page.set_viewport_size(self.options["viewport"])
        if self.options.get("java_script_enabled", True):
            self.page.evaluate("sessionStorage.clear()")
        self.context.clear_cookies()
        self._tools.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "all"})
        self._tools.send("Page.resetNavigationHistory")

    def wake(self) -> None:
        """Clear the lists of messages and failed requests."""
        self.said.clear()
        self.noted.clear()


class Windows:
    """Unused windows of one browser on one site. The window that has been unused longest comes first."""

    def __init__(self, browser: "Browser", url: str) -> None:
        self._browser, self._url = browser, url
        self._resting: list[Window] = []

    def take(self, options: dict[str, Any]) -> Window:
        """Take an unused window with exactly these options, or open a new one. Return it."""
        for found in reversed(self._resting):
            if found.options == options:
                self._resting.remove(found)
                found.wake()
                return found
        return Window(self._browser, self._url, options)

    def give_back(self, window: Window, *, good: bool) -> None:
        """Reset a window after its test and keep it, or close it. ``good`` says whether the test passed.

        Close the window that has been unused longest if there are too many.
        """
        if not (good and window.may_rest()):
            window.context.close()
            return
        window.rest()
        self._resting.append(window)
        if len(self._resting) > MOST:
            self._resting.pop(0).context.close()
