"""Every address of the resolver, filled in for a prepared world.

A new address is included automatically if its arguments have known names. ``LEFT_OUT`` names the addresses that are not
requested, each with the reason.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.db.models import QuerySet
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RegexPattern

from accounts.models import User
from engines import registry
from tables.games import pictures
from tables.mail import tokens
from tables.models import (
    Absence,
    ChatMessage,
    Decision,
    Event,
    EventTable,
    Feed,
    Heartbeat,
    Move,
    MoveComment,
    PlanNode,
    Report,
    ShownPlan,
    SiteEvent,
    Table,
)
from tables.selectors.mail import links
from tables.selectors.mail.cadence import Cadence, Kind
from tests.leaks.answers import Viewer
from tests.leaks.worlds import World

LEFT_OUT: Mapping[str, str] = {}
"""Addresses that are not asked, by their pattern, and why."""

BY_EXPRESSION: Mapping[str, Sequence[str]] = {
    "admin:app_list": ["admin/tables/", "admin/accounts/"],
    "admin:catch_all": ["admin/nowhere/", "admin/tables"],
}
"""Addresses whose pattern is a regular expression, by the name of the view."""

_ARGUMENT = re.compile(r"<(?:(\w+):)?(\w+)>")


class Missing(AssertionError):
    """Error for a part of an address without a known value."""


class Pattern(NamedTuple):
    """Address of the site: its route in the syntax of ``path`` (or a regular expression), and the name of its view."""

    route: str
    view: str
    is_expression: bool


def patterns(resolver: URLResolver | None = None, before: str = "", space: str = "") -> Iterator[Pattern]:
    """Yield all addresses, including those of the admin and of every application."""
    for each in (resolver or get_resolver()).url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from patterns(each, route, f"{space}{each.namespace}:" if each.namespace else space)
        elif isinstance(each, URLPattern):
            name = each.name or ("catch_all" if "url" in each.pattern.regex.groupindex else "unnamed")
            yield Pattern(route, space + name, isinstance(each.pattern, RegexPattern))


def addresses(world: World, viewer: Viewer) -> list[str]:
    """Return every address that is not left out, filled in with the values of ``ARGUMENTS`` for this viewer.

    Raises Missing with the unknown part.
    """
    found = (f"/{address}" for each in patterns() if each.route not in LEFT_OUT for address in _filled(each, world, viewer))
    return list(dict.fromkeys(found))


def _filled(pattern: Pattern, world: World, viewer: Viewer) -> Iterator[str]:
    if pattern.is_expression:
        if pattern.view not in BY_EXPRESSION:
            raise Missing(f"{pattern.route} ({pattern.view}) is a regular expression: add addresses of it to BY_EXPRESSION.")
        yield from BY_EXPRESSION[pattern.view]
        return
    names = [name for _converter, name in _ARGUMENT.findall(pattern.route)]
    values = [_values(pattern, name, world, viewer) for name in names]
    for chosen in product(*values):
        texts = iter(chosen)
        yield _ARGUMENT.sub(lambda _found, texts=texts: str(next(texts)), pattern.route)


def _values(pattern: Pattern, name: str, world: World, viewer: Viewer) -> Sequence[Any]:
    give = ARGUMENTS.get(f"{pattern.view} {name}") or ARGUMENTS.get(name)
    if give is None:
        told = f"{pattern.route} ({pattern.view}) takes <{name}>: say in tests/leaks/addresses.py ARGUMENTS what to put there"
        raise Missing(f"{told} (or leave the address out in LEFT_OUT and say why).")
    return give(world, viewer, pattern)


def _stamp(_world: World, _viewer: Viewer, _pattern: Pattern) -> Sequence[str]:
    return [pictures.stamp()]


type Give = Callable[[World, Viewer, Pattern], Sequence[Any]]


def _codes(world: World, _viewer: Viewer, pattern: Pattern) -> Sequence[str]:
    """Return the codes of the table and of withheld tables. Pages of tables and the archive also get those of other tables."""
    beside = [world.finished] if pattern.view.startswith("archive:") else []
    if pattern.view in ("tables:detail", "staff:table"):
        beside = [world.finished, world.waiting]
    return list(dict.fromkeys(table.code for table in (world.table, *beside, *_withheld())))


def _pulses(world: World, _viewer: Viewer, _pattern: Pattern) -> Sequence[str]:
    return [world.table.pulse]


def _links(world: World, viewer: Viewer, _pattern: Pattern) -> Sequence[str]:
    """Return a token for each open decision of this person, as in their emails, and an invalid one."""
    mine = Decision.objects.filter(table=world.table, seat__user=viewer.user, closed_at=None) if viewer.user else ()
    return [*(links.make(row, row.seat.user_id or 0, world.now) for row in mine), "cut-off"]


def _plans(world: World, viewer: Viewer, _pattern: Pattern) -> Sequence[int]:
    mine = PlanNode.objects.filter(table=world.table, owner=viewer.user) if viewer.user else PlanNode.objects.none()
    return [*mine.values_list("pk", flat=True)[:2], 1]


def _shown(world: World, _viewer: Viewer, _pattern: Pattern) -> Sequence[int]:
    return [*ShownPlan.objects.filter(table__in=(world.table, world.finished)).values_list("pk", flat=True), 1]


def _feed(_world: World, viewer: Viewer, _pattern: Pattern) -> Sequence[str]:
    return [*Feed.objects.filter(user=viewer.user).values_list("token", flat=True), "no-such-feed-no-such-feed"]


def _unsubscribe(_world: World, viewer: Viewer, _pattern: Pattern) -> Sequence[str]:
    return [*([tokens.make(viewer.user.pk, {Kind.TURN: Cadence.AT_ONCE})] if viewer.user else []), "cut-off"]


def _rows(world: World, _viewer: Viewer, pattern: Pattern) -> Sequence[int]:
    """Return the primary keys of an admin page's rows: those in ``OBJECTS`` for the model, or else the first row."""
    label, name = pattern.route.removeprefix(settings.ADMIN_PATH).split("/")[:2]
    model = apps.get_model(label, name)
    found = OBJECTS[model](world) if model in OBJECTS else model._base_manager.order_by("pk")[:1]
    return [row.pk for row in found]


def _people(world: World, _viewer: Viewer, _pattern: Pattern) -> Sequence[int]:
    return list(dict.fromkeys([*(user.pk for user in world.people), *_withheld().values_list("seats__user", flat=True)]))


def _withheld() -> QuerySet[Table]:
    return Table.objects.filter(is_withheld=True).order_by("pk")


def _steps(world: World, _viewer: Viewer, _pattern: Pattern) -> Sequence[int]:
    return [0, world.finished.seq // 2, world.table.seq]


def _games(world: World, _viewer: Viewer, _pattern: Pattern) -> Sequence[str]:
    return list(dict.fromkeys([world.table.game, world.finished.game]))


ARGUMENTS: Mapping[str, Give] = {
    "code": _codes,
    "address": _pulses,
    "version": lambda world, _viewer, _pattern: [world.table.changes, 0],
    "mail:decide token": _links,
    "mail:decide_board token": _links,
    "mail:unsubscribe token": _unsubscribe,
    "tables:feed_atom token": _feed,
    "tables:calendar_ics token": _feed,
    "tables:club_ics token": _feed,
    "tables:data_file token": lambda *_any: ["no-such-archive-no-such-archive"],
    "tables:invite token": lambda world, _viewer, _pattern: [world.waiting.invite],
    "tables:plan_node number": _plans,
    "archive:variation number": _shown,
    "archive:variation_step number": _shown,
    "tables:person number": _people,
    "tables:keep_person number": _people,
    "staff:person number": _people,
    "tables:report_person number": _people,
    "staff:report number": lambda *_any: list(Report.objects.values_list("pk", flat=True)),
    "archive:feed_person number": _people,
    "tables:device number": lambda *_any: [1],
    "tables:hook number": lambda *_any: [1],
    "tables:table_hook number": lambda *_any: [1],
    "clubs:hook number": lambda *_any: [1],
    "events:hook number": lambda *_any: [1],
    "club": lambda world, _viewer, _pattern: [world.club.slug],
    "event": lambda *_any: list(Event.objects.order_by("pk").values_list("code", flat=True)) or ["nosuch22"],
    "kind": lambda *_any: ["json"],
    "mail:outbox_picture number": lambda *_any: [1],
    "mail:dismiss number": lambda *_any: [1],
    "until": lambda _world, viewer, _pattern: [*map(_seconds, Absence.objects.filter(user=viewer.user)), 1],
    "seat": lambda world, _viewer, _pattern: range(world.table.seat_count),
    "tables:earlier_round number": lambda world, *_any: range(1, world.table.round + 1),
    "tables:at_round number": lambda world, *_any: range(1, world.table.round + 1),
    "position": lambda world, _viewer, _pattern: range(world.table.seat_count),
    "step": _steps,
    "stamp": _stamp,
    "decision": lambda world, *_any: list(world.table.decisions.order_by("pk").values_list("pk", flat=True))[-6:],
    "game": _games,
    "slug": _games,
    "language": lambda *_any: ["de", "xx"],
    "provider": lambda *_any: ["resend"],
    "pk": lambda *_any: [1],
    "shelf": lambda *_any: [1],
    "name": lambda *_any: ["no-such-mail"],
    "object_id": _rows,
    "id": lambda world, *_any: [world.people[0].pk],
    "admin:view_on_site object_id": lambda world, *_any: [world.table.pk],
    "content_type_id": lambda *_any: [1],
}
"""What to put into an address: by the name of its view and of the argument, or by that of the argument alone."""

OBJECTS: Mapping[Any, Callable[[World], Iterable[Any]]] = {
    Table: lambda world: [world.table, *_withheld()],
    Move: lambda world: [*world.table.moves.order_by("-seq")[:3], *world.table.moves.filter(sealed=True).order_by("-seq")[:2]],
    Decision: lambda world: Decision.objects.filter(table__in=[world.table, *_withheld()], closed_at=None).order_by("pk"),
    EventTable: lambda _world: EventTable.objects.order_by("pk"),
    SiteEvent: lambda world: world.table.site_events.order_by("-pk")[:1],
    ChatMessage: lambda world: world.table.chat.order_by("-pk")[:1],
    MoveComment: lambda world: world.finished.comments.order_by("-pk")[:1],
    Heartbeat: lambda _world: Heartbeat.objects.order_by("pk")[:1],
    User: lambda world: world.people,
}
"""Which rows of a model of the admin are looked at; any one of those not named here."""


def games() -> Sequence[str]:
    """Return all games, including the specimens."""
    return [engine.slug for engine in registry.engines(specimens=True)]


def _seconds(absence: Absence) -> int:
    """Return the number of an absence in addresses: the seconds from 1970 to its end."""
    return int(absence.ends_at.timestamp())
