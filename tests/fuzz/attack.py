"""One process of the attack, which sends requests to its own site."""

import io
import subprocess
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import django
from django.conf import settings

django.setup()

from django.core.cache import cache  # noqa: E402
from django.core.management import CommandError, call_command  # noqa: E402
from django.core.signals import got_request_exception  # noqa: E402
from django.test.runner import DiscoverRunner  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from config.supervision import broker  # noqa: E402
from config.supervision.supervisor import say  # noqa: E402
from tables.models import Seat, Table  # noqa: E402
from tests.fuzz import watch, worlds  # noqa: E402
from tests.fuzz.browser import Answer, Browser, Sent, browsers, routes, view_of  # noqa: E402
from tests.settings import FOLDER  # noqa: E402

EACH_WORLD = 2_500
LONGEST = 2.0
FAULTS = (
    "answers of 5xx",
    "rows changed by what was refused",
    "rows changed of somebody else",
    "requests that hold the process",
    "records that do not replay",
)
# Any request may change these. Dead sessions are cleared, a user's return to the site is recorded, and the readiness page tries
# a write.
OF_EVERYBODY = frozenset({"django_session", "tables_rhythm", "tables_heartbeat"})
# Users may write these at any table, even where they do not sit: private plans, reports, comments on finished games, follows,
# and chat as spectators.
OF_WHOEVER_WRITES = frozenset(
    {"tables_plannode", "tables_movecomment", "tables_follow", "tables_onlookerline", "tables_report"}
)
JOINING = frozenset({"tables:join", "tables:take", "tables:decline", "tables:invite_person"})
# These views turn a stranger into a guest, who gets a seat at the table they opened.
OPENING = ("tables:create", "tables:practice", "tables:guide")


def run(requests: int, dice: Random, most_told: int) -> dict[str, Any]:
    """Attack the site. Return the numbers of requests, of accepted ones and of each fault, and the views reached."""
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.ACCOUNT_RATE_LIMITS = False
    with _site():
        attack = Attack(dice, most_told)
        while attack.found["requests"] < requests:
            attack.go(min(EACH_WORLD, requests - attack.found["requests"]))
        return {**attack.found, "reached": sorted(attack.reached)}


def missed(reached: set[str]) -> list[str]:
    """Return the views of the site that no request reached."""
    return sorted({view for _route, view in routes(get_resolver())} - reached)


class Attack:
    """Attack of one process, with its findings so far."""

    def __init__(self, dice: Random, most_told: int) -> None:
        self.dice, self.most_told = dice, most_told
        self.found: Counter[str] = Counter()
        self.reached: set[str] = set()
        self.unseen: list[str] = []
        self.raised: list[str] = []
        self.world = worlds.build()
        got_request_exception.connect(self._note, weak=False)
        watch.install()

    def go(self, requests: int) -> None:
        """Play some moves, send ``requests`` requests and check that the records replay.

        Restore the database after each change.
        """
        worlds.go_on(self.dice)
        cache.clear()
        everybody = list(browsers(self.world))
        self.reached.update(view_of(page) for browser in everybody for page in browser.pages)
        self.unseen = sorted({view for _route, view in routes(get_resolver())} - self.reached)
        watch.changes()
        before = watch.Snapshot(FOLDER / "fuzz.sqlite3")
        for number in range(requests):
            browser = self.dice.choice(everybody)
            sent = (
                browser.request(self.dice, everybody)
                if number >= len(self.unseen)
                else browser.guess(self.dice, self.unseen[number])
            )
            answer = browser.send(sent)
            self._judge(browser, sent, answer)
            changes = watch.changes()
            if self._changed(browser, sent, answer, changes):
                before.restore()
                cache.clear()
        self._replay()
        before.restore()
        before.close()

    def _judge(self, browser: Browser, sent: Sent, answer: Answer) -> None:
        self.found["requests"] += 1
        self.reached.add(sent.view)
        if answer.error is not None:
            self.raised.append("".join(traceback.format_exception(answer.error)))
        # The attack runs no beat, and the readiness page reports this with 503.
        is_honest = answer.status == 503 and sent.view == "ready"
        if answer.status == 0 or (answer.status >= 500 and not is_honest):
            self._fault("answers of 5xx", sent, answer, "\n".join(self.raised[-1:]))
        self.raised.clear()
        if answer.seconds > LONGEST:
            self._fault("requests that hold the process", sent, answer, f"{answer.seconds:.1f} seconds")

    def _changed(self, browser: Browser, sent: Sent, answer: Answer, changes: set[watch.Change]) -> bool:
        """Count an accepted request, record a fault if a change was not allowed, and return whether anything changed."""
        of_games = {change for change in changes if change.table not in OF_EVERYBODY}
        is_accepted = sent.method == "POST" and sent.has_csrf and 200 <= answer.status < 400
        if is_accepted:
            self.found["accepted"] += 1
            if of_others := _of_others(browser, sent, of_games):
                self._fault("rows changed of somebody else", sent, answer, str(of_others))
        elif of_games and not sent.view.startswith("mail:"):
            self._fault("rows changed by what was refused", sent, answer, str(of_games))
        return bool(changes)

    def _replay(self) -> None:
        said = io.StringIO()
        try:
            call_command("verify_tables", stdout=said, stderr=said)
        except CommandError as error:
            self.found["records that do not replay"] += 1
            say(f"records that do not replay: {error}\n{said.getvalue()}")

    def _fault(self, kind: str, sent: Sent, answer: Answer, more: str) -> None:
        self.found[kind] += 1
        if self.found[kind] <= self.most_told:
            say(f"{kind}: {answer.status} {sent.view} {sent._replace(body=sent.body[:600])}\n{more}")

    def _note(self, **_more: Any) -> None:
        self.raised.append(traceback.format_exc())


def _of_others(browser: Browser, sent: Sent, changes: set[watch.Change]) -> set[watch.Change]:
    """Return changed rows of tables that the sender may not change.

    The sender may change tables where they sit or host. Requests to join or open a table, and to pages of staff, accounts and
    emailed links, may change any table.
    """
    if sent.view in JOINING or sent.view.startswith(("mail:", "staff:", "admin:", "accounts:", *OPENING)):
        return set()
    own = Seat.objects.filter(user=browser.user).values_list("table_id", flat=True) if browser.user else ()
    hosted = Table.objects.filter(host=browser.user).values_list("pk", flat=True) if browser.user else ()
    allowed = {None, *own, *hosted}
    return {change for change in changes if change.game_table not in allowed and change.table not in OF_WHOEVER_WRITES}


@contextmanager
def _site() -> Iterator[None]:
    """Run a private database and broker while the context lasts."""
    server = subprocess.Popen(broker.command(settings.REDIS_URL), stdout=subprocess.DEVNULL, start_new_session=True)
    runner = DiscoverRunner(verbosity=0, interactive=False)
    try:
        assert broker.wait_for(settings.REDIS_URL), "the embedded Valkey did not start"
        databases = runner.setup_databases()
        try:
            yield
        finally:
            runner.teardown_databases(databases)
    finally:
        server.terminate()
        server.wait(10)
