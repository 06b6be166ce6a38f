"""Whose fault it is that a mail could not be handed over.

A server's answer speaks of the mail, of its recipient, or of the server and whoever runs it (RFC 5321, RFC 3463). Only the
first two are ever held against a mail.
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
    """Why a mail was not taken.

    AWAY: the server cannot be reached, or takes no mail of ours at all. LATER: not now, or not as the site is set up. REFUSED:
    not this mail. NOBODY: there is no such recipient.
    """

    AWAY = "away"
    LATER = "later"
    REFUSED = "refused"
    NOBODY = "nobody"


CLOSING = 421
# Sign in first, wrong password and the like: the operators' to mend.
NOT_SIGNED_IN = frozenset({530, 534, 535, 538})
TOO_LARGE = 552
# A provider does not know us, wants money, or has enough of us for now.
NOT_FOR_US = frozenset({401, 402, 403, 404, 429})
NOT_NOW = frozenset({408, 409, 425})


def fault_of(error: Exception) -> Fault:
    """Whose fault it is that a server which had been reached, or a provider, did not take a mail."""
    match error:
        case SMTPRecipientsRefused():
            return _worst([_of_recipient(*answer) for answer in error.recipients.values()])
        case SMTPSenderRefused():
            return Fault.REFUSED if error.smtp_code == TOO_LARGE else Fault.AWAY
        case SMTPHeloError():
            return Fault.AWAY
        case SMTPResponseException():
            return _of_mail(error.smtp_code, error.smtp_error)
        case AnymailRecipientsRefused():
            return Fault.NOBODY
        case RequestException() if error.response is not None:
            return _of_provider(error.response)
        case RequestException() if _never_connected(error):
            return Fault.AWAY
        case _anything_else:
            return Fault.LATER


def is_unclear(error: Exception) -> bool:
    """Whether the line broke after the mail may have been heard, and before the server said yes or no."""
    if isinstance(error, RequestException):
        return error.response is None and not _never_connected(error)
    return isinstance(error, SMTPServerDisconnected | TimeoutError)


def _of_recipient(code: int, text: bytes | str) -> Fault:
    fault = _of_mail(code, text)
    return Fault.NOBODY if fault is Fault.REFUSED else fault


def _of_mail(code: int, text: bytes | str) -> Fault:
    if code == CLOSING or code in NOT_SIGNED_IN:
        return Fault.AWAY
    return Fault.LATER if code < 500 or _is_policy(text) else Fault.REFUSED


def _is_policy(text: bytes | str) -> bool:
    """5.7: relaying denied, an address of ours that is listed, no signature. Once operators mend that, the mail is taken."""
    return (text if isinstance(text, bytes) else text.encode()).startswith(b"5.7.")


def _of_provider(response: Response) -> Fault:
    if response.status_code >= 500 or response.status_code in NOT_FOR_US:
        return Fault.AWAY
    return Fault.LATER if response.status_code in NOT_NOW else Fault.REFUSED


def _never_connected(error: RequestException) -> bool:
    """Whether nobody heard anything; anymail wraps what requests raised, and requests what urllib3 did."""
    raised = error.__cause__ or error
    return bool(raised.args) and isinstance(raised.args[0], MaxRetryError)


def _worst(faults: list[Fault]) -> Fault:
    return min(faults, key=list(Fault).index, default=Fault.LATER)
