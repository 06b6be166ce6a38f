"""Browser of a signed-in user of the site."""

from accounts.models import User
from benchmarks.visitor import Visitor
from config import database
from config.wsgi import application

# Filling a database takes longer than a page is allowed to.
database.wait_at_most(0)


class Browser(Visitor):
    """A user of the site, with cookies."""

    def __init__(self, user: User) -> None:
        super().__init__(application, user, "accounts.backends.Backend")
        self.user = user
