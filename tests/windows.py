"""Windows of a browser that tests have one after the other, each with one page.

A new window is a new process, which reads and compiles every style sheet, font and script anew: more than half of what one page
costs, and a new page in an old window is not much cheaper. So both go back when their test is over and are handed out again as
good as new: without cookies, history and anything stored, at a file that never changes. Closed is the window of a test that
failed, and one that workers, permissions or scripts of its own may have touched.
"""

from typing import TYPE_CHECKING, Any

from tests.consoles import complaints, troubles

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# Something small that needs neither scripts nor the database, and can be written anew like any page.
RESTING_AT = "/static/fonts/SOURCES.txt"
# Options that leave nothing behind.
HARMLESS = {"viewport", "locale", "color_scheme", "has_touch", "is_mobile", "java_script_enabled"}
# How many may rest: each takes about as much memory as a tab.
MOST = 6


class Window:
    """A window, its page, what its pages complained about, and which of their requests failed."""

    def __init__(self, browser: "Browser", url: str, options: dict[str, Any]) -> None:
        self.options, self.url = options, url
        self.context: BrowserContext = browser.new_context(base_url=url, **options)
        self.said, self.noted = complaints(self.context), troubles(self.context)
        self.page: Page = self.context.new_page()
        self._tools = self.context.new_cdp_session(self.page)

    def may_rest(self) -> bool:
        """Whether it can be made as good as new."""
        return self.options.get("service_workers") == "block" and self.options.keys() - {"service_workers"} <= HARMLESS

    def rest(self) -> None:
        """Leave the page, and forget whatever it kept."""
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
        """Begin new lists."""
        self.said.clear()
        self.noted.clear()


class Windows:
    """All windows of one browser on one site that nobody has at the moment; those that rested longest first."""

    def __init__(self, browser: "Browser", url: str) -> None:
        self._browser, self._url = browser, url
        self._resting: list[Window] = []

    def take(self, options: dict[str, Any]) -> Window:
        """One with these options."""
        for found in reversed(self._resting):
            if found.options == options:
                self._resting.remove(found)
                found.wake()
                return found
        return Window(self._browser, self._url, options)

    def give_back(self, window: Window, *, good: bool) -> None:
        """Its test is over; whether it did as it should."""
        if not (good and window.may_rest()):
            window.context.close()
            return
        window.rest()
        self._resting.append(window)
        if len(self._resting) > MOST:
            self._resting.pop(0).context.close()
