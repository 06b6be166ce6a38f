"""Pages of the site under axe, in light mode on a desktop and dark mode on a phone; printed rules on one sheet."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from engines import registry
from engines.specimen.actions import SealRoad
from tables.services.archive import rating
from tables.services.play import chat
from tests.axe import faults
from tests.site import archiving, counting, factories, keeping

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = {"color_scheme": "light", "viewport": {"width": 1280, "height": 900}}
NAMING = (Path(__file__).parent / "naming.js").read_text()
PHONE = {"color_scheme": "dark", "viewport": {"width": 390, "height": 844}}


@pytest.fixture
@keeping.kept
def addresses():
    """Return a user, and the addresses of pages that the user can see."""
    anna, ben, carla = (factories.person(name) for name in ("Anna", "Ben", "Carla"))
    small = factories.running_table(anna, ben, name="Night post")
    factories.send(factories.seat_of(small, ben), SealRoad("ridge"))
    chat.say(table_id=small.pk, user=ben, text="Good luck!", now=factories.NOW + timedelta(hours=1))
    large = factories.running_table(anna, ben, carla, game="gonzaga", name="Lords")
    open_one = factories.open_table(ben, name="Open")
    ended = factories.play_to_end(factories.running_table(anna, ben, name="Ended"))
    realms = factories.running_table(anna, ben, carla, game="principato", name="Realms", options={"feeding": "sealed"})
    three_years = factories.play_to_end(factories.running_table(anna, ben, game="principato", name="Three years"))
    genoa, first_steps = (
        factories.running_table(anna, ben, carla, game="zena1814", name=mode, options={"mode": mode})
        for mode in ("expert", "beginner")
    )
    for _number in range(10):
        counting.finished(90, 80, openings=["italia.cities", "francia.cities"])
    counting.finished(60, 50, 40, openings=["italia.cities"] * 3)
    tables = [f"/t/{table.code}/" for table in (small, large, open_one, ended, realms, three_years, genoa, first_steps)]
    tables += ["/rules/gonzaga/aid/", "/rules/zena1814/?q=lady"]
    tables += [f"/t/{table.code}/orders/" for table in (large, realms, genoa)]
    asking = [f"/t/{large.code}/resign/", f"/t/{small.code}/concede/", f"/t/{small.code}/agree/", f"/t/{small.code}/log/"]
    rest = ["/", "/about/", "/tables/", "/tables/new/", "/my/", "/rules/gonzaga/", f"/i/{open_one.invite}/", "/nowhere/"]
    known = [page for slug in ("principato", "zena1814") for page in (f"/rules/{slug}/", f"/tables/new/?game={slug}")]
    for _game in range(5):
        archiving.conceded(anna, ben)
    rating.rate_finished(game="specimen")
    records = [
        "/archive/ratings/",
        "/archive/ratings/specimen/",
        f"/people/{ben.pk}/",
        "/accounts/profile/",
        "/accounts/delete/",
    ]
    numbers = [
        "/archive/statistics/",
        "/archive/statistics/gonzaga/",
        "/archive/statistics/principato/?seats=2",
        "/archive/statistics/gonzaga/openings/",
    ]
    games = [*known, *numbers, *records, *(f"/archive/{each.code}/" for each in (ended, three_years))]
    return anna, [*tables, *asking, *rest, *games, f"/archive/{three_years.code}/check/", "/my/time/", "/mail/", "/archive/"]


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk by day", "phone by lamplight"])
def test_no_page_breaks_a_rule_of_axe(sit, addresses, screen):
    person, pages = addresses
    page, found = sit(person, **screen), []
    for address in pages:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"], address
        found += [(address, *fault) for fault in faults(page)]
        found += [(address, fault) for fault in page.evaluate(NAMING)]
    assert found == []


def test_the_rules_on_one_page_are_one_page_of_paper(sit):
    """Printed rules aids take one sheet in all languages. Chromium makes the PDF."""
    for language in ("en", "de", "it"):
        page = sit(locale=language)
        for engine in registry.engines():
            page.goto(f"/rules/{engine.slug}/aid/")
            printed = page.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1, (engine.slug, language)
