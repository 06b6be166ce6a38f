"""Mail providers, with features that anymail lacks."""

import json
from collections.abc import Iterable
from typing import Any

import requests  # installed with anymail
from anymail.backends.postmark import EmailBackend as Postmark
from anymail.backends.resend import EmailBackend as Resend
from anymail.inbound import AnymailInboundMessage
from anymail.webhooks.brevo import BrevoInboundWebhookView
from anymail.webhooks.mailgun import MailgunInboundWebhookView
from anymail.webhooks.postmark import PostmarkInboundWebhookView
from anymail.webhooks.resend import ResendInboundWebhookView

from tables.mail.replies.raw import LARGEST, is_readable

TIMEOUT = 10


class AlreadyTaken(Exception):
    """The provider has already accepted this email from a worker that crashed before recording it."""


class PostmarkBackend(Postmark):
    """Postmark, set to keep the site's Message-ID, by which mail programs recognise duplicates and threads."""

    def build_message_payload(self, message: Any, defaults: Any) -> Any:
        message.extra_headers.setdefault("X-PM-KeepID", "true")
        return super().build_message_payload(message, defaults)


class ResendBackend(Resend):
    """Resend, with the Message-ID as idempotency key: an email submitted twice within a day is sent once."""

    def build_message_payload(self, message: Any, defaults: Any) -> Any:
        payload = super().build_message_payload(message, defaults)
        if key := message.extra_headers.get("Message-ID"):
            payload.headers["Idempotency-Key"] = key
        return payload

    def raise_for_status(self, response: Any, payload: Any, message: Any) -> None:
        """Raise AlreadyTaken for a reused key with other content, because an earlier version of the email was accepted."""
        if response.status_code == 409 and "invalid_idempotent_request" in response.text:
            raise AlreadyTaken
        super().raise_for_status(response, payload, message)


class Unreadable(ValueError):
    """Error for an email that Python's parser would read differently from a mail server, or take too long to parse."""


def _check(raw: str | bytes = b"", headers: Iterable[tuple[str, Any]] = ()) -> None:
    """Check an email or its headers before Python's parser, which anymail uses, reads them. Raises :class:`Unreadable`."""
    lines = "".join(f"{name}: {value}\n" for name, value in headers)
    for content in (raw, lines):
        if content and not is_readable(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content):
            raise Unreadable


class PostmarkInbound(PostmarkInboundWebhookView):
    """Inbound email from Postmark. Raises Unreadable if programs could read it differently or take too long to parse it."""

    def esp_to_anymail_event(self, esp_event: Any) -> Any:
        headers = [(header["Name"], header["Value"]) for header in esp_event.get("Headers", ())]
        _check(esp_event.get("RawEmail", ""), headers)
        return super().esp_to_anymail_event(esp_event)


class MailgunInbound(MailgunInboundWebhookView):
    """Inbound email from Mailgun, with the same check as :class:`PostmarkInbound`."""

    def esp_to_anymail_event(self, request: Any) -> Any:
        _check(request.POST.get("body-mime", ""), json.loads(request.POST.get("message-headers", "[]")))
        return super().esp_to_anymail_event(request)


class BrevoInbound(BrevoInboundWebhookView):
    """Inbound email from Brevo. Only its headers are checked. Attachments are not fetched, because nothing needs them."""

    api_key: str | None = None

    def esp_to_anymail_event(self, esp_event: Any) -> Any:
        _check(headers=esp_event.get("Headers", {}).items())
        return super().esp_to_anymail_event(esp_event)

    def _fetch_attachment(self, _attachment: Any) -> Any:
        return AnymailInboundMessage.construct_attachment("application/octet-stream", b"", filename="left-out")


class ResendInbound(ResendInboundWebhookView):
    """Inbound email from Resend, which sends only the ID of an email.

    The raw email is fetched, because the parsed one loses the order of parts.
    """

    api_key: str | None = None

    def _fetch_inbound_email(self, email_id: str) -> Any:
        headers = {"Authorization": f"Bearer {self.api_key}"}
        metadata = requests.get(f"{self.api_url}emails/receiving/{email_id}", headers=headers, timeout=TIMEOUT)
        metadata.raise_for_status()
        with requests.get(metadata.json()["raw"]["download_url"], stream=True, timeout=TIMEOUT) as response:
            response.raise_for_status()
            raw = b""
            for chunk in response.iter_content(64 * 1024):
                raw += chunk
                if len(raw) > LARGEST:
                    break
        _check(raw)
        return AnymailInboundMessage.parse_raw_mime_bytes(raw)
