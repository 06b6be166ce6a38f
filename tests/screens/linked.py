"""Pages that links reach: those of the demo.

Apart from the other worlds because it loads the whole site: pygal then stands in the way of pytest, which collects packages.
"""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings

from accounts.demo import address
from accounts.models import User
from tables.management import demo
from tests.fuzz.browser import Browser
from tests.screens.world import Visit


def site(now: datetime) -> Iterator[Visit]:
    """Every kind of page of the demo, for a stranger, a player, the lead of a club who hosts tables, and an operator."""
    demo.seed(now)
    operator = User.objects.create_superuser("operator@example.org", display_name="Operator")
    anna, bruno = (User.objects.get(email=address(name)) for name in ("anna", "bruno"))
    for user in (None, anna, bruno, operator):
        browser = Browser("", user)
        browser.look_around()
        # The admin is Django's own, and is kept as it is.
        yield from (Visit(user, page) for page in browser.pages if not page.startswith(f"/{settings.ADMIN_PATH}"))
