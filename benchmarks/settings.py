"""Settings of the benchmarks: the site's own, with a folder, a database and a broker of their own.

DATABASE_URL and REDIS_URL, if set, replace SQLite and the embedded Valkey. On that database server the benchmarks make
databases of their own next to the named one.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="staffetta-bench-", dir="/tmp"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
(FOLDER / "static").mkdir()
OWN_BROKER = not os.environ.get("REDIS_URL")

os.environ["VAR_DIR"] = str(FOLDER)
os.environ["STAFFETTA_ENV"] = "development"
os.environ["LOG_LEVEL"] = "ERROR"
if OWN_BROKER:
    os.environ["REDIS_URL"] = f"unix://{FOLDER}/valkey.sock"
for name in ("SITE_URL", "PORT", "SECRET_KEY", "DATA_KEYS", "EMAIL_URL", "ADMIN_PATH", "DEBUG"):
    os.environ.pop(name, None)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, PLAIN, STORAGES  # noqa: E402

STORAGES["staticfiles"] = {"BACKEND": PLAIN}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["NAME"] = FOLDER / "bench.sqlite3"
# Emails are composed and handed over, but not delivered.
MAILERS = {"default": {"BACKEND": "benchmarks.letters.Postbox"}}
