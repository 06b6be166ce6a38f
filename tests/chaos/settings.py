"""Settings of the site under chaos: its own, but static files are served from where they are, and web is in a hurry."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS, PLAIN, STORAGES

INSTALLED_APPS = [*INSTALLED_APPS, "tests.chaos.hurry.Hurry"]
OUTBOUND_ALLOWED_HOSTS = ["127.0.0.1"]
STORAGES["staticfiles"] = {"BACKEND": PLAIN}
