"""Settings of the tests: the site's own, with a separate folder, database and broker.

DATABASE_URL and REDIS_URL replace SQLite and the embedded Valkey if they are set.
"""

import atexit
import os
import shutil
import tempfile
from datetime import timedelta
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="staffetta-test-", dir="/tmp"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
OWN_BROKER = not os.environ.get("REDIS_URL")

os.environ["VAR_DIR"] = str(FOLDER)
os.environ["STAFFETTA_ENV"] = "development"
# The key is the same in every run, because the empty database kept between runs was made with it.
os.environ["DATA_KEYS"] = "WgIPhuBj6tli0sH7amhjCpp2d8vTm2iLOfP9e5Vir9Y"
if OWN_BROKER:
    os.environ["REDIS_URL"] = f"unix://{FOLDER}/valkey.sock"
else:
    # Each process of the tests has its own database on the Redis server.
    os.environ["REDIS_URL"] = os.environ["REDIS_URL"].rpartition("/")[0] + f"/{WORKER + 1}"
for name in (
    "SITE_URL",
    "PORT",
    "SECRET_KEY",
    "EMAIL_URL",
    "MAIL_EVENTS_SECRET",
    "INBOUND_URL",
    "OPERATORS_EMAIL",
    "ADMIN_PATH",
    "VAPID_PRIVATE_KEY",
    "VAPID_CONTACT",
    "DEBUG",
):
    os.environ.pop(name, None)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, PLAIN, STORAGES  # noqa: E402

# A slow machine must not cut short the thinking of a bot in a test.
PRACTICE_THINKING = PRACTICE_WAIT = DOGE_THINKING = HINT_THINKING = timedelta(minutes=1)
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": PLAIN}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # The database is a file, so that threads see one another's transactions. Losing it does not matter, so writes need not
    # reach the disk.
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
