"""Sender of an email, proven only by an aligned DMARC pass from the receiving server.

The site checks no signature and trusts no forwarder (ARC), because only the receiving server saw the connection. That server
must remove results that arrive under its name (RFC 8601, section 5). If it does not, forged results cannot prove a sender: only
the topmost result under its name counts, because the server wrote it last. A further result among the older headers fails the
check.
"""

import re
from collections import Counter
from collections.abc import Sequence
from email.policy import default
from typing import Any

from tables.mail.replies import results

# Maximum length of a name and address; parsing longer ones is slow.
LONGEST = 1_000
# Many people write names like "Dr. Anna" without quotes, and all programs read them alike.
PERIOD = "period in 'phrase'"
FROM, RESULTS, RECEIVED = "from", "authentication-results", "received"
# If one of these headers appears twice, programs disagree on which one counts.
ONCE = (FROM, "sender", "to", "cc", "subject", "date", "message-id", "content-type", "content-transfer-encoding")
# The header has one address and nothing similar: in angle brackets after a name, or alone before a comment.
_NAMED = re.compile(r"[^<>]*<([^<>()\s]+)>\s*")
_ALONE = re.compile(r"\s*([^<>()@\s]+@[^<>()@\s]+)\s*(?:\([^<>()@]*\)\s*)?")

type Headers = Sequence[tuple[str, str]]
"""Names in lower case, values unfolded, from the top."""


class Unproven(Exception):
    """Error for an email without a proven sender."""


class Failed(Unproven):
    """Error for an email that was checked and is not from its stated author."""


def sender(headers: Headers, *, server: str, hops: int | None) -> str:
    """Return the sender's address in lower case. Raises :class:`Unproven`.

    ``server`` is the name of the trusted server. ``hops`` is the maximum number of the site's own servers that may have added a
    header above its results. None means that the header order is unknown; then only one such header is allowed.
    """
    address = _author(headers)
    proven = _dmarc(headers, server.lower(), hops)
    if proven.get("dmarc", "").lower() != "pass" or not _is_same(proven.get("header.from", ""), address.rpartition("@")[2]):
        raise Failed
    return address


def _author(headers: Headers) -> str:
    """Return the author's address in lower case. Raises Failed unless the email has one plain From header with one address.

    The site and the mail server then read the same author.
    """
    counts = Counter(name for name, _value in headers)
    if any(counts[name] > 1 for name in ONCE) or any(name.startswith("resent-") for name in counts):
        raise Failed
    value = next((value for name, value in headers if name == FROM), "")
    if len(value) > LONGEST:
        raise Failed
    header = _parsed(value)
    odd = [defect for defect in header.defects if str(defect) != PERIOD]
    if odd or len(header.addresses) != 1 or header.groups[0].display_name is not None:
        raise Failed
    address = header.addresses[0]
    if not address.username.isascii() or not address.addr_spec.isprintable() or not _is_plain(value, address.addr_spec):
        raise Failed
    return f"{address.username}@{address.domain}".lower()


def _is_plain(value: str, address: str) -> bool:
    """Return whether a header contains the address literally, so no program reads a different one."""
    match = _NAMED.fullmatch(value) or _ALONE.fullmatch(value)
    return match is not None and match[1] == address


def _parsed(value: str) -> Any:
    try:
        return default.header_factory(FROM, value)
    # Python's parser crashes on some malicious headers.
    except Exception:  # noqa: BLE001
        raise Failed from None


def _dmarc(headers: Headers, server: str, hops: int | None) -> dict[str, str]:
    """Return the DMARC values in the topmost results of the server.

    Raises Unproven if they are missing or not its own, Failed if results below them contradict their position.
    """
    values: dict[str, str] | None = None
    received_count = received_above = 0
    for name, value in headers:
        received_count += name == RECEIVED
        if name != RESULTS:
            continue
        if values is None and hops is not None and received_count > hops:
            raise Unproven
        parsed = _read(value, is_above=values is None)
        if parsed is None or parsed.server != server:
            continue
        if values is None:
            if len(parsed.dmarc) != 1:
                raise Unproven
            values, received_above = dict(parsed.dmarc[0]), received_count
        # Some programs write further results of the server next to the topmost ones, but these must not contain DMARC.
        elif hops is None or received_count > received_above or parsed.dmarc:
            raise Failed
    if values is None:
        raise Unproven
    return values


def _read(value: str, *, is_above: bool) -> results.Results | None:
    """Return the parsed results, or None if they are unreadable.

    ``is_above`` is True if no results of our own server have come before. Unreadable results then raise Unproven.
    """
    try:
        return results.read(value)
    except results.Malformed:
        if is_above:
            raise Unproven from None
        return None


def _is_same(one: str, other: str) -> bool:
    """Return whether two domain names are the same."""
    return bool(one) and _ascii(one) == _ascii(other)


def _ascii(domain: str) -> str:
    """Return a domain in ASCII. Letters that Python replaces by others stay: for mail servers, ß is not ss."""
    name = domain.rstrip(".").lower()
    try:
        encoded = name.encode("idna").decode("ascii")
        return encoded if name.isascii() or encoded.encode().decode("idna") == name else name
    except UnicodeError:
        return name
