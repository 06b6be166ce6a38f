"""Mail backend for development: each email becomes one file that ``/outbox/`` shows."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

KEPT = 500


class OutboxBackend(BaseEmailBackend):
    """Mail backend that writes raw emails into the folder ``file_path``, named by time, and keeps the newest ``KEPT``."""

    def __init__(self, file_path: str, **options: Any) -> None:
        super().__init__(**options)
        self.folder = Path(file_path)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        self.folder.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            self._write(message.message().as_bytes())
        self._forget()
        return len(email_messages)

    def _write(self, raw: bytes) -> None:
        # Several processes write here and one reads, so an email gets its final name only when it is complete.
        name = f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{secrets.token_hex(3)}"
        draft = self.folder / f"{name}.part"
        draft.write_bytes(raw)
        draft.rename(self.folder / f"{name}.eml")

    def _forget(self) -> None:
        for path in sorted(self.folder.glob("*.eml"))[:-KEPT]:
            path.unlink(missing_ok=True)
