"""Temporary site for one run: its own folder, broker and databases."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import django


def settle() -> None:
    """Load the site. Must be called before anything that imports models."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    django.setup()


@contextmanager
def broker() -> Iterator[None]:
    """Run the embedded Valkey, unless REDIS_URL names another server."""
    from benchmarks import settings
    from config.supervision import broker as embedded

    if not settings.OWN_BROKER:
        yield
        return
    server = subprocess.Popen(embedded.command(settings.REDIS_URL), stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        if not embedded.wait_for(settings.REDIS_URL):
            raise RuntimeError("the embedded Valkey did not start")
        yield
    finally:
        server.terminate()
        server.wait(10)


@contextmanager
def databases(*names: str) -> Iterator[None]:
    """Create databases with all tables and remove them afterwards. The last one is in use until ``use`` is called."""
    from django.db import connection

    original = str(connection.settings_dict["NAME"])
    created = []
    try:
        for name in names:
            _point_to(original)
            connection.settings_dict["TEST"]["NAME"] = name_of(name)
            connection.creation.create_test_db(verbosity=0, autoclobber=True)
            created.append(name)
        yield
    finally:
        for name in created:
            use(name)
            connection.creation.destroy_test_db(original, verbosity=0)


def use(name: str) -> None:
    """Switch to this scratch database."""
    _point_to(name_of(name))


def rest() -> None:
    """Flush writes and update the planner's statistics."""
    from django.db import connection

    # Flush written data, or it reaches the disk during a measurement.
    os.sync()
    if connection.vendor == "postgresql":
        # PostgreSQL analyses tables by itself within minutes. Until then it plans for empty tables.
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def name_of(name: str) -> str:
    """Return the name of the database on its server, or the path of its file."""
    from benchmarks import settings

    is_file = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
    return str(settings.FOLDER / f"{name}.sqlite3") if is_file else f"staffetta_bench_{name}_{os.getpid()}"


def _point_to(database: str) -> None:
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = database
