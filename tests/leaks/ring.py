"""The ring: each viewer requests everything in worlds that differ in one hidden part.

No viewer may be able to distinguish these worlds. At each position every request is made once. Its answer depends only on its
database reads, so it is the same in all worlds in which these reads have the same results. All other requests are repeated in
each world, and their answers are compared byte for byte.
"""

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import redis
from django.conf import settings
from django.core import mail
from django.urls import Resolver404, resolve
from django.utils import timezone

from engines.contract import encode
from tables.channels import posts
from tables.channels.bulletin import read_bulletin
from tables.channels.notice import read_notice
from tables.models import Decision, Delivery, Notification, Seat, Webhook
from tables.selectors.mail.mailing import is_overtaken
from tables.selectors.play import presence, state
from tests.leaks import lookups, rows
from tests.leaks.addresses import addresses
from tests.leaks.answers import Answer, Ask, Read, Site, Viewer, result, rolled_back, same_chance, watched
from tests.leaks.parts import Part
from tests.leaks.worlds import World
from tests.site import mailing

MAIL = Ask("the mails of two days")
MOST_FINDINGS = 40
DAYS = timedelta(days=2)
# Maximum number of requests to one view with the same names in their query strings or forms.
MOST_ALIKE = 2


@dataclass(frozen=True)
class Finding:
    """Possible leak: the viewer, the request and the first difference."""

    viewer: str
    ask: str
    part: str
    what: str

    def __str__(self) -> str:
        return f"{self.ask}\n    as {self.viewer}\n    hidden: {self.part}\n    {self.what}"


@dataclass
class Ring:
    """Check of one table with all its findings.

    ``until`` is the end of the check in monotonic seconds. ``only`` is a regular expression for the addresses to request.
    """

    world: World
    until: float = float("inf")
    only: str = ""
    findings: list[Finding] = field(default_factory=list)
    asked: int = 0
    compared: int = 0
    left_out: int = 0

    def __post_init__(self) -> None:
        self.site = Site(lambda: _public(self.world))
        self._cache = redis.Redis.from_url(settings.REDIS_URL)
        # Answers of each viewer at the last position, and the results of their database reads.
        self._known: dict[str, Mapping[Ask, Answer]] = {}
        self._found: dict[Read, int] = {}

    def look_at(self, parts: Sequence[Part]) -> None:
        """Request everything at this position, then repeat each request that could reveal one of these parts.

        If time is limited, half of it goes into the first round, and each viewer gets an equal share.
        """
        viewers = {viewer.name: viewer for part in parts for viewer in part.hidden_from}
        begun, share = time.monotonic(), (self.until - time.monotonic()) / 2 / len(viewers)
        asked = {}
        for number, (name, viewer) in enumerate(viewers.items(), 1):
            asked[name] = self.everything(viewer, begun + number * share)
        self.know(asked)
        for part in parts:
            self.compare(part)

    def know(self, answers: Mapping[str, Mapping[Ask, Answer]]) -> None:
        """Record each viewer's answers at the current position, by name."""
        self._known = {**self._known, **answers}
        reads = {read for found in self._known.values() for answer in found.values() for read in answer.reads}
        self._found = {read: result(read) for read in reads}

    def compare(self, part: Part) -> None:
        """Repeat all requests that a part could affect in each of its worlds."""
        if not self._has_time():
            self.left_out += sum(len(self._known[viewer.name]) for viewer in part.hidden_from)
            return
        hidden, moved = self._worlds(part)
        asks: dict[Viewer, list[Ask]] = {}
        for viewer in part.hidden_from:
            touched = hidden.tables | moved.tables
            again = [ask for ask, answer in self._known[viewer.name].items() if _may_change(answer, moved.reads, touched)]
            found = [*again, *filter(self._is_meant, lookups.of_the_admin(self.world, viewer, hidden))]
            asks[viewer] = [ask for ask in found if not (part.redealt and REPLAYED.search(ask.address))]
        first, *others = part.worlds
        with self._in_world(part, first):
            answers = {(viewer, ask): self.ask(viewer, ask) for viewer in asks for ask in asks[viewer] if self._has_time()}
        for name in others:
            with self._in_world(part, name):
                for (viewer, ask), one in answers.items():
                    if self._has_time():
                        self._tell_apart(viewer, ask, f"{part.name}: {first}, or {name}", one)

    def _tell_apart(self, viewer: Viewer, ask: Ask, what: str, one: Answer) -> None:
        """Repeat a request in another world, and record any difference.

        A sent form may reveal the hidden part to everybody; then the answers may differ. The number of queries of a form is not
        compared, since the table may then play prepared turns or drop them.
        """
        self.compared += 1
        other = self.ask(viewer, ask)
        if one.after == other.after:
            self._find(viewer, ask, what, one.differs(other if ask.sent is None else replace(other, queries=one.queries)))

    def _worlds(self, part: Part) -> "tuple[rows.Difference, _Moved]":
        """Enter each world of a part.

        Return the rows that differ between the worlds, and the reads of the position that they affect. Public information must
        be the same in all of these worlds.
        """
        snapshots, publics, reads = {"": rows.snapshot()}, set(), set()
        for name in part.worlds:
            with self._in_world(part, name):
                snapshots[name] = rows.snapshot()
                publics.add(_public(self.world))
                changed = rows.difference(snapshots[""], snapshots[name]).tables
                reads |= {read for read, found in self._found.items() if read.tables & changed and result(read) != found}
        assert len(publics) == 1, f"{part.name}: everybody can tell these worlds apart by the rules"
        first, *others = part.worlds
        differ = [rows.difference(snapshots[first], snapshots[name]) for name in others]
        assert all(each.cells for each in differ), f"{part.name}: nothing is hidden"
        tables = reduce(or_, (rows.difference(snapshots[""], snapshots[name]) for name in part.worlds)).tables
        return reduce(or_, differ), _Moved(frozenset(reads), tables)

    def _in_world(self, part: Part, name: str) -> "_World":
        return _World(self.world, part.worlds[name])

    def everything(self, viewer: Viewer, until: float) -> dict[Ask, Answer]:
        """Make all requests of a viewer, and return the answers by request.

        Follow links and forms of the pages, and try the names that views read, as far as ``until`` and ``MOST_ALIKE`` allow.
        Requests of an earlier position are not repeated if they would read the same rows.
        """
        found = {ask: answer for ask, answer in self._known.get(viewer.name, {}).items() if self._stays(answer)}
        waiting = [Ask(address) for address in addresses(self.world, viewer)] + list(lookups.orders_of_the_admin(viewer))
        random.Random(viewer.name).shuffle(waiting)
        waiting = [ask for ask in [*waiting, MAIL] if ask not in found and self._is_meant(ask)]
        alike, known = Counter[tuple[Any, ...]](), {*waiting, *found}
        while waiting and time.monotonic() < until:
            ask = waiting.pop()
            found[ask] = self._look(viewer, ask)
            for more in self._leads(viewer, ask, found[ask]):
                alike[kind := _kind(more)] += more not in known
                if more not in known and alike[kind] <= MOST_ALIKE and self._is_meant(more):
                    waiting.append(more)
                known.add(more)
        self.left_out += len(waiting)
        return found

    def _stays(self, answer: Answer) -> bool:
        return not answer.written and all(result(read) == self._found[read] for read in answer.reads)

    def _leads(self, viewer: Viewer, ask: Ask, answer: Answer) -> Iterator[Ask]:
        if ask.sent is not None:
            return
        if answer.status == 200 and not ask.htmx and not ask.address.startswith(f"/{settings.ADMIN_PATH}"):
            yield Ask(ask.address, htmx=True)
        read = self.site.asked_for
        if not ask.address.startswith(f"/{settings.ADMIN_PATH}"):
            yield from lookups.offered(ask, answer)
            if "?" not in ask.address:
                yield from lookups.read(self.world, viewer, ask, read)

    def _look(self, viewer: Viewer, ask: Ask) -> Answer:
        """Make a first request. Record a finding if it fails or makes an absent player look present."""
        answer = self.ask(viewer, ask)
        self._find(viewer, ask, "nothing", f"status {answer.status}" if answer.status == 500 else "")
        self.look_for_traces(viewer, ask)
        return answer

    def look_for_traces(self, viewer: Viewer, ask: Ask) -> None:
        """Record a finding if this request makes another player of the table look present."""
        if self._cache.dbsize():
            for seat in self.world.table.seats.exclude(user=viewer.user and viewer.user.pk).select_related("user"):
                seems = presence.is_here(seat.user_id or 0, timezone.now())
                told = f"{seat.user} looks present though somebody else asked" if seems else ""
                self._find(viewer, ask, "who is at the table", told)

    def ask(self, viewer: Viewer, ask: Ask) -> Answer:
        """Make a request as a viewer in the current world, and return the answer."""
        self.asked += 1
        return self._mails(viewer) if ask is MAIL else self.site.ask(viewer, ask, masks=self._masks())

    def _masks(self) -> Mapping[bytes, bytes]:
        """Return masks for receipts of sealed answers. They differ with the answer but reveal nothing."""
        sealed = self.world.table.moves.filter(sealed=True).values_list("receipt", "seq")
        return {receipt.encode(): f"receipt of {seq}".encode() for receipt, seq in sealed}

    def _mails(self, viewer: Viewer) -> Answer:
        """Send all kinds of news to a viewer, and return their emails of two days and their messages to webhooks and devices.

        Everything is undone afterwards.
        """
        if viewer.user is None:
            return Answer(0, (), b"")
        with rolled_back(), same_chance("mails"), watched() as seen:
            _tell_everything(self.world, viewer)
            sent = [each for each in mailing.work_off(timezone.now() + DAYS) if viewer.user.email in each.to]
            body = b"\n".join([*(each.message().as_bytes() for each in sent), *_told_elsewhere(self.world, viewer)])
            mail.outbox.clear()
        for hidden, shown in self._masks().items():
            body = body.replace(hidden, shown)
        seen.queries = 0  # a reader cannot see the number of queries
        return seen.answer(len(sent), (), body)

    def _find(self, viewer: Viewer, ask: Ask, part: str, what: str) -> None:
        found = Finding(str(viewer), str(ask), part, what)
        if what and found not in self.findings:
            self.findings.append(found)

    def _is_meant(self, ask: Ask) -> bool:
        return re.search(self.only, ask.address) is not None

    def _has_time(self) -> bool:
        return time.monotonic() < self.until

    def report(self) -> str:
        """Return all findings as text: similar findings together, and pages of the site before lists of the admin."""
        alike: dict[tuple[str, ...], list[Finding]] = {}
        for found in self.findings:
            alike.setdefault((found.ask.partition("?")[0], found.viewer, found.part), []).append(found)
        groups = sorted(alike.values(), key=lambda group: settings.ADMIN_PATH in group[0].ask)
        told = [f"{group[0]}{f' (and {len(group) - 1} alike)' if len(group) > 1 else ''}" for group in groups[:MOST_FINDINGS]]
        more = [f"… and {len(groups) - MOST_FINDINGS} more addresses"] if len(groups) > MOST_FINDINGS else []
        return "\n\n".join([f"{len(self.findings)} findings", *told, *more])


# Addresses that deal again and replay the record. With another secret they show another game, so they are compared only
# between worlds that share a secret.
REPLAYED = re.compile(r"/recap/\?(.*&)?step=|/plan/\?(.*&)?at=|/earlier/")


@dataclass(frozen=True)
class _Moved:
    """Reads of a position with other results in some world of a part, and the database tables that differ."""

    reads: frozenset[Read]
    tables: frozenset[str]


class _World:
    """One world of a part for the duration of a block. Everything is restored afterwards, including the time."""

    def __init__(self, world: World, deed: Callable[[], object]) -> None:
        self._world, self._deed = world, deed
        self._kept = rolled_back()

    def __enter__(self) -> None:
        self._kept.__enter__()
        self._world.move_clock(self._world.now)
        with same_chance("world"):
            self._deed()

    def __exit__(self, *how: Any) -> None:
        self._kept.__exit__(*how)
        self._world.move_clock(self._world.now)


def _may_change(answer: Answer, reads: frozenset[Read], tables: frozenset[str]) -> bool:
    """Return whether an answer could differ in some world."""
    if answer.written & tables or (answer.is_read_back and answer.tables & tables):
        return True
    return not reads.isdisjoint(answer.reads)


def _public(world: World) -> tuple[bytes, int, str]:
    table = world.table
    return encode(state.seen(table, None).public), table.seq, table.status


def _kind(ask: Ask) -> tuple[Any, ...]:
    """Return a key that is equal for requests to the same view with the same names in query string or form."""
    parts = urlsplit(ask.address)
    try:
        view = resolve(parts.path).view_name
    except Resolver404:
        view = parts.path
    names = tuple(name for name, _value in parse_qsl(parts.query))
    return view if names or ask.sent else parts.path, ask.htmx, names, ask.sent and tuple(name for name, _value in ask.sent)


def _tell_everything(world: World, viewer: Viewer) -> None:
    """Create a notification of every kind for the viewer, if they have a seat at the table."""
    seat: Seat | None = world.table.seats.filter(user=viewer.user).first()
    if seat is None:
        return
    asked = Decision.objects.filter(seat=seat, closed_at=None).order_by("pk").first()
    for kind in Notification.Kind:
        told = Notification.objects.create(
            recipient=viewer.user,
            key=f"ring:{kind}",
            kind=kind,
            table=world.table,
            seat=seat,
            decision_key=asked.key if asked else "",
            since_seq=seat.seen_seq,
            upto_seq=world.table.seq,
            created_at=timezone.now(),
        )
        Delivery.objects.create(notification=told, next_at=timezone.now())


def _told_elsewhere(world: World, viewer: Viewer) -> Iterator[bytes]:
    """Yield the messages for a viewer's webhooks and devices, and for a webhook of the table.

    Each kind of news has its own message.
    """
    hook, now = Webhook(kind=Webhook.Kind.JSON, language="en", made_at=timezone.now()), timezone.now()
    mine = Notification.objects.filter(recipient=viewer.user, table=world.table)
    # Outdated notifications, such as an invitation to a running game, are not sent.
    told = [each for each in mine.select_related("recipient", "table", "seat").order_by("pk") if not is_overtaken(each)]
    notices = [read_notice([each], number=0, now=now) for each in told]
    if world.table.state:
        notices.append(read_bulletin(hook, world.table, now=now).notice)
    yield from (posts.request(hook, notice).body for notice in notices)
