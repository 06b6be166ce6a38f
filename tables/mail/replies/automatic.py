"""Detection of emails not written by a person: absences, reports, lists (RFC 3834 and common alternatives)."""

import re

from tables.mail.replies.senders import Headers

# An email with one of these headers was made by a program or sent to many.
TELLING = frozenset({"x-autoreply", "x-autorespond", "x-autorespond-to", "x-auto-reply-from", "x-mail-autoreply", "list-id"})
BULK = frozenset({"bulk", "junk", "list", "auto_reply"})
REPORTS = ("multipart/report", "message/")
# Some programs mark automatic emails only in the subject.
_SUBJECT = re.compile(
    r"\s*(?:out of (?:the )?office|automatic reply|auto(?:matic)?[- ]?(?:re(?:ply|sponse)|antwort)|automatische antwort|"
    r"abwesenheits|abwesend\b|risposta automatica|fuori (?:sede|ufficio)|assenza\b|messaggio automatico)",
    re.IGNORECASE,
)


def is_automatic(headers: Headers, *, subject: str, content_type: str, envelope_sender: str | None) -> bool:
    """Return whether an email is automatic or sent to many. ``envelope_sender`` is None if unknown, empty for reports."""
    if envelope_sender is not None and not envelope_sender.strip("<> "):
        return True
    return content_type.startswith(REPORTS) or any(_tells(*header) for header in headers) or bool(_SUBJECT.match(subject))


def _tells(name: str, value: str) -> bool:
    setting = value.partition(";")[0].strip().lower()
    match name:
        case "auto-submitted":
            return setting != "no"
        case "precedence":
            return setting in BULK
        case "return-path":
            return setting == "<>"
        case _other:
            return name in TELLING
