"""Windows of a browser that tests have one after the other.

A new window is a new process, which reads and compiles every style sheet, font and script anew: half of what one page costs.
So a window goes back when its test is over and is handed out again as good as new: it has no cookies, nothing is stored, and
its only page is one of a file that never changes, which keeps the process alive. Whoever needs a window that workers,
permissions or scripts of its own have never touched takes a new one.
"""

from typing import TYPE_CHECKING, Any

from tests.consoles import complaints, troubles

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

# Something small that needs neither scripts nor the database.
RESTING_AT = "/static/img/mark.svg"
# Options that leave nothing behind.
HARMLESS = {"viewport", "locale", "color_scheme", "has_touch", "is_mobile", "java_script_enabled"}
# How many may rest: each takes about as much memory as a tab.
MOST = 6


class Window:
    """A window, what its pages complained about, and which of their requests failed."""

    def __init__(self, browser: "Browser", url: str, options: dict[str, Any]) -> None:
        self.options, self.url = options, url
        self.context: BrowserContext = browser.new_context(base_url=url, **options)
        self.said, self.noted = complaints(self.context), troubles(self.context)
        self._resting: Page | None = None
        self._tools: CDPSession | None = None

    @property
    def pages(self) -> list["Page"]:
        """What was opened in it."""
        return [page for page in self.context.pages if page is not self._resting]

    def may_rest(self) -> bool:
        """Whether it can be made as good as new."""
        return self.options.get("service_workers") == "block" and self.options.keys() - {"service_workers"} <= HARMLESS

    def rest(self) -> None:
        """Close its pages, and forget whatever they kept."""
        if self._resting is None or self._tools is None:
            self._resting = self.context.new_page()
            self._resting.goto(RESTING_AT)
            self._tools = self.context.new_cdp_session(self._resting)
        for page in self.pages:
            page.close()
        self.context.clear_cookies()
        self._tools.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "all"})

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

    def give_back(self, window: Window) -> None:
        """Its test is over."""
        if not window.may_rest():
            window.context.close()
            return
        window.rest()
        self._resting.append(window)
        if len(self._resting) > MOST:
            self._resting.pop(0).context.close()
