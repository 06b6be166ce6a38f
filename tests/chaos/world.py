"""Shared state of a run, and retries while the database is away."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from importlib import import_module
from itertools import product

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import DatabaseError, InterfaceError, connection, transaction

from accounts.models import User
from tables.models import Event, MailChoice, Move, Notification, Table, Webhook
from tests.chaos.browser import Browser
from tests.chaos.clock import Clock
from tests.chaos.ledger import CALM, Ledger, Tally

PATIENCE = 60.0
GUESTS = 3
# Number of faults to name if the site has not recovered from them.
LATEST = 6


@dataclass
class World:
    """Shared state of a run: ``weather`` is the current fault, ``latest`` the last few.

    ``asleep`` are users who make no decisions.

    ``only`` limits the faults of processes, servers and clock to those with this text in their name; empty means all.
    ``rushed`` are decisions that were made overdue on purpose. ``jumping`` is a lock, held while the clock is set and while
    the effect of an outage on deadlines is measured.
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
    latest: deque[str] = field(default_factory=lambda: deque(maxlen=LATEST))
    is_over: threading.Event = field(default_factory=threading.Event)
    sweep: Callable[[int], None] = lambda _number: None
    rushed: set[int] = field(default_factory=set)
    jumping: threading.Lock = field(default_factory=threading.Lock)

    def kind(self, manner: str) -> str:
        """Return the kind of fault to blame: the manner of sending if it is a fault, otherwise the current fault."""
        return manner or self.weather


def patient[T](call: Callable[[], T]) -> T:
    """Return the result of ``call``, which must be safe to repeat. Retry database errors for ``PATIENCE`` seconds."""
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
    """Return a browser with a signed-in session of this user."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.set_expiry(10 * 24 * 3600)
    session.save()
    return Browser(port, session.session_key)


def people(world: World, awake: int, asleep: int, *, hooks: str) -> list[User]:
    """Create the users of a run, each with a browser, and every second one with a webhook below ``hooks``.

    The last ``asleep`` users make no decisions during the faults.
    """
    with transaction.atomic():
        found = [
            User.objects.create_user(f"player{number}@example.org", display_name=f"Player {number}")
            for number in range(awake + asleep)
        ]
        # Guests must survive clock jumps of a month; their expiry has its own test.
        later = world.clock.now() + timedelta(days=3650)
        world.guests = [User.objects.create_guest(language="en", time_zone="UTC", now=later) for _number in range(GUESTS)]
        world.browsers = {user.pk: signed_in(world.port, user) for user in (*found, *world.guests)}
        # An email with a picture takes longer than a move, so half of the users get no emails.
        for user, kind in product(found[::2], Notification.Kind):
            MailChoice.objects.create(user=user, kind=kind, cadence=MailChoice.Cadence.NEVER, changed_at=world.clock.now())
        for user in found[::2]:
            Webhook.objects.create(owner=user, kind="json", url=f"{hooks}/{user.pk}", secret="s", made_at=world.clock.now())
    world.asleep = frozenset(user.pk for user in found[awake:])
    return found


def summary(world: World, mails: int, posts: int) -> str:
    """Return a sentence on the activity between the faults."""
    moves = sum(sent.yes for sent in world.ledger.sent)
    begun, over = Table.objects.exclude(started_at=None), Table.objects.filter(status=Table.Status.ENDED)
    recorded = Move.objects.count()
    events, ended = Event.objects.count(), Event.objects.filter(stage=Event.Stage.OVER).count()
    return (
        f"{moves} moves of people were accepted and {recorded} recorded at {begun.count()} tables, of which {over.count()} "
        f"came to their end, and {events} events, of which {ended} ended; {mails} mails and {posts} messages to webhooks "
        "arrived."
    )
