"""What has to be true before the site starts: tables in the database, translations, static files, and once the demo.

Each step looks first whether there is anything to do, so a second start is quick.
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
    """Do whatever is missing. Errors are raised as they come: a site half prepared must not start."""
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
    """Bring the database up to date. Raises CannotStart where it is none of ours, or not of a version that can be upgraded."""
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except (CommandError, DatabaseError) as error:
        raise CannotStart(f"The database cannot be used. {error}") from error


def collect_static(var_dir: Path) -> None:
    """Collect static files if any has changed since; DEBUG serves them from where they are."""
    note, now = var_dir / "static.stamp", static_fingerprint()
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"
    if settings.DEBUG or (manifest.exists() and note.exists() and note.read_text() == now):
        return
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    note.write_text(now)


def static_fingerprint() -> str:
    """A hash of every static file's name, size and time."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(json.dumps([name, status.st_size, status.st_mtime_ns]).encode())
    return digest.hexdigest()


def seed_demo(var_dir: Path) -> None:
    """Fill a site without people with something to see; never in production.

    What the command prints, the demo's sign-ins, is kept in ``var/seeded`` and shown at every start.
    """
    if settings.PRODUCTION or get_user_model().objects.exists():
        return
    say("Setting up a few demo games, once …")
    words = io.StringIO()
    call_command("seed_demo", stdout=words)
    (var_dir / "seeded").write_text(words.getvalue())


def welcome(address: str, var_dir: Path) -> str:
    """What ``make up`` prints once the first page answers: the address, and whom to sign in as."""
    note = var_dir / "seeded"
    signins = note.read_text().splitlines() if note.exists() else []
    return "\n".join(["", f"  Staffetta is up: {address}", *(f"  {line}" for line in signins), "  Ctrl-C stops it.", ""])
