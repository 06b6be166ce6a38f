"""The ring of events: one database, one event after another, each rolled back at its end."""

import logging
import time
from collections import defaultdict
from random import Random
from statistics import mean

from django.db import transaction
from django.test.runner import DiscoverRunner

from accounts.models import User
from config.supervision.supervisor import say
from tests.events.simulated import Found, Simulation
from tests.events.strength import kendall, spearman
from tests.site.factories import person
from tests.stub_game.registering import registered

MOST_PLAYERS, MOST_TOLD = 200, 20


def run(events: int, seed: int, seconds: float, kind: str) -> int:
    """Simulate events until the time is over. Print the findings, and return the exit code."""
    logging.disable(logging.ERROR)
    runner, began = DiscoverRunner(verbosity=0, interactive=False), time.monotonic()
    databases = runner.setup_databases()
    found, number = Found(), 0
    try:
        people = [person("Courier") for _number in range(MOST_PLAYERS)]
        host = person("Operator")
        User.objects.filter(pk=host.pk).update(is_staff=True)
        host.refresh_from_db()
        with registered():
            while number < events and time.monotonic() - began < seconds:
                _one(Random(f"{seed}/{number}"), number, host, people, found, kind)
                number += 1
    finally:
        runner.teardown_databases(databases)
    _tell(found)
    say(f"events: {number} events, seed {seed}: {found.words()}; {len(found.faults)} faults")
    return 1 if found.faults else 0


def _one(random: Random, number: int, host: User, people: list[User], found: Found, kind: str) -> None:
    before = len(found.faults)
    simulation = Simulation(random, number, host, people, found, kind)
    if simulation.has_processes:
        # Other processes go on from what is committed. Its rows stay, and disturb no later event.
        simulation.run()
    else:
        with transaction.atomic():
            simulation.run()
            transaction.set_rollback(True)
    for fault in found.faults[before : before + MOST_TOLD]:
        say(f"event {number}: {fault}")


def _tell(found: Found) -> None:
    swiss = found.swiss_spreads
    if swiss:
        even = sum(spread <= 1 for spread in swiss)
        say(
            f"events: in {even} of {len(swiss)} Swiss fields ({even / len(swiss):.1%}) seats of each player differ by at most 1"
        )
    groups: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for name, strengths in found.rankings:
        groups[name].append((spearman(strengths), kendall(strengths)))
    for name, values in sorted(groups.items()):
        rho, tau = mean(each[0] for each in values), mean(each[1] for each in values)
        say(f"events: {name}: Spearman {rho:.2f}, Kendall {tau:.2f} in {len(values)} events")
