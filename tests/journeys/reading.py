"""Reading of a finished game's record: all steps, the site's check, and the downloaded file, checked without the site."""

import subprocess
import sys
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.journeys.site import ROOT

if TYPE_CHECKING:
    from tests.journeys.walker import Walker


def reads(walker: "Walker") -> None:
    """Read a game's replay, check and record, starting on the page of its finished table. Note faults."""
    page, code = walker.page, walker.page.url.split("/t/")[1][:8]
    walker.presses('#over a[href^="/archive/"] >> visible=true')
    steps(walker)
    walker.goes(f"/archive/{code}/check/")
    if page.locator(".findings .bad").count():
        walker.notes(f"the check finds: {page.locator('.findings .bad').all_inner_texts()}")
    record = page.locator(f'a[href="/archive/{code}.json"]')
    if record.count():
        with page.expect_download() as saved:
            record.first.click()
        if saved.value.failure():
            walker.notes(f"the record cannot be saved: {saved.value.failure()}")
        else:
            checks(walker, str(saved.value.path()))


def steps(walker: "Walker") -> None:
    """Press the button for the next step until the last step."""
    page = walker.page
    if not page.locator("#replay").count():
        walker.notes("there is no replay")
        return
    last = int(page.locator("#step").get_attribute("max") or 0)
    for number in range(1, last + 1):
        walker.presses("#step-next")
        expect(page.locator("#step")).to_have_attribute("value", str(number))


def checks(walker: "Walker", path: str) -> None:
    """Check the record with ``docs/check_record.py``, and note a fault if the program reports one."""
    done = subprocess.run([sys.executable, ROOT / "docs/check_record.py", path], capture_output=True, text=True, check=False)
    if done.returncode:
        walker.notes(f"check_record.py says: {done.stdout} {done.stderr}")
