"""Fixtures and hooks of all tests: a private broker, a Chromium if one is installed, reruns, and the order of tests."""

import gc
import logging
import os
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings as site
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis

from config.supervision import broker
from tests import emptying, migrated, sharing
from tests.consoles import complaints

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

hypothesis.register_profile(
    "everywhere", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "everywhere"))

# The headless shell takes three fifths of a full Chromium's time, because it draws no windows. It shows no notifications.
SHELL = "chromium-headless-shell"
CHROMIUM_NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # All pages of a window share one process, which runs until the last of these pages is closed (tests/windows.py).
    "--process-per-site",
)
TOUCHING = ("database", "django_db", "browser")
LEFT_OUT = "LEFT OUT: no Chromium found"
# Maximum number of browser tests of a run that may fail once and pass when run again (docs/decisions/0042).
RACES_LEFT = 2


def find_chromium() -> str | None:
    """Return the path of the program that CHROMIUM names, otherwise of the first Chromium on PATH; None if there is none."""
    named = os.environ.get("CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """Reset the language after each test. A request's language would otherwise outlive it in its thread."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _nothing_fails_after_a_commit() -> Iterator[None]:
    """Fail a test with an error after a commit, which Django only logs."""
    failed: list[str] = []
    listening = logging.Handler(logging.ERROR)
    listening.emit = lambda record: failed.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("django.db.backends.base")
    logger.addHandler(listening)
    yield
    logger.removeHandler(listening)
    assert failed == []


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Mark tests by the resources that they use, and skip browser tests if there is no Chromium.

    Keep only a sample of the files if that was requested. Sort the tests of each process.
    """
    for item in items:
        if _touches(item) and not item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.database)
        if _commits(item):
            item.add_marker(pytest.mark.xdist_group(sharing.COMMITS))
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
            if not item.get_closest_marker("walk"):
                item.add_marker(pytest.mark.slow)
    if find_chromium() is None:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason=LEFT_OUT))
    _sample(config, items)
    yield
    if hasattr(config, "workerinput"):
        items[:] = sharing.in_order(items)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Reduce garbage collection.

    Thousands of tests stay in memory to the end, and scanning them takes a tenth of the time.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> sharing.WholeFiles | None:
    """Return the scheduler of ``make test``, or None to leave other ``--dist`` modes to xdist."""
    return sharing.WholeFiles(config, log) if config.getvalue("dist") == "loadgroup" else None


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if too many browser tests passed only when run again."""
    if len(_raced(session.config)) > RACES_LEFT and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the number of skipped browser tests, and the first failure of each test that was run again."""
    raced = _raced(terminalreporter.config)
    if raced:
        terminalreporter.section(f"{len(raced)} RACED (at most {RACES_LEFT} may)", sep="!", red=True, bold=True)
        for report in raced:
            terminalreporter.section(report.nodeid, sep="_", red=True)
            terminalreporter.line(report.longreprtext)
            for title, text in report.sections:
                terminalreporter.line(f"{title}: {text}")
    left_out = [report for report in terminalreporter.stats.get("skipped", []) if LEFT_OUT in str(report.longrepr)]
    if left_out:
        terminalreporter.section("BROWSER TESTS LEFT OUT", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(left_out)} browser tests did not run: no Chromium in CHROMIUM or on PATH.", red=True)
        terminalreporter.line("To run them: apt-get install chromium, or CHROMIUM=/path/to/chromium, and once more.", red=True)


def _sample(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep only a random share of the test files: SAMPLE_OF_FILES, such as ``2/3``. SAMPLE_SEED chooses the files."""
    share = os.environ.get("SAMPLE_OF_FILES")
    if not share:
        return
    some, of = map(int, share.split("/"))
    seed = os.environ["SAMPLE_SEED"]
    left_out = [item for item in items if zlib.crc32(f"{seed} {item.path.name}".encode()) % of >= some]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


def _raced(config: pytest.Config) -> list[Any]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("rerun", []) if reporter else []


def _touches(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in TOUCHING) or "db" in getattr(item, "fixturenames", ())


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    fixtures = getattr(item, "fixturenames", ())
    return bool(marker and marker.kwargs.get("transaction")) or "transactional_db" in fixtures or "live_server" in fixtures


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest, django_db_modify_db_settings: None) -> bool:
    """Return whether to use an existing database. On SQLite, first copy the one that an earlier run has kept, if any."""
    if connection.vendor != "sqlite":
        return bool(request.config.getvalue("reuse_db"))
    return migrated.bring(_cache_of(request), Path(connection.settings_dict["TEST"]["NAME"]))


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_keepdb: bool, django_db_blocker: Any
) -> None:
    """Set up the database of this process. On SQLite, keep a copy for later runs and empty it quickly."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            if not django_db_keepdb:
                migrated.keep(_cache_of(request))
            emptying.quickly()


def _cache_of(request: pytest.FixtureRequest) -> Path:
    found: Path = request.config.cache.mkdir("migrated")
    return found


@pytest.fixture(scope="session")
def _broker() -> Iterator[None]:
    """Run the broker and cache of this process; embedded unless REDIS_URL was set."""
    if os.environ["REDIS_URL"].startswith("unix:///tmp/staffetta-test-"):
        server = subprocess.Popen(broker.command(site.REDIS_URL), stdout=subprocess.DEVNULL, start_new_session=True)
        assert broker.wait_for(site.REDIS_URL), "the embedded Valkey did not start"
        yield
        server.terminate()
        server.wait(10)
    else:
        yield


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """Empty cache and queues before tests that use the database or the broker."""
    if _touches(request.node):
        request.getfixturevalue("_broker")
        cache.clear()


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Return the Chromium that was found, or skip the test."""
    path = find_chromium()
    if path is None:
        pytest.skip(LEFT_OUT)
    return path


@pytest.fixture(scope="session")
def chromium(chromium_path: str) -> Iterator["Browser"]:
    """Run one Chromium for all browser tests of this process."""
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop in this thread, which Django would otherwise take for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, headless=True, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: "Browser", live_server: Any) -> Iterator["BrowserContext"]:
    """Open a fresh browser window of 1280 × 900; relative addresses mean the live server."""
    opened = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1280, "height": 900}, locale="en-GB", service_workers="block"
    )
    said = complaints(opened)
    yield opened
    opened.close()
    assert not said


@pytest.fixture
def page(context: "BrowserContext") -> "Page":
    """Return a page in a fresh window."""
    return context.new_page()
