"""Settings of the site under chaos: its own, but for static files, which are served from where they are."""

from config.settings import *  # noqa: F403
from config.settings import PLAIN, STORAGES

STORAGES["staticfiles"] = {"BACKEND": PLAIN}
