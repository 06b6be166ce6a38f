"""The archive somebody asked for: how it stands, and whose it is."""

import hashlib
from collections.abc import Iterator

from accounts.models import User
from config.safe.sealing import CannotOpen
from tables.models import DataExport


def latest(user: User) -> DataExport | None:
    """The one this person asked for last; None if none is left."""
    return user.data_exports.order_by("-asked_at", "-pk").first()


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def of_token(user: User, token: str) -> DataExport | None:
    """This person's own archive at this address, if it is still there."""
    return user.data_exports.filter(token_hash=hashed(token), status=DataExport.Status.READY).first()


def opens(export: DataExport) -> bool:
    """Whether all of its parts open, one of them in memory at a time."""
    try:
        return all(content(export))
    except CannotOpen:
        return False


def content(export: DataExport) -> Iterator[bytes]:
    """Its bytes, one part in memory at a time."""
    for number in list(export.parts.order_by("number").values_list("number", flat=True)):
        yield export.parts.get(number=number).content
