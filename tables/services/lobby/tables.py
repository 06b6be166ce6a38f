"""Tables before the game: opening, joining, leaving and cancelling."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
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
from tables.models import Club, Seat, Table, Webhook
from tables.models.play import new_secret
from tables.selectors import coding
from tables.selectors.archive import roots
from tables.selectors.clubs import clubs
from tables.selectors.people import relations
from tables.services import suspensions, texts
from tables.services.changes import record_change
from tables.services.lobby import admission
from tables.services.lobby.admission import Conditions
from tables.services.locking import lock
from tables.services.once import create_once, find_created
from tables.services.play.ending import end
from tables.services.play.start import start

PRACTICE_PACE = "practice"
# Columns in which a practice table differs from others.
PRACTICE_COLUMNS: Mapping[str, Any] = {
    "visibility": Table.Visibility.PRIVATE,
    "practice": True,
    "rated": False,
    "pace": PRACTICE_PACE,
    "decision_minutes": 0,
    "reply_minutes": 0,
}
WORD_LENGTH = NAME_LENGTH = 80
MOST_BACK = 3
BOT_NAMES = ("Fiammetta", "Lucrezia", "Ercole", "Isotta", "Baldassarre", "Violante", "Rinaldo")


@dataclass(frozen=True, kw_only=True)
class NewTable:
    """Host's choices for a new table.

    ``absences``: True if announced absences stop clocks here. ``excused``: number of missed deadlines in a row that are
    excused. ``conditions``: conditions for joining. ``rated``: True if the result changes ratings; None means rated unless bots
    play. Tables by invitation are rated only in a club. ``ranks``: True if turns are ranked by points even in a rated game.
    ``looks_back``: 0, or the number of rounds after which everybody can see the game. ``club``: only its members can join. Its
    tables are rated only in the club, even if everybody can watch. A club that is hidden from outsiders has no public tables.
    ``levels``: level of each bot; empty if all are merchants.
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    pace: clock.Pace | str
    visibility: str = Table.Visibility.PUBLIC
    club: Club | None = None
    name: str = ""
    bots: int = 0
    levels: Sequence[str] = ()
    absences: bool = True
    excused: int = 2
    conditions: Conditions = admission.NONE
    rated: bool | None = None
    ranks: bool = False
    looks_back: int = 0


def create_table(new: NewTable, *, host: User, word: str, token: str = "", now: datetime) -> Table:
    """Open a table with the host on the first seat, then bots. The game starts if no seat is left.

    ``word``: the host's word for the shuffle. ``token``: as in ``create_once``. Raises a Refusal: unknown_game, bad_seats,
    bad_bots, guest_bots, bad_pace, bad_condition, bad_options or the engine's own code, bad_word, bad_character, too_long,
    address_in_name, suspended, members_only.
    """
    engine = _engine(new.game)
    if holds_address(new.name):
        raise Refusal(Code.ADDRESS_IN_NAME)
    admission.check_conditions(new.conditions)
    if new.excused not in paces.EXCUSED or not 0 <= new.looks_back <= MOST_BACK:
        raise Refusal(Code.BAD_CONDITION)
    _check_seats(engine, new.seats, new.bots)
    bots = _with_levels(BOT_NAMES[: new.bots], new.levels, host)
    options = _options(engine, new.options, new.seats)
    if new.club is not None and not clubs.is_member(new.club.pk, host.pk):
        raise Refusal(Code.MEMBERS_ONLY)
    fields = {
        **_game(options, new.game),
        "name": texts.line(new.name, NAME_LENGTH),
        "seat_count": new.seats,
        "absences": new.absences,
        "excused": new.excused,
        **_admission(new),
        "ranks": new.ranks,
        "looks_back": new.looks_back,
        **_times(new.pace),
    }
    choices, make = sorted(fields.items()), partial(_open, fields, host, bots, word, now)
    return create_once(Table, user_id=host.pk, token=token, content=(choices, bots, word), now=now, make=make)


def excluded(new: NewTable, *, host: User, people: Iterable[User], now: datetime) -> list[User]:
    """Return the people who would not be allowed to join a table with these choices."""
    table = Table(game=new.game, host=host, **_admission(new))
    return [person for person in people if not admission.may_come(table, person, now, rated=is_rated(table))]


def _admission(new: NewTable) -> dict[str, Any]:
    """Return the columns that decide who can join."""
    visibility, rated = _known_to(new.visibility, new.club), not new.bots if new.rated is None else new.rated
    return {
        "visibility": visibility,
        "club_id": new.club.pk if new.club else None,
        "rated": rated and (visibility == Table.Visibility.PUBLIC or new.club is not None),
        **new.conditions._asdict(),
    }


def _known_to(visibility: str, club: Club | None) -> Table.Visibility:
    """Return the visibility of the table. Tables of a club that outsiders cannot see are private."""
    is_hidden = visibility == Table.Visibility.PRIVATE or (club is not None and not club.is_public)
    return Table.Visibility.PRIVATE if is_hidden else Table.Visibility.PUBLIC


@transaction.atomic
def _open(
    fields: Mapping[str, Any],
    host: User,
    bots: Sequence[tuple[str, str]],
    word: str,
    now: datetime,
    key: bytes | None = None,
    people: Sequence[str] = (),
) -> Table:
    if not fields.get("practice"):
        suspensions.check(host, now)
    admission.check_manners(host, now, rated=fields["rated"])
    secret = new_secret()
    chance_fields = {"secret": secret, "commitment": chance.commitment(secret), "roots": roots.fixed(key) if key else []}
    table = Table.objects.create(host=host, created_at=now, **chance_fields, **fields)
    rows = [Seat(table=table, position=position) for position in range(table.seat_count)]
    players = [_at_screen(host, name, now) for name in people] or [host]
    for seat, person in zip(rows, players, strict=False):
        _take(seat, person, word, now)
    for seat, bot in zip(rows[len(players) :], bots, strict=False):
        (seat.bot, seat.level), seat.joined_at = bot, now
    Seat.objects.bulk_create(rows)
    if len(bots) == table.seat_count - len(players):
        start(table, rows, now)
    return table


def _at_screen(host: User, name: str, now: datetime) -> User:
    """Return a new guest who plays at the screen of ``host``, with the host's language, time zone and settings for tables."""
    settings = {field: getattr(host, field) for field in ("language", "time_zone", "hints", "sends_at_once")}
    return User.objects.create_guest(**settings, display_name=name, now=now)


def join_table(*, table_id: int, user: User, word: str, invite: str | None = None, now: datetime) -> Table:
    """Take the seat reserved for the user, or the next free one. The game starts when no seat is left.

    Raises a Refusal: already_seated, suspended, not_open, not_invited, removed, members_only, rated_paused, full, bad_word, or
    those of ``admission.check``.
    """
    try:
        with transaction.atomic():
            table = lock(table_id)
            seats = list(table.seats.order_by("position"))
            # This check comes first, so that a second click on the last seat is not refused as full.
            if any(seat.user_id == user.pk for seat in seats):
                raise Refusal(Code.ALREADY_SEATED)
            suspensions.check(user, now)
            _check_open(table, invite)
            # The refusal is the same as for a table that is not open, so that it does not reveal the block.
            if relations.are_apart_at(table, user.pk):
                raise Refusal(Code.NOT_OPEN)
            if user.pk in table.removed:
                raise Refusal(Code.REMOVED)
            admission.check_member(table, user)
            admission.check_manners(user, now, rated=is_rated(table))
            # A person invited by name does not have to meet the conditions.
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
    """Leave a table before the start. If the host leaves, the next person becomes host; an empty table is cancelled.

    ``token``: as in ``create_once``. Raises a Refusal: already_started, ended, not_seated.
    """
    make = partial(_leave, table_id, user, now)
    return create_once(Table, user_id=user.pk, token=token, content=("leave", table_id), now=now, make=make)


def left_before(*, code: str, user: User, token: str) -> bool:
    """Return whether this user has already left the table with the same form. A private table is hidden from them now."""
    table = Table.objects.only("pk").filter(code=code).first()
    content = ("leave", table.pk if table else 0)
    return find_created(Table, user_id=user.pk, token=token, content=content) is not None


def _leave(table_id: int, user: User, now: datetime) -> Table:
    with transaction.atomic():
        table = lock(table_id)
        _check_waiting(table)
        seats = list(table.seats.order_by("position"))
        own_seat = next((seat for seat in seats if seat.user_id == user.pk), None)
        if own_seat is None:
            raise Refusal(Code.NOT_SEATED)
        remaining = [seat for seat in seats if seat.user_id and seat is not own_seat]
        if not remaining:
            end(table, [], ended_by=Table.EndedBy.CANCELLED, places={}, now=now)
            return table
        give_back(table, own_seat, seats)
        if table.host_id == user.pk:
            table.host_id = remaining[0].user_id
            table.save(update_fields=["host"])
        record_change(table)
    return table


def cancel_table(*, table_id: int, user: User, now: datetime) -> None:
    """Cancel a table before the start. Raises a Refusal: already_started, ended, not_host."""
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
    """Return the validated options; a trial start runs the engine's own checks."""
    try:
        validated = msgspec.convert(dict(options), engine.Options)
        engine.start(validated, seats, bytes(32))
    except msgspec.ValidationError:
        raise Refusal(Code.BAD_OPTIONS) from None
    except BadOptions as error:
        raise Unplayable(error) from None
    return validated


def create_practice(
    *,
    user: User,
    game: str,
    seats: int,
    options: Mapping[str, Any],
    bots: Sequence[str] = (),
    levels: Sequence[str] = (),
    people: Sequence[str] = (),
    key: bytes | None = None,
    token: str = "",
    now: datetime,
) -> Table:
    """Open a practice table for ``user`` with bots on all other seats, and start it. ``token``: as in ``create_once``.

    ``bots``: names from ``BOT_NAMES``, one for each bot; if empty, the first names. ``levels``: level of each bot; empty if all
    are merchants.

    ``people``: names of the people who play at the screen of ``user``; then ``user`` has no seat.

    ``key``: fixed key of all draws, instead of the table's own secret. Tables with the same key have the same draws.

    Raises a Refusal: unknown_game, bad_seats, bad_bots, guest_bots, bad_options or the engine's own code.
    """
    engine = _engine(game)
    count = seats - max(len(people), 1)
    _check_seats(engine, seats, count)
    bot_names = list(bots) or BOT_NAMES[:count]
    if len(set(bot_names)) != count or not set(bot_names) <= set(BOT_NAMES):
        raise Refusal(Code.BAD_BOTS)
    named = _with_levels(bot_names, levels, user)
    fields = {
        **_game(_options(engine, options, seats), game),
        "seat_count": seats,
        **PRACTICE_COLUMNS,
        "hot_seat": bool(people),
    }
    # A practice table needs no word, because there is no other player to protect from.
    make = partial(_open, fields, user, named, PRACTICE_PACE, now, key, people)
    content = (sorted(fields.items()), *bots, *levels, *people)
    return create_once(Table, user_id=user.pk, token=token, content=content, now=now, make=make)


def _with_levels(names: Sequence[str], levels: Sequence[str], host: User) -> Sequence[tuple[str, str]]:
    """Return each bot's name with its level. Raises a Refusal: bad_bots, or guest_bots if a guest chose another level."""
    chosen = list(levels) or [Seat.Level.MERCHANT] * len(names)
    if len(chosen) != len(names) or not set(chosen) <= set(Seat.Level):
        raise Refusal(Code.BAD_BOTS)
    if host.is_guest and set(chosen) - {Seat.Level.MERCHANT}:
        raise Refusal(Code.GUEST_BOTS)
    return list(zip(names, chosen, strict=True))


def game_fields(game: str, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return a table's columns for a game with checked options. Raises a Refusal: unknown_game, bad_options or the engine's
    own.
    """
    return _game(_options(_engine(game), options, seats), game)


def _game(options: Any, game: str) -> dict[str, Any]:
    return {"game": game, "version": options.version, "options": coding.to_text(options)}


def _times(pace: clock.Pace | str) -> dict[str, Any]:
    resolved = clock.PACES.get(pace) if isinstance(pace, str) else pace
    if resolved is None or any(paces.faults(resolved)):
        raise Refusal(Code.BAD_PACE)
    return paces.columns(resolved)


def _check_waiting(table: Table) -> None:
    if table.status != Table.Status.WAITING:
        raise NotRunning(Code.ENDED if table.status == Table.Status.ENDED else Code.ALREADY_STARTED)


def _check_open(table: Table, invite: str | None) -> None:
    is_invited = secrets.compare_digest((invite or "").encode(errors="replace"), table.invite.encode())
    # Admission to a club's tables depends on membership, which is checked later.
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
    # A seat reserved for the user comes first.
    seat = min(free, key=lambda seat: (seat.reserved_for_id is None, seat.position))
    _take(seat, user, word, now)
    seat.reserved_for = None
    claimed = Seat.objects.filter(pk=seat.pk, user=None, bot="")
    if not claimed.update(user=user, word=seat.word, joined_at=now, reserved_for=None):
        raise Full()


def _take(seat: Seat, user: User, word: str, now: datetime) -> None:
    seat.user, seat.word, seat.joined_at = user, _word(word), now


def is_rated(table: Table) -> bool:
    """Return whether the table is rated and public."""
    return table.rated and table.visibility == Table.Visibility.PUBLIC


def is_taken(seat: Seat) -> bool:
    """Return whether a person or bot has taken the seat."""
    return bool(seat.user_id or seat.bot)


def give_back(table: Table, seat: Seat, seats: list[Seat]) -> None:
    """Free a seat of a locked waiting table, and delete the webhooks of its player; ``seats`` are all its seats."""
    Webhook.objects.filter(table=table, made_by=seat.user_id).delete()
    if table.rotates:
        _vacate(seat)
    else:
        _close_ranks(seat, seats)


def _vacate(seat: Seat) -> None:
    """Free a seat without renumbering the other seats, because rotating seats are in the order of play."""
    seat.user, seat.word, seat.joined_at = None, "", None
    seat.save(update_fields=["user", "word", "joined_at"])


def _close_ranks(freed: Seat, seats: list[Seat]) -> None:
    """Move the freed seat to the end, so that positions stay in the order of joining."""
    table = freed.table
    freed.delete()
    for seat in seats:
        if seat.position > freed.position:
            seat.position -= 1
            seat.save(update_fields=["position"])
    Seat.objects.create(table=table, position=len(seats) - 1)


def _word(text: str) -> str:
    word = texts.line(text, WORD_LENGTH)
    if not word:
        raise Refusal(Code.BAD_WORD)
    return word
