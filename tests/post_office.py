"""Email backend that hangs for ever at a chosen point, so that a test can kill the worker there."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class HangingBackend(BaseEmailBackend):
    """Email backend that hangs: before it receives an email, or after it has stored one.

    ``hangs_at`` is "connecting", before any email, or "answering", after it has written one to ``folder``.
    """

    def __init__(self, folder: str, hangs_at: str, **options: Any) -> None:
        super().__init__(**options)
        self.folder, self.hangs_at = Path(folder), hangs_at

    def open(self) -> None:
        self._hang("connecting")

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for number, message in enumerate(email_messages):
            (self.folder / f"{number}.eml").write_bytes(message.message().as_bytes())
        self._hang("answering")
        return len(email_messages)

    def _hang(self, point: str) -> None:
        if point == self.hangs_at:
            (self.folder / point).touch()
            while True:
                time.sleep(60)
