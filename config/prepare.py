"""Preparation of the site before it starts: database tables, translations, static files, and the demo once.

Most steps first check whether there is anything to do, so that a second start is quick.
"""

import hashlib
import io
import json
from pathlib import Path

import django
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connections

from config import metrics, translations
from config.safe import keys
from config.supervision.supervisor import CannotStart, say


def everything(var_dir: Path) -> None:
    """Run all preparation steps. Errors are not caught: a half-prepared site must not start."""
    translations.compile_stale()
    django.setup()
    if not settings.PRODUCTION:
        keys.keep_vapid(var_dir)
    metrics.forget(settings.METRICS_DIR)
    migrate()
    collect_static(var_dir)
    seed_demo(var_dir)
    connections.close_all()


def migrate() -> None:
    """Migrate the database. Raises CannotStart if that fails, for example with the database of a newer version."""
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except (CommandError, DatabaseError) as error:
        raise CannotStart(f"The database cannot be used. {error}") from error


def collect_static(var_dir: Path) -> None:
    """Collect static files if any has changed. With DEBUG they are served from their source folders."""
    stamp, fingerprint = var_dir / "static.stamp", static_fingerprint()
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if settings.DEBUG or (manifest.exists() and stamp.exists() and stamp.read_text() == fingerprint):
        return
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(fingerprint)


def static_fingerprint() -> str:
    """Return a hash of the name, size and time of every static file."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(json.dumps([name, status.st_size, status.st_mtime_ns]).encode())
    return digest.hexdigest()


def seed_demo(var_dir: Path) -> None:
    """Fill a site without users with demo games, except in production.

    The output of the command, the demo accounts, is kept in ``var/seeded`` and shown at every start.
    """
    if settings.PRODUCTION or get_user_model().objects.exists():
        return
    say("Setting up a few demo games, once …")
    output = io.StringIO()
    call_command("seed_demo", stdout=output)
    (var_dir / "seeded").write_text(output.getvalue())


def welcome(address: str, var_dir: Path) -> str:
    """Return the text that ``make up`` prints once the first page answers: the address and the demo accounts."""
    accounts_file = var_dir / "seeded"
    accounts = accounts_file.read_text().splitlines() if accounts_file.exists() else []
    return "\n".join(["", f"  Staffetta is up: {address}", *(f"  {line}" for line in accounts), "  Ctrl-C stops it.", ""])
