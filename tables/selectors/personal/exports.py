"""Archive of a user's data: its state and its owner."""

import hashlib
from collections.abc import Iterator

from accounts.models import User
from config.safe.sealing import CannotOpen
from tables.models import DataExport


def latest(user: User) -> DataExport | None:
    """Return the user's latest export; None if there is none."""
    return user.data_exports.order_by("-asked_at", "-pk").first()


def hashed(token: str) -> str:
    """Return the stored hash of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def export_with_token(user: User, token: str) -> DataExport | None:
    """Return this person's own archive for this token, if it still exists."""
    return user.data_exports.filter(token_hash=hashed(token), status=DataExport.Status.READY).first()


def opens(export: DataExport) -> bool:
    """Return whether all parts of an export can be decrypted, reading one part at a time."""
    try:
        return all(content(export))
    except CannotOpen:
        return False


def content(export: DataExport) -> Iterator[bytes]:
    """Yield the bytes of an export, with one part in memory at a time."""
    for number in list(export.parts.order_by("number").values_list("number", flat=True)):
        yield export.parts.get(number=number).content
