"""The answer to most pulses, that nothing is new, without a request of Django's: they are most of all requests.

Everything else is left to Django and its view (``tables.views.play.pulse``): whatever is new, asked otherwise than a page of
ours asks, or not known to the cache.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from django.utils import timezone
from django.utils.http import http_date

from tables.selectors.play import presence

type Pages = Callable[[dict[str, Any], Any], Iterable[bytes]]
type Headers = list[tuple[str, str]]

STATUS = "204 No Content"
_PATH = re.compile(r"/p/([\w-]{1,64})/(\d{1,9})/", re.ASCII)
# As tables/_pulse.html writes it.
_QUERY = re.compile(r"lively=([01])(?:&me=(\d{1,18})%3A([\w-]{1,100}))?(&machine=1)?", re.ASCII)
# What a front says of how it was asked; anything else is nothing we know.
_FORWARDED = (None, "http", "https")


class Nothing:
    """An answer without a body."""

    def __iter__(self) -> Iterator[bytes]:
        return iter(())

    def close(self) -> None:
        """As servers call it."""


class Still:
    """An application that answers for another one where nothing is new, with the headers that one sends."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self._headers: dict[tuple[Any, Any], Headers] = {}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if not environ["PATH_INFO"].startswith("/p/"):
            return self.pages(environ, start_response)
        # What makes a request a safe one, by which alone the headers differ.
        asked = environ["wsgi.url_scheme"], environ.get("HTTP_X_FORWARDED_PROTO")
        headers = self._headers.get(asked)
        if headers is None:
            return self.pages(environ, self._listening(asked, start_response))
        if not is_still(environ):
            return self.pages(environ, start_response)
        start_response(STATUS, [*headers, ("Expires", _date(int(timezone.now().timestamp())))])
        return Nothing()

    def _listening(self, asked: tuple[Any, Any], start_response: Any) -> Any:
        """What is called instead of ``start_response``, to learn what the pages send."""

        def start(status: str, headers: Headers, *trouble: Any) -> Any:
            if status == STATUS and asked[1] in _FORWARDED:
                self._headers[asked] = [header for header in headers if header[0] != "Expires"]
            return start_response(status, headers, *trouble)

        return start


def is_still(environ: dict[str, Any]) -> bool:
    """Whether a page asks for its pulse, and there is nothing to tell it. Gives its sign of life, as the view does."""
    if environ["REQUEST_METHOD"] != "GET" or environ.get("SCRIPT_NAME"):
        return False
    path, query = _PATH.fullmatch(environ["PATH_INFO"]), _QUERY.fullmatch(environ.get("QUERY_STRING", ""))
    if path is None or query is None:
        return False
    address, version = path.groups()
    lively, number, signature, machine = query.groups()
    person = _holder(address, f"{number}:{signature}") if number else None
    if number and person is None:
        return False
    current, others_present = presence.glance(address, person, timezone.now())
    return (
        current is not None
        and not current.ended
        and current.changes == int(version)
        and (others_present or machine is not None) == (lively == "1")
    )


# A token is good as long as the key of the site.
_holder = lru_cache(20_000)(presence.holder)


@lru_cache(2)
def _date(second: int) -> str:
    return http_date(second)
