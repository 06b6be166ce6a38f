"""Players of the run. In a turn, a player reads a page, chooses an action and sends the form in one of many ways."""

import random
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Q

from accounts.models import User
from engines import registry
from engines.contract import Filed, Pending, Seen, When, encode
from tables.models import Decision, Seat, Table
from tables.selectors.play import state
from tests.chaos.browser import Answer, Browser, slots
from tests.chaos.ledger import Prepared, Sent
from tests.chaos.supply import Supply
from tests.chaos.world import World, patient

# Seconds for which a player keeps resending a form once faults have stopped.
INSISTS = 60.0
LOOKED_AT = 200


@dataclass(frozen=True)
class Spot:
    """Decision that a player may make, as read from the database."""

    row: Decision
    table: Table
    seat: Seat
    seen: Seen[Any, Any]
    asked: Pending
    browser: Browser

    @property
    def path(self) -> str:
        """Path of the table's page."""
        return f"/t/{self.table.code}/"


@dataclass(frozen=True)
class Form:
    """Form about to be sent, with its entry in the ledger."""

    spot: Spot
    fields: dict[str, str]
    sent: Sent

    @property
    def path(self) -> str:
        """Path that the form is sent to."""
        return f"{self.spot.path}act/"


class Player(threading.Thread):
    """Thread that plays for several users, who have separate tables."""

    def __init__(self, world: World, users: Sequence[User], number: int) -> None:
        super().__init__(daemon=True, name=f"player {number}")
        self.world = world
        self.dice = random.Random(f"{world.seed}/player/{number}")
        self.supply = Supply(world, users, self.dice)
        self.fault: BaseException | None = None
        # Seat id and key of each decision with a draft request that got no answer.
        self.unheard: set[tuple[int, str]] = set()

    def run(self) -> None:
        from tests.chaos.manners import take_turn

        try:
            while not self.world.is_over.is_set():
                self.supply.fill()
                take_turn(self)
                time.sleep(self.dice.uniform(0.02, 0.2))
        except BaseException as fault:
            self.fault = fault
            raise
        finally:
            connection.close()

    def spots(self) -> list[Spot]:
        """Return the open decisions that awake users at this player's tables can make now or in advance."""
        return patient(self._spots)

    def _spots(self) -> list[Spot]:
        persons = Q(holder__isnull=False) | Q(table__practice=True, seat__user__isnull=False)
        rows = Decision.objects.filter(
            persons,
            table_id__in=self.supply.ids,
            table__status=Table.Status.RUNNING,
            table__quarantined_at=None,
            closed_at=None,
            answered_at=None,
            when__in=[When.NOW, When.AHEAD],
        ).exclude(holder__in=self.world.asleep)
        rows = rows.select_related("table", "seat", "seat__table").order_by("pk")
        return [spot for row in rows if (spot := self._spot(row))]

    def _spot(self, row: Decision) -> Spot | None:
        seen = state.seen(row.table, row.seat)
        pending = registry.engine(row.table.game).pending(seen.public)
        asked = next((each for each in pending if (each.seat, each.key) == (row.seat.index, row.key)), None)
        return asked and Spot(row, row.table, row.seat, seen, asked, self.world.browsers[row.seat.user_id])

    def choose(self, spot: Spot) -> Any:
        """Return a legal action: mostly a sensible one, sometimes any."""
        engine = registry.engine(spot.table.game)
        if self.dice.random() < 0.6:
            chosen = engine.bot(spot.seen, spot.asked)
            if spot.asked.when is When.NOW and not isinstance(chosen, Filed):
                return chosen
        return self.dice.choice(list(islice(engine.legal(spot.seen, spot.asked), LOOKED_AT)))

    def form(self, spot: Spot, manner: str) -> Form | None:
        """Read the page and fill in its form. Return None if the page no longer has this decision."""
        page = self.get(spot)
        slot = slots(page.text).get(spot.asked.key)
        if slot is None:
            return None
        action = encode(self.choose(spot)).decode()
        sent = Sent(self.world.kind(manner), spot.table.code, spot.seat.pk, slot.key, slot.token, (action,))
        self.world.ledger.sent.append(sent)
        return Form(spot, {"key": slot.key, "own_ply": str(slot.own_ply), "token": slot.token, "action": action}, sent)

    def get(self, spot: Spot) -> Answer:
        """Return the page of the table, and record a server error."""
        return self.noted(spot.browser.get(spot.path), spot.path)

    def post(self, form: Form) -> Answer:
        """Send a form once, and record the answer in the ledger."""
        answer = self.noted(form.spot.browser.post(form.path, form.fields), form.path)
        form.sent.yes |= answer.is_yes
        form.sent.no |= answer.is_no
        return answer

    def insist(self, form: Form) -> Answer:
        """Send a form as ``until_answered`` does, and return the answer."""
        return self.until_answered(lambda: self.post(form))

    def until_answered(self, ask: Callable[[], Answer]) -> Answer:
        """Call ``ask`` until the site accepts or refuses, or for ``INSISTS`` seconds after the faults. Return the answer."""
        end = time.monotonic() + INSISTS
        while True:
            answer = ask()
            if answer.is_yes or answer.is_no:
                return answer
            if not self.world.is_over.is_set():
                end = time.monotonic() + INSISTS
            if time.monotonic() > end:
                return answer
            time.sleep(0.3)

    def noted(self, answer: Answer, path: str) -> Answer:
        """Record a server error of the site, unless it says that it is temporarily away (503). Return the answer."""
        if answer.status >= 500 and answer.status != 503:
            self.world.tally.add(self.world.weather, "stuck", f"{path} answered {answer.status}")
        return answer

    def prepare(self, spot: Spot, manner: str, *, filed: bool) -> Prepared:
        """Record a queued turn or draft in the ledger, and return it."""
        action = encode(self.choose(spot)).decode()
        kind = self.world.kind(manner)
        found = Prepared(kind, spot.table.code, spot.seat.pk, spot.asked.key, (action,), filed, spot.table.seq)
        self.world.ledger.prepared.append(found)
        return found


def at_once(*calls: Callable[[], object]) -> None:
    """Make all calls at the same moment, each in its own thread, and wait for them."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> None:
        barrier.wait()
        call()

    threads = [threading.Thread(target=run, args=(call,), daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def fresh_token() -> str:
    """Return a new token, as a page makes one."""
    return secrets.token_urlsafe(12)
