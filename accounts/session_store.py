"""Django's database sessions, read by a statement that is compiled once, since most pages read one."""

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
    """Session store for ``settings.SESSION_ENGINE``."""

    def _get_session_from_db(self) -> Session | None:
        session = _session.first(str(self.session_key), timezone.now())
        if session is None:
            self._session_key = None
        return session
