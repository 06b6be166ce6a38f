"""Somebody who is signed in at the site."""

from accounts.models import User
from benchmarks.visitor import Visitor
from config import database
from config.wsgi import application

# Filling a database takes longer than a page may.
database.wait_at_most(0)


class Browser(Visitor):
    """A person of the site, with cookies."""

    def __init__(self, user: User) -> None:
        super().__init__(application, user, "accounts.backends.Backend")
        self.user = user
