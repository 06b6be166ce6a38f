"""What pages complain about on the console of a browser."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

# Answers such as 404 and 422 and cut lines are what some tests are about; the page itself must not break over them.
EXPECTED = ("Failed to load resource", "htmx:sendError", "htmx:afterRequest", "Response Status Error Code")
# However they are said: news that found no place on the page, and what the security policy does not allow.
NEVER = ("oobErrorNoTarget", "inline style", "Content Security Policy", "Content-Security-Policy")


def complaints(window: "BrowserContext") -> list[str]:
    """A list that fills with whatever the pages of this window complain about, and with errors of their scripts."""
    said: list[str] = []
    window.on("weberror", lambda error: said.append(str(error.error)))
    window.on("console", lambda message: said.append(message.text) if is_complaint(message) else None)
    return said


def troubles(window: "BrowserContext") -> list[str]:
    """A list that fills with requests that failed or were answered with an error of the site; some tests are about those."""
    noted: list[str] = []
    window.on("requestfailed", lambda request: noted.append(f"{request.method} {request.url}: {request.failure}"))
    window.on(
        "response", lambda got: noted.append(f"{got.request.method} {got.url}: {got.status}") if got.status >= 500 else None
    )
    return noted


def is_complaint(message: Any) -> bool:
    """Errors of scripts, what htmx could not place, and whatever the security policy blocked."""
    if any(words in message.text for words in NEVER):
        return True
    return message.type == "error" and not message.text.startswith(EXPECTED)
