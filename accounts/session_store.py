"""Sessions in the database, as Django keeps them, found by a statement that is written down once: every page reads its own."""

from datetime import datetime

from django.contrib.sessions.backends.db import SessionStore as Stored
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from config.database import statements


@statements.read
def _session(session_key: str, now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(session_key=session_key, expire_date__gt=now)


class SessionStore(Stored):
    """What ``settings.SESSION_ENGINE`` is asked for."""

    def _get_session_from_db(self) -> Session | None:
        session = _session.first(str(self.session_key), timezone.now())
        if session is None:
            self._session_key = None
        return session
