"""Pages that links alone do not reach: each kind of decision, each step of each guide, and emails."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from accounts.models import User
from engines import chance, playout, registry
from engines.contract import Pending, When, encode
from engines.guide import guides_of
from tables.models import Event, Lesson, MailChoice, Notification, Table
from tables.services.lobby import lessons
from tables.services.play.advance import advance_table
from tests.engines.guided import Lesson as Played
from tests.engines.guided import as_written
from tests.rows import rewrite
from tests.site import factories, mailing
from tests.site.events.running_events import DAY, advance, play_tables, started

MODES: dict[str, tuple[dict[str, Any], ...]] = {
    "gonzaga": ({},),
    "principato": ({}, {"feeding": "sealed"}),
    "zena1814": ({"mode": "expert"}, {"mode": "beginner"}),
}
NAMES = {"gonzaga": "Letters to the Doge", "principato": "Three good years", "zena1814": "Under the Lanterna"}


class Visit(NamedTuple):
    """Address, and the user who visits it, or None for a stranger."""

    user: User | None
    address: str


def positions(game: str, seats: int, options: dict[str, Any]) -> Iterator[tuple[Any, Pending]]:
    """Play a game of bots. Yield its first and last state with each kind of decision, and the decision."""
    engine = registry.engine(game)
    chosen = msgspec.convert(options, engine.Options)
    key = chance.game_key(b"screens", f"{game} {sorted(options.items())}", b"{}", [str(seats)])
    record = playout.play_game(engine, chosen, [playout.decider("bot", engine, key)] * seats, key)
    first: dict[str, tuple[Any, Pending]] = {}
    last: dict[str, tuple[Any, Pending]] = {}
    for step in record.steps():
        for pending in engine.pending(step.state.public):
            if pending.when is When.NOW:
                first.setdefault(pending.kind, (step.state, pending))
                last[pending.kind] = (step.state, pending)
    yield from first.values()
    yield from (found for kind, found in last.items() if found[0] is not first[kind][0])


def modes_of(game: str) -> tuple[dict[str, Any], ...]:
    """Return the game options under which a game is checked."""
    return MODES.get(game, ({},))


def at(people: Sequence[User], game: str, mode: dict[str, Any], state: Any, pending: Pending, now: datetime) -> Visit:
    """Create a table at a position. Return the visit of the player who decides."""
    table = factories.running_table(*people[: len(state.hands)], game=game, options=mode, now=now, name=NAMES.get(game, game))
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=now)
    return Visit(people[pending.seat], f"/t/{table.code}/")


def phases(people: Sequence[User], now: datetime) -> Iterator[Visit]:
    """Create a table at each position, and yield the visit of its deciding player.

    For turns and plans, also yield the visit to the planning board.
    """
    for game in registry.PLAYABLE:
        most = registry.engine(game).seat_range[-1]
        for mode in modes_of(game):
            for seats in sorted({2, min(len(people), most)}):
                for state, pending in positions(game, seats, mode):
                    visit = at(people[:seats], game, mode, state, pending, now)
                    yield visit
                    if pending.kind in {"turn", "plan"}:
                        yield Visit(visit.user, f"{visit.address}plan/")


def stations(now: datetime) -> Iterator[Visit]:
    """Create a table at each step of each guide, and yield the visit of its own learner."""
    for game in registry.PLAYABLE:
        for guide in guides_of(game):
            played = Played(guide)
            for number, _station in enumerate(played.play(as_written)):
                learner = factories.person("Learner")
                table = lessons.begin(user=learner, slug=guide.slug, now=now)
                rewrite(Table.objects.filter(pk=table.pk), state=encode(played.state).decode())
                Lesson.objects.filter(table=table).update(station=guide.stations[number].id)
                advance_table(table_id=table.pk, now=now)
                yield Visit(learner, f"/t/{table.code}/")


def letters(language: str) -> Iterator[str]:
    """Play some moves of each game. Yield the HTML of the emails to its two players."""
    for game in registry.PLAYABLE:
        people = [factories.person(name) for name in ("Anna", "Bruno")]
        User.objects.update(language=language)
        table = factories.running_table(*people, game=game, name=NAMES.get(game, game))
        for most, days in ((0, 1), (24, 2)):
            factories.play_to_end(table, most=most)
            sent = mailing.work_off(factories.NOW + timedelta(days=days))
            yield from (str(alternative.content) for letter in sent for alternative in letter.alternatives)


def letters_of_events(language: str) -> Iterator[str]:
    """Play an event of pairs to its end. Yield the HTML of the emails to its players, of which one gets daily emails."""
    event, people = started(4, round_count=2)
    User.objects.update(language=language)
    daily = {"cadence": MailChoice.Cadence.DIGEST, "changed_at": factories.NOW}
    MailChoice.objects.bulk_create(MailChoice(user=people[0], kind=kind, **daily) for kind in Notification.Kind)
    now = event.closes_at
    while event.stage == Event.Stage.RUNNING:
        advance(event, event.rounds.latest("number").ends_at - DAY)
        play_tables(event)
        now += DAY
        event = advance(event, now)
        sent = mailing.work_off(now + DAY)
        yield from (str(alternative.content) for letter in sent for alternative in letter.alternatives)
