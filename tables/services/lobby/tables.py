"""Before the game: opening a table, joining, leaving and calling it off."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from accounts.addresses import holds_address
from accounts.models import User
from engines import chance, registry
from engines.contract import BadOptions, Engine
from tables import clock, paces
from tables.errors import Code, Full, NotRunning, Refusal, Unplayable
from tables.models import Club, Seat, Table
from tables.models.play import new_secret
from tables.selectors import coding
from tables.selectors.archive import roots
from tables.selectors.clubs import clubs
from tables.selectors.people import relations
from tables.services import standing, texts
from tables.services.changes import record_change
from tables.services.lobby import admission
from tables.services.lobby.admission import Conditions
from tables.services.locking import lock
from tables.services.once import made_before, once
from tables.services.play.ending import end
from tables.services.play.start import start

PRACTICE_PACE = "practice"
WORD_LENGTH = NAME_LENGTH = 80
MOST_BACK = 3
BOT_NAMES = ("Fiammetta", "Lucrezia", "Ercole", "Isotta", "Baldassarre", "Violante", "Rinaldo")


@dataclass(frozen=True, kw_only=True)
class NewTable:
    """The choices of a host for a new table.

    ``absences``: whether announced ones stop clocks here. ``excused``: so many missed answers in a row are excused.
    ``conditions``: what it takes to join.
    ``rated``: whether its result changes ratings; None: unless bots play. That of a table by invitation never does.
    ``ranks``: whether turns are ranked by points even so. ``looks_back``: 0 or how many rounds ago everybody may see it.
    ``club``: only its members may join; its tables are rated in the club alone, even if all may look on. A club that outsiders
    do not see has no public tables.
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    pace: clock.Pace | str
    visibility: str = Table.Visibility.PUBLIC
    club: Club | None = None
    name: str = ""
    bots: int = 0
    absences: bool = True
    excused: int = 2
    conditions: Conditions = admission.NONE
    rated: bool | None = None
    ranks: bool = False
    looks_back: int = 0


def create_table(new: NewTable, *, host: User, word: str, token: str = "", now: datetime) -> Table:
    """Open a table with the host at its first place and bots next to them; it starts at once if that fills it.

    ``word`` is the host's for the shuffle, ``token`` as in ``once``.
    Raises a Refusal: unknown_game, bad_seats, bad_bots, bad_pace, bad_condition, bad_options or the engine's own code,
    bad_word, bad_character, too_long, address_in_name, suspended, members_only.
    """
    engine = _engine(new.game)
    if holds_address(new.name):
        raise Refusal(Code.ADDRESS_IN_NAME)
    admission.check_conditions(new.conditions)
    if new.excused not in paces.EXCUSED or not 0 <= new.looks_back <= MOST_BACK:
        raise Refusal(Code.BAD_CONDITION)
    _check_seats(engine, new.seats, new.bots)
    chosen = _options(engine, new.options, new.seats)
    club, rated = new.club, not new.bots if new.rated is None else new.rated
    known = _known_to(new.visibility, club)
    if club is not None and not clubs.is_member(club.pk, host.pk):
        raise Refusal(Code.MEMBERS_ONLY)
    fields = {
        **_game(chosen, new.game),
        "name": texts.line(new.name, NAME_LENGTH),
        "seat_count": new.seats,
        "visibility": known,
        "absences": new.absences,
        "excused": new.excused,
        **new.conditions._asdict(),
        "club_id": club.pk if club else None,
        "rated": rated and (known == Table.Visibility.PUBLIC or club is not None),
        "ranks": new.ranks,
        "looks_back": new.looks_back,
        **_times(new.pace),
    }
    said, make = sorted(fields.items()), partial(_open, fields, host, new.bots, word, now)
    return once(Table, user_id=host.pk, token=token, said=(said, new.bots, word), now=now, make=make)


def _known_to(visibility: str, club: Club | None) -> Table.Visibility:
    """Return who sees the table: a club that outsiders do not see has no public ones."""
    is_hidden = visibility == Table.Visibility.PRIVATE or (club is not None and not club.is_public)
    return Table.Visibility.PRIVATE if is_hidden else Table.Visibility.PUBLIC


@transaction.atomic
def _open(fields: Mapping[str, Any], host: User, bots: int, word: str, now: datetime, key: bytes | None = None) -> Table:
    if not fields.get("practice"):
        standing.check(host, now)
    admission.check_manners(host, now, rated=fields["rated"])
    secret = new_secret()
    chance_of = {"secret": secret, "commitment": chance.commitment(secret), "roots": roots.fixed(key) if key else []}
    table = Table.objects.create(host=host, created_at=now, **chance_of, **fields)
    rows = [Seat(table=table, position=position) for position in range(table.seat_count)]
    _take(rows[0], host, word, now)
    for seat, bot in zip(rows[1 : bots + 1], BOT_NAMES, strict=False):
        seat.bot, seat.joined_at = bot, now
    Seat.objects.bulk_create(rows)
    if bots == table.seat_count - 1:
        start(table, rows, now)
    return table


def join_table(*, table_id: int, user: User, word: str, invite: str | None = None, now: datetime) -> Table:
    """Take the next free place. The game starts when it was the last one.

    Raises a Refusal: already_seated, suspended, not_open, not_invited, removed, members_only, rated_paused, full, bad_word,
    or those of ``admission.check``.
    """
    try:
        with transaction.atomic():
            table = lock(table_id)
            seats = list(table.seats.order_by("position"))
            # First of all: whoever clicked twice on the last seat was not beaten by somebody faster.
            if any(seat.user_id == user.pk for seat in seats):
                raise Refusal(Code.ALREADY_SEATED)
            standing.check(user, now)
            _check_open(table, invite)
            # As any table that is not there any more: nobody learns that it is about them.
            if relations.are_apart_at(table, user.pk):
                raise Refusal(Code.NOT_OPEN)
            if user.pk in table.removed:
                raise Refusal(Code.REMOVED)
            admission.check_member(table, user)
            admission.check_manners(user, now, rated=is_rated(table))
            # Who is asked by name was admitted to the game before.
            if not any(seat.reserved_for_id == user.pk for seat in seats):
                admission.check(table, user, now)
            _sit(seats, user, word, now)
            if all(map(is_taken, seats)):
                start(table, seats, now)
            else:
                record_change(table)
    except IntegrityError:
        raise Refusal(Code.ALREADY_SEATED) from None
    return table


def leave_table(*, table_id: int, user: User, token: str = "", now: datetime) -> Table:
    """Give a place back before the start. The next person becomes the host; with nobody left the table is cancelled.

    ``token``: as in ``once``. Raises a Refusal: already_started, ended, not_seated.
    """
    make = partial(_leave, table_id, user, now)
    return once(Table, user_id=user.pk, token=token, said=("leave", table_id), now=now, make=make)


def left_before(*, code: str, user: User, token: str) -> bool:
    """Return whether this person left the table with this code by the same form; a private one is hidden from them by now."""
    table = Table.objects.only("pk").filter(code=code).first()
    said = ("leave", table.pk if table else 0)
    return made_before(Table, user_id=user.pk, token=token, said=said) is not None


def _leave(table_id: int, user: User, now: datetime) -> Table:
    with transaction.atomic():
        table = lock(table_id)
        _check_waiting(table)
        seats = list(table.seats.order_by("position"))
        mine = next((seat for seat in seats if seat.user_id == user.pk), None)
        if mine is None:
            raise Refusal(Code.NOT_SEATED)
        stays = [seat for seat in seats if seat.user_id and seat is not mine]
        if not stays:
            end(table, [], ended_by=Table.EndedBy.CANCELLED, places={}, now=now)
            return table
        give_back(table, mine, seats)
        if table.host_id == user.pk:
            table.host_id = stays[0].user_id
            table.save(update_fields=["host"])
        record_change(table)
    return table


def cancel_table(*, table_id: int, user: User, now: datetime) -> None:
    """Call a table off before the start. Raises a Refusal: already_started, ended, not_host."""
    with transaction.atomic():
        table = lock(table_id)
        _check_waiting(table)
        if table.host_id != user.pk:
            raise Refusal(Code.NOT_HOST)
        end(table, [], ended_by=Table.EndedBy.CANCELLED, places={}, now=now)


def _engine(game: str) -> Engine:
    try:
        return registry.engine(game)
    except KeyError:
        raise Refusal(Code.UNKNOWN_GAME) from None


def _check_seats(engine: Engine, seats: int, bots: int) -> None:
    if seats not in engine.seat_range:
        raise Refusal(Code.BAD_SEATS)
    if not 0 <= bots < seats:
        raise Refusal(Code.BAD_BOTS)


def _options(engine: Engine, options: Mapping[str, Any], seats: int) -> Any:
    """The validated options; a trial start finds what only the engine knows."""
    try:
        chosen = msgspec.convert(dict(options), engine.Options)
        engine.start(chosen, seats, bytes(32))
    except msgspec.ValidationError:
        raise Refusal(Code.BAD_OPTIONS) from None
    except BadOptions as error:
        raise Unplayable(error) from None
    return chosen


def create_practice(
    *,
    user: User,
    game: str,
    seats: int,
    options: Mapping[str, Any],
    key: bytes | None = None,
    token: str = "",
    now: datetime,
) -> Table:
    """Open a practice table for ``user`` with bots at all its other seats; it starts at once. ``token``: as in ``once``.

    ``key``: all its draws follow from this one, the same at every such table, instead of from a secret of its own.

    Raises a Refusal: unknown_game, bad_seats, bad_options or the engine's own code.
    """
    engine = _engine(game)
    _check_seats(engine, seats, seats - 1)
    fields = {
        **_game(_options(engine, options, seats), game),
        "seat_count": seats,
        "visibility": Table.Visibility.PRIVATE,
        "practice": True,
        "rated": False,
        "pace": PRACTICE_PACE,
        "decision_minutes": 0,
        "reply_minutes": 0,
    }
    # Whoever practises gives no word: nobody is there whom it would protect.
    said, make = sorted(fields.items()), partial(_open, fields, user, seats - 1, PRACTICE_PACE, now, key)
    return once(Table, user_id=user.pk, token=token, said=said, now=now, make=make)


def game_fields(game: str, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """What a table keeps of its game, its options checked. Raises a Refusal: unknown_game, bad_options or the engine's own."""
    return _game(_options(_engine(game), options, seats), game)


def _game(chosen: Any, game: str) -> dict[str, Any]:
    return {"game": game, "version": chosen.version, "options": coding.to_text(chosen)}


def _times(pace: clock.Pace | str) -> dict[str, Any]:
    chosen = clock.PACES.get(pace) if isinstance(pace, str) else pace
    if chosen is None or any(paces.faults(chosen)):
        raise Refusal(Code.BAD_PACE)
    return paces.columns(chosen)


def _check_waiting(table: Table) -> None:
    if table.status != Table.Status.WAITING:
        raise NotRunning(Code.ENDED if table.status == Table.Status.ENDED else Code.ALREADY_STARTED)


def _check_open(table: Table, invite: str | None) -> None:
    is_invited = secrets.compare_digest((invite or "").encode(errors="replace"), table.invite.encode())
    # Of a club's tables its membership decides, which is looked up after this.
    if table.visibility == Table.Visibility.PRIVATE and table.club_id is None and not is_invited:
        raise Refusal(Code.NOT_INVITED)
    if table.status == Table.Status.RUNNING:
        raise Full()
    if table.status != Table.Status.WAITING:
        raise Refusal(Code.NOT_OPEN)


def _sit(seats: list[Seat], user: User, word: str, now: datetime) -> None:
    free = [seat for seat in seats if not is_taken(seat) and seat.reserved_for_id in (None, user.pk)]
    if not free:
        raise Full()
    # One's own seat first.
    seat = min(free, key=lambda seat: (seat.reserved_for_id is None, seat.position))
    _take(seat, user, word, now)
    seat.reserved_for = None
    claimed = Seat.objects.filter(pk=seat.pk, user=None, bot="")
    if not claimed.update(user=user, word=seat.word, joined_at=now, reserved_for=None):
        raise Full()


def _take(seat: Seat, user: User, word: str, now: datetime) -> None:
    seat.user, seat.word, seat.joined_at = user, _word(word), now


def is_rated(table: Table) -> bool:
    """Whether its result changes ratings."""
    return table.rated and table.visibility == Table.Visibility.PUBLIC


def is_taken(seat: Seat) -> bool:
    """Whether somebody sits there."""
    return bool(seat.user_id or seat.bot)


def give_back(table: Table, seat: Seat, seats: list[Seat]) -> None:
    """A place of a locked table that still waits becomes free; ``seats`` are all of them."""
    if table.rotates:
        _vacate(seat)
    else:
        _close_ranks(seat, seats)


def _vacate(seat: Seat) -> None:
    """Where seats rotate positions are the order of play: nobody moves up."""
    seat.user, seat.word, seat.joined_at = None, "", None
    seat.save(update_fields=["user", "word", "joined_at"])


def _close_ranks(left: Seat, seats: list[Seat]) -> None:
    """The place becomes the last free one, so that positions always are the order of joining."""
    table = left.table
    left.delete()
    for seat in seats:
        if seat.position > left.position:
            seat.position -= 1
            seat.save(update_fields=["position"])
    Seat.objects.create(table=table, position=len(seats) - 1)


def _word(text: str) -> str:
    word = texts.line(text, WORD_LENGTH)
    if not word:
        raise Refusal(Code.BAD_WORD)
    return word
