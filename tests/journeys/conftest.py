"""Fixtures for the journeys: one site and one browser for all, and separate people for each."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import find_chromium
from tests.journeys.site import Site, running
from tests.journeys.walker import Walker

if TYPE_CHECKING:
    from playwright.sync_api import Browser

type Arrive = Callable[..., Walker]
# Number of views of each page.
SEEN: Counter[str] = Counter()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Return the path of Chromium. Fails if none is found."""
    path = find_chromium()
    assert path is not None, "no Chromium in CHROMIUM or on PATH"
    return path


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run the site during the session."""
    with running(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture
def arrive(chromium: "Browser", site: Site) -> Iterator[Arrive]:
    """Yield a function that opens a separate browser window for a person.

    Faults that people note fail the journey at its end.
    """
    walkers: list[Walker] = []

    def walker(screen: dict[str, Any]) -> Walker:
        walkers.append(Walker(chromium, site, screen, SEEN))
        return walkers[-1]

    yield walker
    faults = list(dict.fromkeys(fault for each in walkers for fault in each.faults))
    for each in walkers:
        each.leaves()
    assert not faults, "\n" + "\n".join(faults)
