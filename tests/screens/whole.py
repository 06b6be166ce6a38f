"""`make screens`: nothing is cut, broken, covered or misplaced on the visited pages, in three languages and at two widths.

SCREENS_LANGUAGES=de and SCREENS_WORLDS=phases,guides limit the check to some of them.
"""

import os

import pytest
from django.utils import timezone

from tests.screens import linked, world
from tests.screens.walk import LANGUAGES, at_both_widths, told, walk
from tests.site import factories
from tests.site.events.in_every_stage import in_every_stage
from tests.stub_game.registering import registered

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SPOKEN = [name for name in os.environ.get("SCREENS_LANGUAGES", "").split(",") if name] or LANGUAGES
WORLDS = [name for name in os.environ.get("SCREENS_WORLDS", "").split(",") if name] or ["phases", "guides", "events", "site"]
NAMES = ("Anna", "Bruno", "Chiara", "Dario", "Elena")


@pytest.fixture
def window(chromium, live_server):
    """Yield a browser page that asks the site for reduced motion."""
    context = chromium.new_context(base_url=live_server.url, reduced_motion="reduce", service_workers="block")
    yield context.new_page()
    context.close()


def visits(name: str) -> list[world.Visit]:
    """Return the visits of one world: ``phases``, ``guides``, ``events``, or else the linked pages of the demo."""
    now = timezone.now()
    match name:
        case "phases":
            return list(world.phases([factories.person(each) for each in NAMES], now))
        case "guides":
            return list(world.stations(now))
        case "events":
            return [world.Visit(*visit) for visit in in_every_stage(now)]
        case _:
            return list(linked.site(now))


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", WORLDS)
def test_no_page_hides_anything(window, live_server, name, language):
    with registered():
        pages = visits(name)
        found = list(walk(window, live_server.url, pages, language))
    print(f"{name} in {language}: {len(pages)} pages × 2 widths, {len(found)} faults")
    if found:
        pytest.fail(told(found), pytrace=False)


@pytest.mark.parametrize("language", SPOKEN)
def test_no_letter_hides_anything(window, language):
    found, letters = [], [*world.letters(language), *world.letters_of_events(language)]
    assert len(letters) > len(SPOKEN)
    for number, letter in enumerate(letters):
        window.set_content(letter)
        found += at_both_widths(window, f"letter {number} {language}")
    if found:
        pytest.fail(told(found), pytrace=False)
