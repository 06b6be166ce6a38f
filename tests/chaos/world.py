"""What everybody of a run shares, and patience with a database that is away."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from importlib import import_module
from itertools import product

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import DatabaseError, InterfaceError, connection, transaction

from accounts.models import User
from tables.models import MailChoice, Move, Notification, Table, Webhook
from tests.chaos.browser import Browser
from tests.chaos.clock import Clock
from tests.chaos.ledger import CALM, Ledger, Tally

PATIENCE = 60.0
GUESTS = 3


@dataclass
class World:
    """``weather`` is the fault that is just on; ``asleep`` are people who never answer.

    ``only``: what the names of the faults of processes, servers and clock have in common, empty for all of them.
    ``rushed`` are rows of decisions whose time was made to be over. ``jumping`` is held while the clock is set, and by whoever
    measures how far clocks were moved on.
    """

    port: int
    clock: Clock
    seed: int
    only: str = ""
    ledger: Ledger = field(default_factory=Ledger)
    tally: Tally = field(default_factory=Tally)
    browsers: dict[int, Browser] = field(default_factory=dict)
    guests: list[User] = field(default_factory=list)
    asleep: frozenset[int] = frozenset()
    weather: str = CALM
    is_over: threading.Event = field(default_factory=threading.Event)
    sweep: Callable[[int], None] = lambda _number: None
    rushed: set[int] = field(default_factory=set)
    jumping: threading.Lock = field(default_factory=threading.Lock)

    def kind(self, manner: str) -> str:
        """What something is put down to: how it is sent, or else the fault that is on."""
        return manner or self.weather


def patient[T](call: Callable[[], T]) -> T:
    """Ask the database until it answers; whatever is done here may be done again."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return call()
        except (DatabaseError, InterfaceError):
            connection.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def signed_in(port: int, user: User) -> Browser:
    """A browser that this person has signed in with."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.set_expiry(10 * 24 * 3600)
    session.save()
    return Browser(port, session.session_key)


def people(world: World, awake: int, asleep: int, *, hooks: str) -> list[User]:
    """Everybody who plays, with a browser each, half of them with a webhook below ``hooks``; the last ones never answer."""
    with transaction.atomic():
        found = [
            User.objects.create_user(f"player{number}@example.org", display_name=f"Player {number}")
            for number in range(awake + asleep)
        ]
        # A clock that jumps by a month must not sweep them away: that is a test of its own.
        later = world.clock.now() + timedelta(days=3650)
        world.guests = [User.objects.create_guest(language="en", time_zone="UTC", now=later) for _number in range(GUESTS)]
        world.browsers = {user.pk: signed_in(world.port, user) for user in (*found, *world.guests)}
        # A letter with a picture takes longer than a move: half of them want none.
        for user, kind in product(found[::2], Notification.Kind):
            MailChoice.objects.create(user=user, kind=kind, cadence=MailChoice.Cadence.NEVER, changed_at=world.clock.now())
        for user in found[::2]:
            Webhook.objects.create(owner=user, kind="json", url=f"{hooks}/{user.pk}", secret="s", made_at=world.clock.now())
    world.asleep = frozenset(user.pk for user in found[awake:])
    return found


def summary(world: World, mails: int, posts: int) -> str:
    """How much happened between the faults."""
    moves = sum(sent.yes for sent in world.ledger.sent)
    begun, over = Table.objects.exclude(started_at=None), Table.objects.filter(status=Table.Status.ENDED)
    recorded = Move.objects.count()
    return (
        f"{moves} moves of people were accepted and {recorded} recorded at {begun.count()} tables, of which {over.count()} "
        f"came to their end; {mails} mails and {posts} messages to webhooks arrived."
    )
