"""Site settings for chaos tests: plain static files, and web processes that record their presence more often."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS, PLAIN, STORAGES

INSTALLED_APPS = [*INSTALLED_APPS, "tests.chaos.hurry.Hurry"]
OUTBOUND_ALLOWED_HOSTS = ["127.0.0.1"]
STORAGES["staticfiles"] = {"BACKEND": PLAIN}
