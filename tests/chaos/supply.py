"""Tables of all games, practice games of guests, and events, so that there is always something to do."""

import random
from collections.abc import Sequence

from accounts.models import User
from engines import registry
from tables import clock
from tables.models import Event, Table
from tables.services.events import entering, opening
from tables.services.lobby import practice, tables
from tests.chaos.world import World, patient

GAMES = registry.PLAYABLE + registry.SPECIMENS
PRACTICE = "practice"
# Shortest pace that the form allows. A table of a run has minutes instead, so that deadlines pass.
PACE = clock.Pace("custom", clock.HOUR, clock.HOUR)
MINUTES = {"decision_minutes": 3, "reply_minutes": 2, "bank_minutes": 2, "increment_minutes": 1, "bank_cap_minutes": 3}


# Games of two that are over after few moves, for knock-outs of two stages.
SHORT = ("pebbles", "specimen")
ENTRANTS = 3


class Supply:
    """Tables of one player thread: one of each game, a practice game of a guest, and those of an event."""

    def __init__(self, world: World, users: Sequence[User], dice: random.Random) -> None:
        self.world, self.users, self.dice = world, users, dice
        self.tables: dict[str, int] = {}
        self.event: int | None = None

    @property
    def ids(self) -> Sequence[int]:
        """Ids of all tables, running or not. Read from the database for the event."""
        of_event = Table.objects.filter(event=self.event).values_list("pk", flat=True) if self.event else ()
        return [*self.tables.values(), *of_event]

    def fill(self) -> None:
        """Open a table for every game without a running one, a practice game and an event if none is running."""
        running = patient(
            lambda: set(
                Table.objects.filter(pk__in=self.tables.values(), status=Table.Status.RUNNING, quarantined_at=None).values_list(
                    "pk", flat=True
                )
            )
        )
        for game in GAMES:
            if self.tables.get(game) not in running:
                self.tables[game] = patient(lambda game=game: self._open(game))
        if self.world.guests and self.tables.get(PRACTICE) not in running:
            self.tables[PRACTICE] = patient(self._practise)
        if not patient(Event.objects.filter(pk=self.event, stage__in=(Event.Stage.OPEN, Event.Stage.RUNNING)).exists):
            self.event = patient(self._compete)

    def _compete(self) -> int:
        """Open an event whose signing up has ended. The next sweep starts it."""
        now = self.world.clock.now()
        host = User.objects.filter(is_staff=True).first() or User.objects.create_superuser("organiser@example.org")
        new = opening.NewEvent(
            name="Cup of the storm",
            game=self.dice.choice(SHORT),
            format=Event.Format.KNOCKOUT,
            seats=2,
            options={},
            pace=PACE,
            round_days=3,
            sign_up_days=1,
            least=ENTRANTS,
        )
        event = opening.open_event(new, host=host, now=now)
        awake = [user for user in self.users if user.pk not in self.world.asleep]
        for user in self.dice.sample(awake, ENTRANTS):
            entering.enter(event_id=event.pk, user=user, now=now)
        Event.objects.filter(pk=event.pk).update(closes_at=now, due_at=now)
        return event.pk

    def _practise(self) -> int:
        guest, game = self.dice.choice(self.world.guests), self.dice.choice(GAMES)
        seats = self.dice.choice([each for each in (2, 3) if each in registry.engine(game).seat_range])
        table = practice.open_practice(user=guest, game=game, seats=seats, options={}, now=self.world.clock.now())
        Table.objects.filter(pk=table.pk).update(kept=True)
        return table.pk

    def _open(self, game: str) -> int:
        seats = self.dice.choice([each for each in (2, 3, 4) if each in registry.engine(game).seat_range])
        bots = self.dice.choice([0, 1]) if seats > 2 else 0
        awake = [user for user in self.users if user.pk not in self.world.asleep]
        sleepers = [user for user in self.users if user.pk in self.world.asleep]
        persons = self.dice.sample(awake, seats - bots)
        if len(persons) > 2 and self.dice.random() < 0.5:
            persons[-1] = self.dice.choice(sleepers)
        now = self.world.clock.now()
        new = tables.NewTable(game=game, seats=seats, options={}, pace=PACE, bots=bots)
        table = tables.create_table(new, host=persons[0], word="chaos", now=now)
        Table.objects.filter(pk=table.pk).update(**MINUTES)
        for user in persons[1:]:
            tables.join_table(table_id=table.pk, user=user, word="chaos", now=now)
        return table.pk
