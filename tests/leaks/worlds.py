"""Prepared site: a running table, other tables, and all their viewers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.test import Client

from accounts.models import User
from engines import chance, registry
from engines.contract import Pending
from tables.models import Club, Relation, Seat, Table
from tables.selectors.play import state
from tables.services.archive import comments, rating
from tables.services.clubs import founding, members
from tables.services.lobby import inviting, practice
from tables.services.mail import choices, feeds
from tables.services.people import onlookers, relations, reports
from tests.leaks.answers import Viewer, same_chance
from tests.site import archiving, factories

NAMES = ("Anna", "Berto", "Chiara", "Dario", "Elena", "Fosco")
LANGUAGES = ("en", "de", "it")
MOST_MOVES = 150
MINUTE = timedelta(minutes=1)


@dataclass
class World:
    """Running table of a game with all users, and three other tables: running, finished and waiting.

    ``players`` sit at the running tables, and the last of them is also an admin. ``move_clock`` sets the time of the site;
    ``now`` is the time of the position.
    """

    number: int
    players: Sequence[User]
    spectator: User
    finished: Table
    waiting: Table
    move_clock: Callable[[datetime], None]
    now: datetime
    guest: User
    club: Club
    cookies: Mapping[int, Mapping[str, str]] = field(default_factory=dict, repr=False)

    @property
    def table(self) -> Table:
        """Table in its current state."""
        return Table.objects.get(pk=self.number)

    @property
    def people(self) -> Sequence[User]:
        """Players and spectator, without the guest."""
        return [*self.players, self.spectator]

    def seat(self, pending: Pending) -> Seat:
        """Return the seat that has a decision."""
        return Seat.objects.select_related("table", "user").get(table=self.number, index=pending.seat)

    def asked(self) -> Sequence[Pending]:
        """Return all open decisions of the table."""
        table = self.table
        return registry.engine(table.game).pending(state.seen(table, None).public)

    def legal(self, pending: Pending) -> list[Any]:
        """Return the legal actions for a decision."""
        return factories.legal(self.seat(pending), pending)

    def plays(self, pending: Pending) -> bool:
        """Return whether the decision belongs to a player who is not the admin."""
        return not self.seat(pending).user.is_staff

    def viewers(self, *without: User | None) -> list[Viewer]:
        """Return all viewers except ``without``: players, the admin who plays, a spectator, a guest and a stranger."""
        found = [Viewer(f"a player ({user})", user, self.cookies[user.pk]) for user in self.players[:-1]]
        operator = self.players[-1]
        found.append(Viewer(f"a player who runs the site ({operator})", operator, self.cookies[operator.pk]))
        found.append(Viewer("somebody signed in", self.spectator, self.cookies[self.spectator.pk]))
        found.append(Viewer("a guest who practises", self.guest, self.cookies[self.guest.pk]))
        return [each for each in found if each.user not in without] + [Viewer("a stranger", None)]

    def play_on(self) -> bool:
        """Play a random legal move of a seat with a decision due. Return False if there is none."""
        asked = factories.waiting(self.table)
        if not asked:
            return False
        self.now += MINUTE
        self.move_clock(self.now)
        label = f"{self.table.game}/{self.table.seq}"
        one = _any(label, asked)
        with same_chance(label):
            factories.send(self.seat(one), _any(f"{label}/action", self.legal(one)), key=one.key, now=self.now)
        return True

    def moments(self) -> Iterator[int]:
        """Yield the number of moves played so far, and play a move after each.

        This ends with the game, or with ``MOST_MOVES``.
        """
        for number in range(MOST_MOVES):
            yield number
            if not self.play_on():
                return


def prepared(game: str, seats: int, move_clock: Callable[[datetime], None]) -> World:
    """Create the site with a table of ``seats`` seats that has just begun, and return its world."""
    now = factories.NOW
    move_clock(now)
    with same_chance(f"{game}/{seats}"):
        players = [person(number, name, is_last=number == seats - 1) for number, name in enumerate(NAMES[:seats])]
        spectator = person(seats, "Piero")
        finished = archiving.finished(*players[:3], name="Over the hills")
        rating.rate_finished(game=finished.game)
        comments.add_comment(table_id=finished.pk, seq=1, user=players[1], text="Well begun.", now=now)
        archiving.shown_variation(finished, players[1], now=now)
        waiting = factories.open_table(players[0], visibility="private", name="Waiting room")
        inviting.invite_person(table_id=waiting.pk, host=players[0], name=spectator.display_name, now=now)
        factories.running_table(*players[:3], name="Elsewhere", pace=factories.BANKED)
        club = _club(players, now)
        more = {"pace": factories.BANKED, "name": "Via Emilia", "looks_back": 1, "club": club}
        opened = factories.open_table(players[0], game=game, seats=seats, **more)
        table = factories.filled(opened, *players)
        onlookers.say(table_id=table.pk, user=spectator, text="What a position.", now=now)
        relations.add_relation(owner=spectator, number=players[0].pk, kind=Relation.Kind.FAVOURITE, now=now)
        reports.report_person(reporter=spectator, number=players[0].pk, reason="They shout.", now=now)
        guest = User.objects.create_guest(language="de", time_zone="Europe/Berlin", now=now)
        practice.open_practice(user=guest, game="specimen", seats=2, options={}, now=now)
        cookies = {user.pk: signed_in(user) for user in (*players, spectator, guest)}
    return World(table.pk, players, spectator, finished, waiting, move_clock, now, guest, club, cookies)


def person(number: int, name: str, *, is_last: bool = False) -> User:
    """Create a user with a language, a feed and a daily email; the last of the players is also an admin."""
    user = factories.person(name)
    user.language = LANGUAGES[number % len(LANGUAGES)]
    user.is_staff = user.is_superuser = is_last
    user.save(update_fields=["language", "is_staff", "is_superuser"])
    choices.set_rhythm(user_id=user.pk, digest_hour=8, quiet_while_here=True, now=factories.NOW)
    feeds.make_feed(user_id=user.pk, now=factories.NOW)
    return user


def _club(players: Sequence[User], now: datetime) -> Club:
    """Found a club of the players, without the spectator."""
    club = founding.found_club(user=players[0], name="The Via Emilia club", joining=Club.Joining.OPEN, now=now)
    for player in players[1:]:
        members.join_club(club_id=club.pk, user=player, now=now)
    return club


def signed_in(user: User) -> Mapping[str, str]:
    """Return the cookies of a new session of a user."""
    client = Client()
    client.force_login(user)
    return {name: morsel.value for name, morsel in client.cookies.items()}


def _any[T](label: str, items: Sequence[T]) -> T:
    return items[chance.pick(b"leaks".ljust(32), label, len(items))[0]]
