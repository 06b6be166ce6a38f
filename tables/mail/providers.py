"""Mail providers whose interface can do more than anymail asks of it."""

import json
from collections.abc import Iterable
from typing import Any

import requests  # brought by anymail
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
    """The provider took this mail before, from a worker that did not live to write it down."""


class PostmarkBackend(Postmark):
    """Postmark, told to keep our Message-ID: by it mail programs recognise a mail that came twice, and its thread."""

    def build_message_payload(self, message: Any, defaults: Any) -> Any:
        message.extra_headers.setdefault("X-PM-KeepID", "true")
        return super().build_message_payload(message, defaults)


class ResendBackend(Resend):
    """Resend, with the Message-ID as idempotency key: for a day, a mail that is handed over twice is sent once."""

    def build_message_payload(self, message: Any, defaults: Any) -> Any:
        payload = super().build_message_payload(message, defaults)
        if key := message.extra_headers.get("Message-ID"):
            payload.headers["Idempotency-Key"] = key
        return payload

    def raise_for_status(self, response: Any, payload: Any, message: Any) -> None:
        """The same key with other words means that a mail made a little earlier was taken."""
        if response.status_code == 409 and "invalid_idempotent_request" in response.text:
            raise AlreadyTaken
        super().raise_for_status(response, payload, message)


class Unreadable(ValueError):
    """A mail that Python's parser would read in another way than a mail server, or read for ever."""


def _check(raw: str | bytes = b"", headers: Iterable[tuple[str, Any]] = ()) -> None:
    """Check a mail or its headers before Python's parser, which anymail uses, reads them. Raises :class:`Unreadable`."""
    lines = "".join(f"{name}: {value}\n" for name, value in headers)
    for given in (raw, lines):
        if given and not is_readable(given.encode("utf-8", "surrogatepass") if isinstance(given, str) else given):
            raise Unreadable


class PostmarkInbound(PostmarkInboundWebhookView):
    """Postmark, of which no mail is read that programs read in different ways or for ever."""

    def esp_to_anymail_event(self, esp_event: Any) -> Any:
        headers = [(header["Name"], header["Value"]) for header in esp_event.get("Headers", ())]
        _check(esp_event.get("RawEmail", ""), headers)
        return super().esp_to_anymail_event(esp_event)


class MailgunInbound(MailgunInboundWebhookView):
    """Mailgun, likewise."""

    def esp_to_anymail_event(self, request: Any) -> Any:
        _check(request.POST.get("body-mime", ""), json.loads(request.POST.get("message-headers", "[]")))
        return super().esp_to_anymail_event(request)


class BrevoInbound(BrevoInboundWebhookView):
    """Brevo, likewise. Its attachments nobody needs, and they would be fetched one by one."""

    api_key: str | None = None

    def esp_to_anymail_event(self, esp_event: Any) -> Any:
        _check(headers=esp_event.get("Headers", {}).items())
        return super().esp_to_anymail_event(esp_event)

    def _fetch_attachment(self, _attachment: Any) -> Any:
        return AnymailInboundMessage.construct_attachment("application/octet-stream", b"", filename="left-out")


class ResendInbound(ResendInboundWebhookView):
    """Resend, which only names a mail. It is fetched as it came, or not at all: of its parts nobody knows what stood where."""

    api_key: str | None = None

    def _fetch_inbound_email(self, email_id: str) -> Any:
        headers = {"Authorization": f"Bearer {self.api_key}"}
        told = requests.get(f"{self.api_url}emails/receiving/{email_id}", headers=headers, timeout=TIMEOUT)
        told.raise_for_status()
        with requests.get(told.json()["raw"]["download_url"], stream=True, timeout=TIMEOUT) as answer:
            answer.raise_for_status()
            raw = b""
            for chunk in answer.iter_content(64 * 1024):
                raw += chunk
                if len(raw) > LARGEST:
                    break
        _check(raw)
        return AnymailInboundMessage.parse_raw_mime_bytes(raw)
