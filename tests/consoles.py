"""Faults in a browser window: console messages, uncaught script errors, failed requests and server errors."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

# These messages are not faults: some tests cause 404, 422 and broken connections, and the page must cope with them.
EXPECTED = ("Failed to load resource", "htmx:sendError", "htmx:afterRequest", "Response Status Error Code")
# These messages are faults at any log level: updates for an element that the page lacks, and policy violations.
NEVER = ("oobErrorNoTarget", "inline style", "Content Security Policy", "Content-Security-Policy")


def complaints(window: "BrowserContext") -> list[str]:
    """Listen to the window's pages, and return a list that collects their uncaught script errors and console complaints."""
    said: list[str] = []
    window.on("weberror", lambda error: said.append(str(error.error)))
    window.on("console", lambda message: said.append(message.text) if is_complaint(message) else None)
    return said


def troubles(window: "BrowserContext") -> list[str]:
    """Listen to the window's pages, and return a list that collects failed requests and 5xx responses.

    Some tests cause them on purpose.
    """
    noted: list[str] = []
    window.on("requestfailed", lambda request: noted.append(f"{request.method} {request.url}: {request.failure}"))
    window.on(
        "response", lambda got: noted.append(f"{got.request.method} {got.url}: {got.status}") if got.status >= 500 else None
    )
    return noted


def is_complaint(message: Any) -> bool:
    """Return whether a console message has words of ``NEVER``, or is an error and does not begin with words of ``EXPECTED``."""
    if any(words in message.text for words in NEVER):
        return True
    return message.type == "error" and not message.text.startswith(EXPECTED)
