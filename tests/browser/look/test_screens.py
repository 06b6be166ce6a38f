"""Check of pages for cut, broken, covered or misplaced parts.

It finds each fault on a page made for it, and no fault on a sample of real pages. `make screens` checks all pages
(tests/screens).
"""

from random import Random

import pytest
from django.utils import timezone

from engines import registry
from tests.browser.test_accessible import addresses
from tests.screens import walk, world
from tests.site import factories, keeping

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
addresses = addresses
SEED, PAGES = 1814, 6
STYLE = "<style>body { margin: 0; font: 16px/1.2 sans-serif } p, b, a, button { margin: 0; padding: 0; font: inherit }</style>"

# Each page has exactly the fault that its key names.
PAGES_WITH_FAULTS = {
    "wider than the window": "<p style='width: 1400px; height: 20px; background: #eee'></p>",
    "cut": "<p style='width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'>Four seasons in Genoa</p>",
    "broken word": "<p style='width: 60px; overflow-wrap: anywhere'>Wertungszahlen</p>",
    "outside": "<div style='width: 60px; border: 1px solid'><p style='white-space: nowrap'>Four seasons in Genoa</p></div>",
    "overlap": "<p>Four seasons</p><p style='margin-top: -15px'>Three years</p>",
    "covered": "<p>Four seasons</p><div style='position: relative; height: 40px; margin-top: -30px; background: #fff'></div>",
    "picture without area": "<svg style='width: 0; height: 20px'><rect width='9' height='9'/></svg>",
    "links run together": "<a href='#a'>One</a> <a href='#b'>Two</a>",
    "tall button": "<button style='width: 70px'>To join this card for two coins and one marker</button>",
    "scrolls sideways": "<div style='width: 60px; overflow: auto'><p style='white-space: nowrap'>Four seasons</p></div>",
    "light cut": "<div style='overflow: auto'><p class='guided' style='outline: 3px solid; outline-offset: 2px'>Here</p></div>",
}
# Pages without a fault.
GOOD = {
    "a hyphen": "<p style='width: 70px'>Wertungs&shy;zahlen</p>",
    "a title": "<p title='Four seasons' style='width: 40px; overflow: hidden; white-space: nowrap'>Four seasons</p>",
    "what scrolls down": "<div style='height: 40px; overflow: hidden auto'><p>One</p><p>Two</p><p>Three</p><p>Four</p></div>",
    "for screen readers": "<p style='position: absolute; width: 1px; overflow: hidden; clip-path: inset(50%)'>Heard</p>",
    "links apart": "<a href='#a'>One</a> · <a href='#b'>Two</a>",
}


@pytest.mark.parametrize("kind", PAGES_WITH_FAULTS)
def test_each_kind_of_fault_is_found(sit, kind):
    page = sit()
    page.set_content(f"<!DOCTYPE html>{STYLE}{PAGES_WITH_FAULTS[kind]}")
    assert [found for found, *_where in walk.faults(page)] == [kind]


@pytest.mark.parametrize("case", GOOD)
def test_what_is_right_is_no_fault(sit, case):
    page = sit()
    page.set_content(f"<!DOCTYPE html>{STYLE}{GOOD[case]}")
    assert walk.faults(page) == []


@keeping.kept
def _some_phases() -> list[world.Visit]:
    """Return one position of each game, and one step of a guide."""
    dice, people = Random(SEED), [factories.person(name) for name in ("Anna", "Bruno", "Chiara")]
    now = timezone.now()
    drawn = [
        dice.choice(list(world.positions(game, min(3, registry.engine(game).seat_range[-1]), world.modes_of(game)[0])))
        for game in registry.PLAYABLE
    ]
    return [world.at(people, game, {}, *found, now) for game, found in zip(registry.PLAYABLE, drawn, strict=True)]


@pytest.mark.parametrize("language", walk.LANGUAGES)
def test_a_sample_of_pages_hides_nothing(sit, live_server, addresses, language):
    person, pages = addresses
    drawn = Random(f"{SEED} {language}").sample(pages, PAGES)
    visits = [*_some_phases(), *(world.Visit(person, page) for page in drawn)]
    page = sit(locale=language, reduced_motion="reduce")
    found = list(walk.walk(page, live_server.url, visits, language))
    assert not found, walk.told(found)
