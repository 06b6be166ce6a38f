"""A site that lasts for one run: its own folder, broker and databases."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import django


def settle() -> None:
    """Load the site; must come before anything that imports models."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    django.setup()


@contextmanager
def broker() -> Iterator[None]:
    """The embedded Valkey, unless REDIS_URL names another server."""
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
    """Fresh databases with all tables, removed afterwards; the last one is in use until ``use`` says otherwise."""
    from django.db import connection

    original = str(connection.settings_dict["NAME"])
    made = []
    try:
        for name in names:
            _point_to(original)
            connection.settings_dict["TEST"]["NAME"] = name_of(name)
            connection.creation.create_test_db(verbosity=0, autoclobber=True)
            made.append(name)
        yield
    finally:
        for name in made:
            use(name)
            connection.creation.destroy_test_db(original, verbosity=0)


def use(name: str) -> None:
    """Work in this one of the scratch databases from now on."""
    _point_to(name_of(name))


def rest() -> None:
    """Come to the state of a database that has been at work for a while, after much was written at once."""
    from django.db import connection

    # What was written must not be on its way to the disk while something else is measured.
    os.sync()
    if connection.vendor == "postgresql":
        # PostgreSQL does so by itself within minutes; until then it plans for empty tables.
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def name_of(name: str) -> str:
    """What the database is called on its server, or the file that it is."""
    from benchmarks import settings

    is_file = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
    return str(settings.FOLDER / f"{name}.sqlite3") if is_file else f"staffetta_bench_{name}_{os.getpid()}"


def _point_to(database: str) -> None:
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = database
