"""The site as granian serves it, which notes that it is there more often than elsewhere: its clock goes faster here."""

from config.wsgi import application  # loads the site, so it stands before whatever has models
from tables.services import outages

__all__ = ["application"]
outages.WEB_SECONDS = 1

import config.web  # noqa: E402, F401
