"""Admin pages for tables under axe, in light mode on a desktop and dark mode on a phone."""

from datetime import timedelta

import pytest

from accounts.models import User
from tables.services import quarantine
from tables.services.site_events import Operator
from tables.services.staff import operating
from tests.axe import faults
from tests.browser.test_accessible import DESK, PHONE
from tests.site import factories

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def operator():
    return User.objects.create_user("operator@example.org", display_name="Olga", is_staff=True)


@pytest.fixture
def addresses(operator):
    """Create a table with a steward and a table on hold. Return the addresses of the list and of pages for both tables."""
    people = [factories.person(name) for name in ("Anna", "Berto", "Carla")]
    table = factories.running_table(*people, pace=factories.BANKED, name="Winter at Mantova")
    seat, row = factories.seat_of(table, people[0]), factories.decision(factories.seat_of(table, people[1]))
    act = {"table_id": table.pk, "operator": Operator(operator.pk, "The mail server was down."), "now": factories.NOW}
    operating.extend(decision_id=row.pk, hours=36, **act)
    operating.put_steward(seat_id=seat.pk, **act)
    broken = factories.running_table(*people, name="Letters to the Doge")
    quarantine.quarantine(table_id=broken.pk, where="IndexError at flow.py:12", now=factories.NOW + timedelta(hours=1))
    at_table = [f"/staff/tables/{table.code}/{rest}" for rest in ("", "pause/", f"decisions/{row.pk}/", f"seats/{seat.pk}/")]
    return ["/staff/tables/?q=winter", *at_table, f"/staff/tables/{broken.code}/", f"/staff/tables/{broken.code}/release/"]


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk by day", "phone by lamplight"])
def test_no_page_of_operators_breaks_a_rule_of_axe(sit, operator, addresses, screen):
    page, found = sit(operator, **screen), []
    for address in addresses:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"], address
        found += [(address, *fault) for fault in faults(page)]
    assert found == []
