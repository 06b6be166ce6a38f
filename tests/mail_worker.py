"""Settings of a mail worker that a test starts as its own process, with the test's database and post office."""

import os

from config.settings import *  # noqa: F403
from config.settings import DATABASES

DATABASES["default"]["NAME"] = os.environ["TEST_DATABASE"]
MAILERS = {
    "default": {
        "BACKEND": "tests.post_office.HangingBackend",
        "OPTIONS": {"folder": os.environ["POST_OFFICE"], "hangs_at": os.environ["HANGS_AT"]},
    }
}
