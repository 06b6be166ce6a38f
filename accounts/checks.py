"""Check for ``manage.py check --deploy``: production has no demo users."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning
from django.db import DatabaseError, connection

from accounts.models import User


def no_demo_users(app_configs: Sequence[AppConfig] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Return the messages for production: E001 if it has demo users, W001 if the database does not answer."""
    if not settings.PRODUCTION:
        return []
    try:
        count = _demo_users()
    except DatabaseError as error:
        return [Warning(f"Could not look for demo users: {error}", id="accounts.W001")]
    if not count:
        return []
    return [
        Error(
            f"There are {count} demo users in a production database; everybody knows their password.",
            hint="They cannot sign in here. Delete them, or start from an empty database.",
            id="accounts.E001",
        )
    ]


def _demo_users() -> int:
    if User._meta.db_table not in connection.introspection.table_names():
        return 0  # not migrated yet
    return User.objects.filter(is_demo=True).count()
