"""Making something once, however often its form was sent: by two clicks, or by a browser that tries again."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Model

from tables.models import SentForm

# Longer than anybody keeps a page open that they still mean to send.
KEPT = timedelta(days=30)


def once[Made: Model](
    kind: type[Made], *, user_id: int | None, token: str, said: object, now: datetime, make: Callable[[], Made]
) -> Made:
    """What ``make`` makes, or what it made when the same was said with the same token; a new one without token or person.

    ``said``: all that was sent, with a ``repr`` that tells it apart. What is refused is not remembered, so that it can be sent
    again; what was deleted meanwhile is made again. Raises what ``make`` raises.
    """
    if not token or user_id is None:
        return make()
    mark = _mark(kind, token, said)
    try:
        with transaction.atomic():
            # Whoever comes second waits here for the first, and finds that it was made.
            sent = SentForm.objects.create(user_id=user_id, mark=mark, at=now)
            made = make()
            SentForm.objects.filter(pk=sent.pk).update(made=made.pk)
            return made
    except IntegrityError:
        earlier = SentForm.objects.filter(user_id=user_id, mark=mark).first()
        if earlier is None:
            raise
        return kind._default_manager.filter(pk=earlier.made).first() or make()


def made_before[Made: Model](kind: type[Made], *, user_id: int | None, token: str, said: object) -> Made | None:
    """Return what ``once`` made for the same form; for acts after which their person can no longer see what they were about."""
    if not token or user_id is None:
        return None
    sent = SentForm.objects.filter(user_id=user_id, mark=_mark(kind, token, said)).first()
    return kind._default_manager.filter(pk=sent.made).first() if sent else None


def _mark(kind: type[Model], token: str, said: object) -> str:
    return hashlib.sha256(repr((kind.__name__, token, said)).encode(errors="surrogatepass")).hexdigest()


def forget_sent(*, now: datetime) -> None:
    """Forget the tokens of forms that nobody has open any more."""
    SentForm.objects.filter(at__lt=now - KEPT).delete()
