"""Creation of an object once per form, even if two clicks or the browser send the form twice."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Model

from tables.models import SentForm

# Time for which tokens are kept; no form stays open longer.
KEPT = timedelta(days=30)


def create_once[Made: Model](
    kind: type[Made], *, user_id: int | None, token: str, content: object, now: datetime, make: Callable[[], Made]
) -> Made:
    """Return the object that ``make`` creates, or has created for this token and content. Without token or user, create one.

    ``content``: all submitted values; different content must have a different ``repr``. Refused forms are not remembered and
    can be sent again; deleted objects are created again. Raises the errors of ``make``.
    """
    if not token or user_id is None:
        return make()
    digest = _mark(kind, token, content)
    try:
        with transaction.atomic():
            # A second request waits here for the first, and then finds its row.
            sent = SentForm.objects.create(user_id=user_id, mark=digest, at=now)
            created = make()
            SentForm.objects.filter(pk=sent.pk).update(made=created.pk)
            return created
    except IntegrityError:
        earlier = SentForm.objects.filter(user_id=user_id, mark=digest).first()
        if earlier is None:
            raise
        return kind._default_manager.filter(pk=earlier.made).first() or make()


def find_created[Made: Model](kind: type[Made], *, user_id: int | None, token: str, content: object) -> Made | None:
    """Return the object that ``create_once`` has created for this form. Use it if the action hides the object from the user."""
    if not token or user_id is None:
        return None
    sent = SentForm.objects.filter(user_id=user_id, mark=_mark(kind, token, content)).first()
    return kind._default_manager.filter(pk=sent.made).first() if sent else None


def _mark(kind: type[Model], token: str, content: object) -> str:
    return hashlib.sha256(repr((kind.__name__, token, content)).encode(errors="surrogatepass")).hexdigest()


def forget_sent(*, now: datetime) -> None:
    """Delete the tokens of forms that can no longer be open."""
    SentForm.objects.filter(at__lt=now - KEPT).delete()
