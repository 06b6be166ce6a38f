"""Mail providers whose interface can do more than anymail asks of it."""

from typing import Any

from anymail.backends.postmark import EmailBackend as Postmark
from anymail.backends.resend import EmailBackend as Resend


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
