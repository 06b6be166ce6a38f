"""One simulated event: its setup, its players with their strengths, and what is checked on the way."""

import os
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

import networkx
from django.db import connection

from accounts.models import User
from engines.events import designs, formats
from tables.models import Decision, Event, EventTable, Move, Table
from tables.selectors.events import rows
from tables.services.events import entering, opening, running
from tables.services.events.opening import NewEvent
from tables.services.events.verifying import verify_event
from tables.services.play import bots, moves
from tests.site.factories import NOW, PLAIN, play_to_end
from tests.stub_game.game import MOST, Choose

DAY = timedelta(days=1)
# A task for the end of a round has so much time. The sweep comes every minute.
LATE = timedelta(minutes=10)
SMALL, MIDDLE, LARGE = (4, 12), (13, 40), (41, 200)
# A process is killed before one of so many writes.
WRITES = 60
# Standard deviation of a player's strength, and of the noise at each table, in the numbers of the game.
SPREAD = 100


class Killed(BaseException):
    """End of a task in the middle of its work; no code of the site catches it."""


@dataclass
class Found:
    """Findings of all events so far."""

    faults: list[str] = field(default_factory=list)
    swiss_spreads: list[int] = field(default_factory=list)
    rankings: list[tuple[str, list[float]]] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def words(self) -> str:
        """Return what was done, in numbers."""
        return ", ".join(f"{number} {name}" for name, number in sorted(self.counts.items()))


class Simulation:
    """One event. ``run`` opens it, plays it and checks it.

    ``kind`` is "killed" if processes do its steps and are killed, "real" if bots play it in a real game, and else empty.
    """

    def __init__(self, random: Random, number: int, host: User, people: Sequence[User], found: Found, kind: str = "") -> None:
        self.random, self.found, self.host = random, found, host
        self.has_processes = kind == "killed"
        self.is_real, self.is_killed = kind == "real" or (not kind and number % 200 == 199), not kind and number % 20 == 7
        size = SMALL if self.is_killed or kind else random.choices((SMALL, MIDDLE, LARGE), (75, 23, 2))[0]
        self.new = self._setup(random.randint(4, 6) if self.is_real else random.randint(*size))
        self.people = random.sample(list(people), self.count)
        self.strengths = {user.pk: random.gauss(0, SPREAD) for user in self.people}
        # In half of the events everybody plays, so that strength decides.
        self.leaving, self.idle = random.choice(((0, 0), (0, 0), (0.02, 0.05), (0.05, 0.5)))
        self.results: dict[int, Any] = {}
        self.possible: dict[int, tuple[int, int]] = {}
        self.withdrawn = 0

    def _setup(self, count: int) -> NewEvent:
        kind = self.random.choice(("match", "match", "knockout", "cup", "cup", "cup", "season", "groups"))
        seats = 2 if kind in ("match", "knockout") else 3 if self.is_real else self.random.choice((3, 4, 5))
        groups = self.random.randint(2, seats) if kind == "groups" else 0
        fewest = groups * seats if groups else seats
        self.count = max(count, fewest, 3 if seats == 2 else fewest)
        return NewEvent(
            name="Simulated event",
            game="gonzaga" if self.is_real else "numbers",
            format=kind,
            seats=seats,
            options={},
            pace=PLAIN,
            round_days=self.random.choice((3, 10)),
            sign_up_days=7,
            round_count=1 if self.is_real else self.random.randint(1, 5 if self.count > SMALL[1] else 3),
            group_count=groups,
            least=fewest,
            same_deal=kind in ("match", "knockout", "cup") and self.random.random() < 0.2,
            bots=seats > 2 and self.random.random() < 0.2,
        )

    def run(self) -> None:
        """Play the event to its end, and check it."""
        event = opening.open_event(self.new, host=self.host, now=NOW)
        for user in self.people:
            entering.enter(event_id=event.pk, user=user, now=NOW + timedelta(seconds=self.random.randint(1, 9)))
        self.event, self.now = event, event.closes_at
        self._advance()
        for _step in range(200):
            if self.event.stage != Event.Stage.RUNNING:
                break
            self._play()
            self._withdraw()
            self._wait()
            self._advance()
        self._check_end()

    def _fault(self, words: str) -> None:
        setup = f"{self.new.format}, {self.count} players, {self.new.seats} seats, {self.new.round_count} rounds"
        self.found.faults.append(f"{words} ({setup})")

    # -- what happens ----------------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Let the event go on, in some events through tasks that are killed before every write of every step."""
        nth = 1
        while self.is_killed:
            before, killed = self._trace(), False
            with connection.execute_wrapper(_killer(nth, _break_off)):
                try:
                    running.advance(event_id=self.event.pk, now=self.now)
                except Killed:
                    killed = True
            self.found.counts["killed tasks"] += killed
            if not killed:
                break
            nth = nth + 1 if self._trace() == before else 1
        if not self.is_killed:
            self._do(lambda: running.advance(event_id=self.event.pk, now=self.now))
        self.event = Event.objects.get(pk=self.event.pk)
        self._check_on_the_way()

    def _do(self, task: Callable[[], object]) -> None:
        """Do a task here, or in processes of which each is killed before some write, until one comes to its end."""
        if not self.has_processes:
            task()
            return
        while not _survives(task, self.random.randint(1, WRITES)):
            self.found.counts["killed processes"] += 1

    def _trace(self) -> object:
        """Return something that changes with every committed step."""
        event = Event.objects.get(pk=self.event.pk)
        tables = list(EventTable.objects.filter(round__event=event).values_list("table", "places"))
        ended = list(event.rounds.values_list("ended_at", flat=True))
        moves_so_far = Move.objects.filter(seat__table__event=event).count()
        letters = event.notifications.count() if hasattr(event, "notifications") else 0
        return event.stage, event.due_at, tables, ended, moves_so_far, letters

    def _play(self) -> None:
        """Have the players of running tables choose their numbers, apart from those who do not play."""
        if self.is_real:
            for table in Table.objects.running().filter(event=self.event).order_by("pk"):
                play_to_end(table)
            self.found.counts["real games"] += 1
            return
        idle = {user.pk for user in self.people if self.random.random() < self.idle}
        asked = Decision.objects.open().unanswered().filter(table__event=self.event, table__status=Table.Status.RUNNING)
        for row in list(asked.select_related("seat").order_by("pk")):
            if row.seat.is_automatic:
                bots.think(table_id=row.table_id, seat_id=row.seat_id, key=row.key, now=self.now)
            elif row.seat.user_id is not None and row.seat.user_id not in idle:
                self._choose(row.table_id, row.seat_id, row.seat.user_id)

    def _choose(self, table_id: int, seat_id: int, user_id: int) -> None:
        number = round(MOST / 2 + self.strengths[user_id] + self.random.gauss(0, SPREAD))
        action = Choose(min(MOST, max(0, number)))
        fields = {"key": "choose", "own_ply": 0, "token": "", "via": Move.Via.PAGE, "user_id": user_id}
        moves.submit(table_id=table_id, seat_id=seat_id, actions=[action], now=self.now, **fields)
        self.found.counts["moves"] += 1

    def _withdraw(self) -> None:
        for entry in self.event.entries.filter(left_at=None).select_related("user").order_by("pk"):
            if entry.user is not None and self.random.random() < self.leaving:
                user = entry.user
                self._do(lambda user=user: entering.withdraw(event_id=self.event.pk, user=user, now=self.now))  # type: ignore[misc]  # a default binds the loop's variable
                self.withdrawn += 1
                if self.new.format == "groups" and self.event.rounds.count() < 2:
                    # The place in the final passes to the next player.
                    self.possible.clear()
                self.found.counts["withdrawals"] += 1

    def _wait(self) -> None:
        """Go on to some later time: an hour, or the end of the earliest round if tables are still played then."""
        ends = [row.ends_at for row in self.event.rounds.filter(ended_at=None)]
        first = min(ends, default=self.now)
        if first <= self.now:
            self.now += timedelta(minutes=1)
            return
        # The sweep comes at the end of a round.
        running_tables = EventTable.objects.filter(round__event=self.event, places=[], table__status=Table.Status.RUNNING)
        is_skipped = running_tables.exists() and self.random.random() < 0.7
        self.now = first if is_skipped else min(first, self.now + timedelta(hours=1))

    # -- what is checked -------------------------------------------------------------------------------------------------

    def _check_on_the_way(self) -> None:
        for row in EventTable.objects.filter(round__event=self.event).exclude(places=[]):
            result = (row.players, row.places, row.points, row.gone)
            if self.results.setdefault(row.pk, result) != result:
                self._fault("a finished result changed")
        if self.event.stage not in (Event.Stage.RUNNING, Event.Stage.OVER):
            return
        for division in rows.divisions(self.event):
            for player, (best, worst) in formats.ranks_still_possible(division.competition).items():
                before = self.possible.get(player)
                if before and not (before[0] <= best <= worst <= before[1]):
                    self._fault(f"possible ranks widened: {before} to {(best, worst)}")
                self.possible[player] = best, worst

    def _check_end(self) -> None:
        event = self.event
        self.found.counts[event.format] += 1
        if event.stage != Event.Stage.OVER:
            self._fault(f"the event has not ended: {event.stage}")
            return
        for words in verify_event(event):
            self._fault(words)
        self._check_dates()
        for entry in event.entries.all():
            if entry.number is None or entry.rank is None or self.possible[entry.number] != (entry.rank, entry.rank):
                self._fault("the possible ranks do not contain the final one")
        for division in rows.divisions(event):
            self._check_rounds(division)
        self._note_ranking()

    def _check_dates(self) -> None:
        for row in self.event.rounds.all():
            announced = self.event.started_at + DAY * (self.event.round_days * (row.number + 1) + self.event.prolonged_days)
            if row.ended_at is None or row.ended_at > row.ends_at + LATE or row.ends_at > announced + DAY + LATE:
                self._fault("a round has not ended by its date")

    def _check_rounds(self, division: rows.Division) -> None:
        each, met = division.setup.tables_each, Counter[frozenset[int]]()
        taken: dict[int, Counter[int]] = {}
        for row in division.rounds:
            tables = [tuple(table.players) for table in rows.tables_in_order(row)]
            played = Counter(player for table in tables for player in table)
            is_once = self.new.format in ("match", "cup", "knockout") and not self._is_at_once(division)
            if is_once and (any(count != each for count in played.values()) or played.keys() & set(row.byes)):
                self._fault("a player sits at more tables than drawn")
            if len({table.table_id for table in row.tables.all()}) != len(tables):
                self._fault("a table is missing or doubled")
            for table in tables:
                for seat, player in enumerate(table):
                    taken.setdefault(player, Counter())[seat] += 1
            if self.new.format == "match":
                self._check_repeats(tables, met, set(division.before(row.number).present) - set(row.byes))
        if self.new.format == "cup":
            self._check_seats(division, taken)

    def _is_at_once(self, division: rows.Division) -> bool:
        design = designs.design(len(division.entries), self.new.seats) if self.new.format == "cup" else None
        return design is not None and len(design.rounds) == 1

    def _check_repeats(self, tables: Sequence[tuple[int, ...]], met: Counter[frozenset[int]], playing: set[int]) -> None:
        """Compare with a maximum matching of those who have not met: it is complete if and only if no repeat is necessary."""
        pairs = {frozenset(table) for table in tables}
        if any(met[pair] for pair in pairs):
            unmet = networkx.Graph((a, b) for a in playing for b in playing if a < b and not met[frozenset((a, b))])
            if 2 * len(networkx.max_weight_matching(unmet, maxcardinality=True)) == len(playing):
                self._fault("a pairing was repeated without need")
            self.found.counts["rounds with necessary repeats"] += 1
        met.update(pairs)

    def _check_seats(self, division: rows.Division, taken: dict[int, Counter[int]]) -> None:
        tables = [table for row in division.rounds for table in row.tables.all()]
        if not tables:
            return
        seats = range(min(len(table.players) for table in tables))
        spread = max(max(each[seat] for seat in seats) - min(each[seat] for seat in seats) for each in taken.values())
        is_design = designs.design(len(division.entries), self.new.seats) is not None
        if is_design and not self.withdrawn and spread > 1:
            self._fault(f"seats of one player in a design differ by {spread}")
        if not is_design:
            self.found.swiss_spreads.append(spread)
            if spread > 2:
                self._fault(f"seats of one player differ by {spread}")

    def _note_ranking(self) -> None:
        """Note the strengths in the order of the standing, if nobody withdrew or missed a round."""
        if self.withdrawn or self.idle or self.is_real or self.new.format == "season":
            return
        ranked = self.event.entries.order_by("rank").values_list("user", flat=True)
        size = "4–12" if self.count <= SMALL[1] else "13–40" if self.count <= MIDDLE[1] else "41–200"
        rounds = self.event.rounds.count()
        name = f"{self.new.format}, {self.new.seats} at a table, {size} players, {rounds} round{'s' * (rounds > 1)}"
        self.found.rankings.append((name, [self.strengths[user_id] for user_id in ranked]))


def _break_off() -> None:
    raise Killed


def _kill_process() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _survives(task: Callable[[], object], nth: int) -> bool:
    """Run a task in a process that is killed before its n-th write. Return whether it came to its end before."""
    # Processes cannot share a connection.
    connection.close()
    process = os.fork()
    if process == 0:
        code = 1
        try:
            with connection.execute_wrapper(_killer(nth, _kill_process)):
                task()
            code = 0
        finally:
            os._exit(code)
    status = os.waitpid(process, 0)[1]
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise RuntimeError("the task failed in its process")
    return not os.WIFSIGNALED(status)


def _killer(nth: int, kill: Callable[[], None]) -> Any:
    """Return a wrapper of statements that calls ``kill`` before the n-th write."""
    counted = iter(range(1, nth + 1))

    def execute(call: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and next(counted, 0) == nth:
            kill()
        return call(sql, params, many, context)

    return execute
