"""Causes of failed email deliveries.

A server's response is about the email, its recipient, or the server itself (RFC 5321, RFC 3463). The last kind does not count
against an email.
"""

from enum import StrEnum
from smtplib import (
    SMTPHeloError,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)

from anymail.exceptions import AnymailRecipientsRefused
from requests import RequestException, Response
from urllib3.exceptions import MaxRetryError


class Fault(StrEnum):
    """Cause of a failed email delivery.

    - AWAY: the server is unreachable, or accepts no emails from the site.
    - LATER: the server refuses for now, or because of the site's setup.
    - REFUSED: the server refuses this email.
    - NOBODY: the recipient does not exist.
    """

    AWAY = "away"
    LATER = "later"
    REFUSED = "refused"
    NOBODY = "nobody"


CLOSING = 421
# Status codes for missing or failed sign-in, which admins must fix.
NOT_SIGNED_IN = frozenset({530, 534, 535, 538})
TOO_LARGE = 552
# Status codes of a provider for an unknown account, missing payment, or too many requests.
NOT_FOR_US = frozenset({401, 402, 403, 404, 429})
NOT_NOW = frozenset({408, 409, 425})


def fault_of(error: Exception) -> Fault:
    """Return the cause of a failed delivery from the error of a server or provider. It is LATER for an unknown error."""
    match error:
        case SMTPRecipientsRefused():
            return _worst([_recipient_fault(*answer) for answer in error.recipients.values()])
        case SMTPSenderRefused():
            return Fault.REFUSED if error.smtp_code == TOO_LARGE else Fault.AWAY
        case SMTPHeloError():
            return Fault.AWAY
        case SMTPResponseException():
            return _mail_fault(error.smtp_code, error.smtp_error)
        case AnymailRecipientsRefused():
            return Fault.NOBODY
        case RequestException() if error.response is not None:
            return _provider_fault(error.response)
        case RequestException() if _never_connected(error):
            return Fault.AWAY
        case _anything_else:
            return Fault.LATER


def is_unclear(error: Exception) -> bool:
    """Return whether the email may have arrived although the connection broke before the server responded."""
    if isinstance(error, RequestException):
        return error.response is None and not _never_connected(error)
    return isinstance(error, SMTPServerDisconnected | TimeoutError)


def _recipient_fault(code: int, text: bytes | str) -> Fault:
    fault = _mail_fault(code, text)
    return Fault.NOBODY if fault is Fault.REFUSED else fault


def _mail_fault(code: int, text: bytes | str) -> Fault:
    if code == CLOSING or code in NOT_SIGNED_IN:
        return Fault.AWAY
    return Fault.LATER if code < 500 or _is_policy(text) else Fault.REFUSED


def _is_policy(text: bytes | str) -> bool:
    """Return whether the response has status 5.7 (relaying denied, listed address, no signature), which admins can fix."""
    return (text if isinstance(text, bytes) else text.encode()).startswith(b"5.7.")


def _provider_fault(response: Response) -> Fault:
    if response.status_code >= 500 or response.status_code in NOT_FOR_US:
        return Fault.AWAY
    return Fault.LATER if response.status_code in NOT_NOW else Fault.REFUSED


def _never_connected(error: RequestException) -> bool:
    """Return whether no connection was made. The error of urllib3 is inside that of requests, which anymail may wrap."""
    raised = error.__cause__ or error
    return bool(raised.args) and isinstance(raised.args[0], MaxRetryError)


def _worst(faults: list[Fault]) -> Fault:
    return min(faults, key=list(Fault).index, default=Fault.LATER)
