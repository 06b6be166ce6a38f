"""Request ids: each request has one, the response contains it, and only the front server can choose it."""

import re
from typing import Any

import pytest

from config.logs import request_ids
from config.logs.request_ids import REQUEST, TASK, numbered

UUID = "0191f3a0-5b1e-7c3d-9a51-2f6f0d1c4b7e"


def asked(said: str | None, *, behind_front: bool) -> tuple[str, str]:
    """Make a request with header ``said``. Return its id inside the site, then its id in the response."""
    known: list[str] = []
    sent: list[Any] = []

    def site(_environ: dict[str, Any], start_response: Any) -> list[bytes]:
        known.append(REQUEST.get())
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b""]

    environ = {} if said is None else {"HTTP_X_REQUEST_ID": said}
    answer = numbered(site, behind_front=behind_front)
    answer(environ, lambda _status, headers, *_more: sent.append(dict(headers)))
    assert sent[0]["Content-Type"] == "text/plain"
    return known[0], sent[0][request_ids.HEADER]


def test_every_request_has_another_and_nothing_is_left_of_it() -> None:
    found = [asked(None, behind_front=True) for _request in range(20)]
    assert all(inside == outside and re.fullmatch("[0-9a-f]{16}", inside) for inside, outside in found)
    assert len(set(found)) == 20
    assert (REQUEST.get(), TASK.get()) == ("", ("", ""))


def test_the_front_may_say_it_and_nobody_else() -> None:
    assert asked(UUID, behind_front=True) == (UUID, UUID)
    assert UUID not in asked(UUID, behind_front=False)


@pytest.mark.parametrize(
    "hostile",
    [
        "",
        "short",
        "a" * 65,
        "a" * 10_000,
        "abcdefgh\r\nSet-Cookie: a=b",
        "abcdefgh\n",
        "äöüäöüäöü",
        '"},{"level":"',
        "١٢٣٤٥٦٧٨٩",
    ],
)
def test_what_is_not_well_formed_is_not_believed(hostile: str) -> None:
    inside, outside = asked(hostile, behind_front=True)
    assert hostile not in (inside, outside)
    assert re.fullmatch("[0-9a-f]{16}", inside)


def test_it_is_forgotten_when_the_site_falls() -> None:
    def falls(_environ: dict[str, Any], _start_response: Any) -> list[bytes]:
        raise LookupError

    with pytest.raises(LookupError):
        numbered(falls, behind_front=False)({}, None)
    assert REQUEST.get() == ""
