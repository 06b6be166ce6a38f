"""Tables of all games, and practice games of guests, so that there is always something to do."""

import random
from collections.abc import Sequence

from accounts.models import User
from engines import registry
from tables import clock
from tables.models import Table
from tables.services.lobby import practice, tables
from tests.chaos.world import World, patient

GAMES = registry.PLAYABLE + registry.SPECIMENS
PRACTICE = "practice"
# Shortest pace that the form allows. A table of a run has minutes instead, so that deadlines pass.
PACE = clock.Pace("custom", clock.HOUR, clock.HOUR)
MINUTES = {"decision_minutes": 3, "reply_minutes": 2, "bank_minutes": 2, "increment_minutes": 1, "bank_cap_minutes": 3}


class Supply:
    """Tables of one player thread: one of each game, and a practice game of a guest."""

    def __init__(self, world: World, users: Sequence[User], dice: random.Random) -> None:
        self.world, self.users, self.dice = world, users, dice
        self.tables: dict[str, int] = {}

    def fill(self) -> None:
        """Open a table for every game without a running one, and a practice game if none is running."""
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
