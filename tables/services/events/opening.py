"""Opening, changing and cancelling an event before it starts."""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction

from accounts.addresses import holds_address
from accounts.models import User
from engines import registry
from tables import paces
from tables.clock import PACES, Pace
from tables.errors import Code, Refusal
from tables.models import Club, Event, EventNote, Membership
from tables.selectors.clubs import clubs
from tables.services import suspensions, texts
from tables.services.events import letters
from tables.services.events.locking import lock
from tables.services.lobby import admission
from tables.services.lobby.admission import Conditions
from tables.services.lobby.tables import game_fields
from tables.services.once import create_once

LONGEST_NAME, LONGEST_TEXT, LONGEST_REASON = 80, 2000, 200
SHORTEST_NAME = 3
MOST_PLAYERS = 200
ROUNDS, GROUPS = range(1, 12), range(2, 9)
ROUND_DAYS, SIGN_UP_DAYS = range(3, 121), range(1, 61)
ABSENCE_DAYS = range(61)
# Hours between the draw of a round and the opening of its tables.
NOTICE_HOURS = (0, 12, 24, 48)
Format = Event.Format
# Number of seats for which a format can be opened.
PAIRS = range(2, 3)
SEATS = {
    Format.MATCH: PAIRS,
    Format.KNOCKOUT: PAIRS,
    Format.CUP: range(3, 6),
    Format.SEASON: range(3, 6),
    Format.GROUPS: range(3, 6),
}
# Sizes of further tables in a round, if the number of players is not divisible (``engines.events.tables.sizes``).
OTHER_SIZES = {3: {4}, 4: {3}, 5: {4}}
# Formats in which a player sits at one table in a round (pairs: once in each seat), so that all can have the same deal.
WITH_SAME_DEAL = (Format.MATCH, Format.KNOCKOUT, Format.CUP)


@dataclass(frozen=True, kw_only=True)
class NewEvent:
    """Organiser's choices for a new event; the fields are explained at the model.

    ``sign_up_days``: days until signing up ends.
    """

    name: str
    game: str
    format: str
    seats: int
    options: Mapping[str, Any]
    pace: Pace | str
    round_days: int
    sign_up_days: int
    text: str = ""
    round_count: int = 0
    group_count: int = 0
    least: int = 4
    most: int = MOST_PLAYERS
    absence_days: int = 7
    notice_hours: int = 0
    same_deal: bool = False
    bots: bool = False
    min_reliability: int = 0
    min_rating: int | None = None
    max_rating: int | None = None
    language: str = ""
    club: Club | None = None


def may_open(user: User, club: Club | None) -> bool:
    """Return whether a person may open events: operators, and officers for their club."""
    if club is None:
        return bool(user.is_active and user.is_staff)
    mine = Membership.objects.filter(club=club, user=user, state=Membership.State.MEMBER)
    return mine.filter(role=Membership.Role.OFFICER, club__closed_at=None).exists()


def open_event(new: NewEvent, *, host: User, token: str = "", now: datetime) -> Event:
    """Open an event for signing up. ``token``: as in ``create_once``.

    Raises a Refusal: not_organiser, suspended, unknown_game, event_seats, event_rounds, event_groups, event_days,
    event_players, event_deal, event_name, address_in_name, too_long, bad_character, bad_pace, bad_condition, bad_options or
    the engine's own code.
    """
    if not may_open(host, new.club):
        raise Refusal(Code.NOT_ORGANISER)
    fields = _fields(new) | _names(new)
    closes_at = now + timedelta(days=new.sign_up_days)
    make = partial(_create, fields, host, closes_at, now)
    content = (sorted(asdict(new).items(), key=lambda item: item[0]),)
    return create_once(Event, user_id=host.pk, token=token, content=content, now=now, make=make)


def preview(new: NewEvent, *, now: datetime) -> Event:
    """Return the event that ``open_event`` would open now, unsaved and without its name and text.

    Raises its Refusals, except those about the organiser, the name and the text.
    """
    return Event(**_fields(new), closes_at=now + timedelta(days=new.sign_up_days))


def cancel_event(*, event_id: int, by: User, reason: str, now: datetime) -> None:
    """Cancel an event before it starts, with a reason for those who signed up. A second time nothing happens.

    Raises a Refusal: not_organiser, event_started, no_reason, too_long, bad_character.
    """
    with transaction.atomic():
        event = lock(event_id)
        if not may_organise(event, by):
            raise Refusal(Code.NOT_ORGANISER)
        if event.stage == Event.Stage.CANCELLED:
            return
        if event.stage != Event.Stage.OPEN:
            raise Refusal(Code.EVENT_STARTED)
        call_off(event, reason=texts.reason(reason, LONGEST_REASON), by=by, now=now)


def call_off(event: Event, *, reason: str = "", by: User | None = None, now: datetime) -> None:
    """Cancel a locked event. Without a reason there were too few players."""
    event.stage, event.ended_at, event.due_at = Event.Stage.CANCELLED, now, None
    event.save(update_fields=["stage", "ended_at", "due_at"])
    EventNote.objects.create(event=event, kind=EventNote.Kind.CANCELLED, by=by, reason=reason, at=now)
    letters.cancelled(event=event, reason=reason, now=now)


def may_organise(event: Event, user: User | None) -> bool:
    """Return whether a person may act as organiser: the host, operators, and officers of the event's club."""
    if user is None or not user.pk or not user.is_active:
        return False
    return user.pk == event.host_id or user.is_staff or (event.club is not None and may_open(user, event.club))


def _create(fields: Mapping[str, Any], host: User, closes_at: datetime, now: datetime) -> Event:
    with transaction.atomic():
        suspensions.check(host, now)
        seed = secrets.token_hex(32)
        times = {"closes_at": closes_at, "due_at": closes_at, "created_at": now}
        return Event.objects.create(host=host, seed=seed, **times, **fields)


def _fields(new: NewEvent) -> dict[str, Any]:
    """Return the checked columns of an event, without its name and text."""
    if new.game not in {engine.slug for engine in registry.engines(specimens=True)}:
        raise Refusal(Code.UNKNOWN_GAME)
    _check_format(new)
    _check_numbers(new)
    conditions = Conditions(new.min_reliability, new.min_rating, new.max_rating, new.language)
    admission.check_conditions(conditions)
    pace = PACES.get(new.pace) if isinstance(new.pace, str) else new.pace
    if pace is None or any(paces.faults(pace)):
        raise Refusal(Code.BAD_PACE)
    return {
        **game_fields(new.game, new.options, new.seats),
        "format": new.format,
        "seats": new.seats,
        "round_count": new.round_count,
        "group_count": new.group_count if new.format == Format.GROUPS else 0,
        "round_days": new.round_days,
        "pace": paces.to_text(pace if pace in PACES.values() else replace(pace, slug=paces.CUSTOM)),
        "absence_days": new.absence_days,
        "notice_hours": new.notice_hours,
        "same_deal": new.same_deal,
        "bots": new.bots,
        "least": new.least,
        "most": new.most,
        **{name: getattr(conditions, name) for name in ("min_reliability", "min_rating", "max_rating", "language")},
        "club": new.club,
    }


def _names(new: NewEvent) -> dict[str, str]:
    name = texts.line(new.name, LONGEST_NAME)
    if len(name) < SHORTEST_NAME:
        raise Refusal(Code.EVENT_NAME, least=SHORTEST_NAME)
    if holds_address(name):
        raise Refusal(Code.ADDRESS_IN_NAME)
    return {"name": name, "text": texts.readable(new.text, LONGEST_TEXT)}


def _check_format(new: NewEvent) -> None:
    if new.format not in Format or new.seats not in SEATS[Format(new.format)]:
        raise Refusal(Code.EVENT_SEATS)
    if not OTHER_SIZES.get(new.seats, set()) | {new.seats} <= set(registry.engine(new.game).seat_range):
        raise Refusal(Code.EVENT_SEATS)
    if new.format in (Format.MATCH, Format.CUP) and new.round_count not in ROUNDS:
        raise Refusal(Code.EVENT_ROUNDS, least=ROUNDS[0], most=ROUNDS[-1])
    if new.format == Format.GROUPS and (new.group_count not in GROUPS or new.group_count > new.seats):
        raise Refusal(Code.EVENT_GROUPS, most=new.seats)
    if new.same_deal and new.format not in WITH_SAME_DEAL:
        raise Refusal(Code.EVENT_DEAL)


def _check_numbers(new: NewEvent) -> None:
    days = ((new.round_days, ROUND_DAYS), (new.sign_up_days, SIGN_UP_DAYS), (new.absence_days, ABSENCE_DAYS))
    if any(value not in limits for value, limits in days) or new.notice_hours not in NOTICE_HOURS:
        raise Refusal(Code.EVENT_DAYS)
    least = new.group_count * new.seats if new.format == Format.GROUPS else new.seats
    if not _fits_club(new) or not least <= new.least <= new.most <= MOST_PLAYERS:
        raise Refusal(Code.EVENT_PLAYERS, least=least, most=MOST_PLAYERS)


def _fits_club(new: NewEvent) -> bool:
    """Return whether the club has as many members as the event needs."""
    return new.club is None or clubs.size(new.club) >= new.least
