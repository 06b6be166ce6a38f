"""Settings of the floor: Django's own sessions, CSRF check and users, on the site's database engine.

The engine has the site's options. ``FLOOR_FOLDER`` is the folder of the database if it is SQLite, and of the stored
answers that ``wsgi`` loads. ``DATABASE_URL`` names a PostgreSQL server, ``FLOOR_DATABASE`` the database on it.
"""

import os
from pathlib import Path
from typing import Any

import environ

FOLDER = Path(os.environ["FLOOR_FOLDER"])
SECRET_KEY = "the-floor-signs-nothing-that-anybody-else-reads-0123456789"
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions", "benchmarks.floor"]
# The database lives for one run, so all tables are made in one step.
MIGRATION_MODULES = dict.fromkeys(("contenttypes", "auth", "sessions"))
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
ROOT_URLCONF = "benchmarks.floor.urls"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True

_sqlite = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": str(FOLDER / "floor.sqlite3"),
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        "PRAGMA mmap_size=134217728; PRAGMA cache_size=-16000;",
    },
}
_database: dict[str, Any] = _sqlite
if os.environ.get("DATABASE_URL"):
    _database = environ.Env().db_url("DATABASE_URL") | {"NAME": os.environ["FLOOR_DATABASE"]}
# The database is made for one run, under its own name.
DATABASES = {"default": _database | {"CONN_MAX_AGE": 60, "TEST": {"NAME": _database["NAME"]}}}
