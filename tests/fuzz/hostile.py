"""Hostile values for forms and headers."""

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

FORM = "application/x-www-form-urlencoded"
NUMBERS = (
    "0",
    "-1",
    "1",
    "2147483648",
    "9223372036854775808",
    "9" * 400,
    "1e3",
    "1.5",
    "NaN",
    "٣",
    "0x10",
    " 7 ",
    "+1",
    "00",
    "1_0",
)
TEXTS = (
    "",
    " ",
    "\x00",
    "a\x00b",
    "\r\nBcc: everybody@example.org",
    "<script>alert(1)</script>",
    "'; DROP TABLE tables_table; --",
    "{{ 7*7 }}{% debug %}",
    "../../../etc/passwd",
    "\ud800",
    "\ufffe\uffff",
    "\u202eabc",
    "Ａｎｎａ",
    "e\u0301" * 50,
    "🐴" * 20,
    "%s%n%(x)s{0}{x}",
    "None",
    "null",
    "true",
    "on",
    "[]",
    "{}",
    "__class__",
    "id__in",
    "http://[",
    "//evil.example/",
    "javascript:alert(1)",
    "a" * 300,
    "2026-02-30",
    "25:61",
    "0000-00-00T00:00",
    "9999-12-31",
    "Mars/Olympus",
    "xx-klingon",
)
HEAVY = (
    '\\"' * 12_000,
    '"\\' * 12_000,
    "[" * 20_000,
    '{"a":' * 6_000,
    "@" * 20_000,
    "@a " * 8_000,
    "=" * 20_000,
    "&" * 20_000,
    "%" * 20_000,
    "a-" * 12_000,
    " " * 24_000,
    "\u0301" * 10_000,
    "9" * 24_000,
    "<" * 20_000,
    "a.a" * 8_000,
    "a@" * 12_000,
    "-,;q=" * 5_000,
)
KEYS = ("type", "region", "card", "slot", "seat", "at_most", "place", "letter", "x")
CHARSETS = ("utf-8", "utf-16", "latin-1", "idna", "no-such-charset", "")
TYPES = (
    FORM,
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/json",
    "text/plain",
    "",
    "x" * 300,
    ";;;=",
)
HEADERS: Mapping[str, Sequence[str]] = {
    "Accept": ("*/*", "text/html", "application/json", "image/png;q=0", "/;q=x"),
    "Accept-Language": ("de", "it;q=0.5,en", "x" * 600, "de;q=9e99", "*,;q=", "zh-Hant-TW-x-" + "a" * 40),
    "Authorization": ("Basic !!!", "Basic " + "QQ" * 2_000, "Bearer x", "Basic OjpiOg=="),
    "Content-Type": TYPES,
    "Cookie": (
        "sessionid=x",
        "csrftoken=\x7f",
        "a" * 4_000,
        "django_language=xx; messages=W10=",
        "messages=[[]]; sessionid=;",
        "=;=;",
    ),
    "Host": ("testserver", "evil.example", "a_b", "[::1", "x" * 300, ""),
    "HX-Boosted": ("true", "1"),
    "HX-Current-URL": ("http://[", "http://testserver/my/", "//x", "\xff", "http://testserver/\x00", "a" * 2_000),
    "HX-Prompt": ("x", "%ff"),
    "HX-Request": ("true", "false", "TRUE", ""),
    "HX-Target": ("panel", "main", "<", "x" * 500),
    "HX-Trigger": ("panel", "\xff"),
    "HX-Trigger-Name": ("choice", "%00"),
    "If-Match": ("*", '"x"', "x" * 900),
    "If-Modified-Since": ("Sat, 31 Feb 2026 25:00:00 GMT", "0", "x" * 400, "Wed, 21 Oct 9999999 07:28:00 GMT"),
    "If-None-Match": ("*", '"x"', 'W/"' + "x" * 900, '"' * 400),
    "If-Unmodified-Since": ("Sat, 01 Jan 2000 00:00:00 GMT", "x"),
    "Origin": ("null", "http://evil.example", "http://[", "http://testserver"),
    "Range": ("bytes=0-1", "bytes=9-1", "x"),
    "Referer": ("http://[", "http://testserver/t/", "http://evil.example/", "\xff", "x" * 2_000),
    "User-Agent": ("", "x" * 3_000, "\xff\xfe"),
    "X-CSRFToken": ("", "x" * 64, "\xff"),
    "X-Forwarded-For": ("1.2.3.4, x", "::1", "999.1.1.1", "'", "x" * 900),
    "X-Forwarded-Host": ("evil.example", "["),
    "X-Forwarded-Proto": ("https", "http", "x"),
    "X-HTTP-Method-Override": ("DELETE",),
    "X-Requested-With": ("XMLHttpRequest",),
}

type Fields = list[tuple[str, str]]


def text(dice: Random) -> str:
    """Return a random hostile text: heavy, a number, a known bad text, or eight random characters."""
    roll = dice.random()
    if roll < 0.03:
        return dice.choice(HEAVY)
    if roll < 0.35:
        return dice.choice(NUMBERS)
    if roll < 0.8:
        return dice.choice(TEXTS)
    return "".join(
        chr(dice.choice((dice.randrange(32, 127), dice.randrange(0xA0, 0x2000), dice.randrange(0x10000)))) for _ in range(8)
    )


def mutated(dice: Random, value: str) -> str:
    """Return an altered value of a form: JSON mostly with one change, or cut, extended or replaced text."""
    if value.startswith(("{", "[")) and dice.random() < 0.7:
        try:
            return json.dumps(_bent(dice, json.loads(value)))
        except (ValueError, RecursionError):
            pass
    ways: Sequence[Callable[[], str]] = (
        lambda: text(dice),
        lambda: value[: dice.randrange(len(value) + 1)],
        lambda: value + dice.choice(("x", "\x00", "0", " ", "\u200b", value)),
        lambda: value.swapcase(),
        lambda: value.replace(*dice.choice((("1", "7"), ("0", "-1"), ("/", "//"), ("a", "\u0430"))), 1),
        lambda: value[::-1],
    )
    return dice.choice(ways)()


def _bent(dice: Random, held: Any) -> Any:
    """Return the JSON value with one change in it."""
    if isinstance(held, dict) and held and dice.random() < 0.9:
        key = dice.choice(sorted(held))
        match dice.randrange(5):
            case 0:
                return {name: value for name, value in held.items() if name != key}
            case 1:
                return {**held, dice.choice(KEYS): _json(dice)}
            case _:
                return {**held, key: _bent(dice, held[key])}
    if isinstance(held, list) and held and dice.random() < 0.9:
        place = dice.randrange(len(held))
        return [*held[:place], _bent(dice, held[place]), *held[place + dice.randrange(2) :]]
    if isinstance(held, int) and dice.random() < 0.5:
        return held + dice.choice((-1, 1, 99, -(10**9)))
    return _json(dice)


def _json(dice: Random) -> Any:
    leaves: Sequence[Any] = (None, True, 0, -1, 7, 10**20, 1.5, "", "x", [], {}, [[]], {"type": "x"}, "9", text(dice)[:50])
    return dice.choice(leaves)


def fields(dice: Random, held: Sequence[tuple[str, str]]) -> Fields:
    """Return the fields of a form, one value for each name, with one, two or four random changes."""
    by_name: dict[str, list[str]] = {}
    for name, value in held:
        by_name.setdefault(name, []).append(value)
    chosen = [(name, dice.choice(values)) for name, values in by_name.items()]
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        chosen = _one_wrong(dice, chosen)
    return chosen


def _one_wrong(dice: Random, chosen: Fields) -> Fields:
    roll = dice.random()
    if not chosen or roll < 0.08:
        return [
            *chosen,
            (dice.choice(("do", "what", "invite", "next", "choice", "x", "seat", "action", text(dice)[:40])), text(dice)),
        ]
    place = dice.randrange(len(chosen))
    name, value = chosen[place]
    if roll < 0.22:
        return chosen[:place] + chosen[place + 1 :]
    if roll < 0.3:
        return [*chosen, (name, mutated(dice, value))]
    return [*chosen[:place], (name, mutated(dice, value)), *chosen[place + 1 :]]


def headers(dice: Random) -> dict[str, str]:
    """Return up to four headers that the site or its server reads, mostly with values that no browser would send."""
    names = dice.sample(sorted(HEADERS), dice.choice((0, 0, 1, 1, 2, 4)))
    return {name: dice.choice(HEADERS[name]) for name in names}


def content_type(dice: Random) -> str:
    """Return a content type, mostly that of a form."""
    roll = dice.random()
    if roll < 0.9:
        return FORM
    return f"{FORM}; charset={dice.choice(CHARSETS)}" if roll < 0.95 else dice.choice(TYPES)
