"""Reading the emails stored in development (see backend.py)."""

from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cached_property
from pathlib import Path

from django.conf import settings


@dataclass(frozen=True)
class Kept:
    """Stored email; ``name`` is its address in the outbox."""

    name: str
    message: EmailMessage

    @property
    def at(self) -> datetime:
        """Time at which it was sent."""
        return datetime.strptime(self.name[:22], "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def to(self) -> str:
        return str(self.message["To"])

    @property
    def text(self) -> str:
        body = self.message.get_body(("plain",))
        return str(body.get_content()) if body else ""

    @property
    def html(self) -> str:
        body = self.message.get_body(("html",))
        return str(body.get_content()) if body else ""

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [(name, str(value)) for name, value in self.message.items()]

    @cached_property
    def pictures(self) -> dict[int, EmailMessage]:
        """All pictures by their number among the parts."""
        return {n: part for n, part in enumerate(self.message.walk()) if part.get_content_maintype() == "image"}


def folder() -> Path:
    """Return the folder of the emails."""
    return Path(settings.OUTBOX_DIR)


def newest(limit: int = 100) -> list[Kept]:
    """Return at most ``limit`` stored emails, newest first."""
    names = sorted((path.stem for path in folder().glob("*.eml")), reverse=True)[:limit]
    return [stored for name in names if (stored := find(name))]


def find(name: str) -> Kept | None:
    """Return the email with that name, or None if it does not exist."""
    try:
        raw = (folder() / f"{Path(name).name}.eml").read_bytes()
    except OSError:
        return None
    return Kept(name, message_from_bytes(raw, policy=policy.default))
