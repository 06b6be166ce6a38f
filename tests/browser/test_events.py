"""Pages of events under axe, in light mode on a desktop and dark mode on a phone."""

import pytest

from tests.axe import faults
from tests.browser.test_accessible import DESK, NAMING, PHONE
from tests.site import keeping
from tests.site.events.in_every_stage import in_every_stage
from tests.site.factories import NOW
from tests.stub_game.registering import registered

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@keeping.kept
def _visits():
    return list(in_every_stage(NOW))


@pytest.fixture
def visits():
    """Yield users and addresses of events in every stage."""
    with registered():
        yield _visits()


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk by day", "phone by lamplight"])
def test_no_page_of_an_event_breaks_a_rule_of_axe(sit, visits, screen):
    (host, _first), *_rest = visits
    page, found = sit(host, **screen), []
    for _user, address in visits:
        answer = page.goto(address)
        assert answer.ok, address
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"], address
        found += [(address, *fault) for fault in faults(page)]
        found += [(address, fault) for fault in page.evaluate(NAMING)]
    assert found == []
