"""Who sent a mail, as far as the server that took it says so: an aligned pass of DMARC, and nothing less.

No signature is checked here and no forwarder is believed (ARC): the server that took the mail from its sender's server saw what
we cannot see any more. It has to remove whatever a mail brings along under its name (RFC 8601, section 5); should it not, a
result of somebody else counts nonetheless for nothing, because only the first one under its name is looked at, which it wrote
last, and none may stand below it, where mails have their past.
"""

import re
from collections import Counter
from collections.abc import Sequence
from email.policy import default
from typing import Any

from tables.mail.replies import results

# Longer than any name and address; reading what is longer takes its time.
LONGEST = 1_000
# As in "Dr. Anna" without quotes, which many write and everybody reads alike.
PERIOD = "period in 'phrase'"
FROM, RESULTS, RECEIVED = "from", "authentication-results", "received"
# Of two of these, programs disagree which one counts.
ONCE = (FROM, "sender", "to", "cc", "subject", "date", "message-id", "content-type", "content-transfer-encoding")
# One address and nothing that another program might take for one: in angle brackets behind a name, or alone before a comment.
_NAMED = re.compile(r"[^<>]*<([^<>()\s]+)>\s*")
_ALONE = re.compile(r"\s*([^<>()@\s]+@[^<>()@\s]+)\s*(?:\([^<>()@]*\)\s*)?")

type Headers = Sequence[tuple[str, str]]
"""Names in lower case, values unfolded, from the top."""


class Unproven(Exception):
    """Nobody says whose mail it is."""


class Failed(Unproven):
    """It was looked at, and is not theirs."""


def sender(headers: Headers, *, server: str, hops: int | None) -> str:
    """The address in lower case of whoever sent it. Raises :class:`Unproven`.

    ``server``: by whose results it is known. ``hops``: how many servers of ours may have noted above them that they took the
    mail; None where the order of headers is not known: then there may be one such header only.
    """
    address = _author(headers)
    proven = _dmarc(headers, server.lower(), hops)
    if proven.get("dmarc", "").lower() != "pass" or not _is_same(proven.get("header.from", ""), address.rpartition("@")[2]):
        raise Failed
    return address


def _author(headers: Headers) -> str:
    """One header, one address, nothing odd about it: what a server took for the author must be what we take."""
    counted = Counter(name for name, _value in headers)
    if any(counted[name] > 1 for name in ONCE) or any(name.startswith("resent-") for name in counted):
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
    """Return whether a header names the address as it stands, so that no program takes another one from it."""
    found = _NAMED.fullmatch(value) or _ALONE.fullmatch(value)
    return found is not None and found[1] == address


def _parsed(value: str) -> Any:
    try:
        return default.header_factory(FROM, value)
    # Python's own reader falls over some that nobody means well with.
    except Exception:  # noqa: BLE001
        raise Failed from None


def _dmarc(headers: Headers, server: str, hops: int | None) -> dict[str, str]:
    """What the first results of the server say of DMARC."""
    found: dict[str, str] | None = None
    above = passed = 0
    for name, value in headers:
        above += name == RECEIVED
        if name != RESULTS:
            continue
        if found is None and hops is not None and above > hops:
            raise Unproven
        read = _read(value, is_above=found is None)
        if read is None or read.server != server:
            continue
        if found is None:
            if len(read.dmarc) != 1:
                raise Unproven
            found, passed = dict(read.dmarc[0]), above
        # Others of the server may stand beside it, as some programs write them, but not speak of DMARC.
        elif hops is None or above > passed or read.dmarc:
            raise Failed
    if found is None:
        raise Unproven
    return found


def _read(value: str, *, is_above: bool) -> results.Results | None:
    """None for what nobody can read below the results; above them it might be those of the server."""
    try:
        return results.read(value)
    except results.Malformed:
        if is_above:
            raise Unproven from None
        return None


def _is_same(one: str, other: str) -> bool:
    """Whether two names of domains are the same one."""
    return bool(one) and _ascii(one) == _ascii(other)


def _ascii(domain: str) -> str:
    try:
        return domain.rstrip(".").encode("idna").decode("ascii").lower()
    except UnicodeError:
        return domain.rstrip(".").lower()
