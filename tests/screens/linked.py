"""Pages of the demo that can be reached by links."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings

from accounts.demo import address
from accounts.models import User
from tables.management import demo
from tests.fuzz.browser import Browser
from tests.screens.world import Visit


def site(now: datetime) -> Iterator[Visit]:
    """Seed the demo. Yield the visits of a stranger, two players and an admin to the pages that they reach by links."""
    demo.seed(now)
    operator = User.objects.create_superuser("operator@example.org", display_name="Operator")
    anna, bruno = (User.objects.get(email=address(name)) for name in ("anna", "bruno"))
    for user in (None, anna, bruno, operator):
        browser = Browser("", user)
        browser.look_around()
        # The admin pages are Django's own and stay as they are.
        yield from (Visit(user, page) for page in browser.documents if not page.startswith(f"/{settings.ADMIN_PATH}"))
