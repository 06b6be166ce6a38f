"""Founding, changing and closing a club."""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts import names
from accounts.addresses import holds_address
from accounts.models import User
from config import characters
from tables.errors import Code, Refusal
from tables.models import Club, ClubEvent, Membership
from tables.models.play import new_code
from tables.services import suspensions, texts
from tables.services.clubs.members import MOST_CLUBS, lock, officer
from tables.services.once import create_once

MOST_FOUNDED = 3
SHORTEST_NAME, LONGEST_NAME, LONGEST_TEXT, LONGEST_REASON = 3, 60, 2000, 200


def found_club(
    *,
    user: User,
    name: str,
    text: str = "",
    joining: Club.Joining = Club.Joining.APPROVAL,
    outsiders: Club.Outsiders = Club.Outsiders.PAGE,
    token: str = "",
    now: datetime,
) -> Club:
    """Create a club with its founder as only member and officer. ``token``: as in ``create_once``.

    Raises a Refusal: suspended, too_many_clubs, in_many_clubs, club_name, address_in_club, too_long, bad_character.
    """
    fields = _fields(name, text, joining, outsiders)
    make = partial(_create, user, fields, now)
    return create_once(Club, user_id=user.pk, token=token, content=sorted(fields.items()), now=now, make=make)


def change_club(
    *, club_id: int, user: User, name: str, text: str, joining: Club.Joining, outsiders: Club.Outsiders, now: datetime
) -> None:
    """Change the name, text and settings of a club, as an officer.

    Raises a Refusal: not_officer, suspended, and those of ``found_club`` for names and texts.
    """
    fields = _fields(name, text, joining, outsiders)
    with transaction.atomic():
        officer(lock(club_id), user, now)
        Club.objects.filter(pk=club_id).update(**fields)


def close_club(*, club_id: int, user: User, now: datetime) -> None:
    """Close a club as an officer. Its games continue. Raises a Refusal: not_officer, suspended."""
    with transaction.atomic():
        officer(lock(club_id), user, now)
        Club.objects.filter(pk=club_id).update(closed_at=now)


def close_by_operator(*, club_id: int, reason: str, now: datetime) -> None:
    """Close a club as an admin, with a reason. Raises a Refusal: no_reason, too_long, bad_character."""
    reason = texts.reason(reason, LONGEST_REASON)
    Club.objects.filter(pk=club_id, closed_at=None).update(closed_at=now, closed_because=reason)


@transaction.atomic
def _create(user: User, fields: dict[str, str], now: datetime) -> Club:
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk))  # one request at a time
    suspensions.check(user, now)
    if Club.objects.alive().filter(made_by=user).count() >= MOST_FOUNDED:
        raise Refusal(Code.TOO_MANY_CLUBS, most=MOST_FOUNDED)
    memberships = Membership.objects.filter(user=user, state=Membership.State.MEMBER, club__closed_at=None)
    if memberships.count() >= MOST_CLUBS:
        raise Refusal(Code.IN_MANY_CLUBS, most=MOST_CLUBS)
    club = Club.objects.create(slug=new_code(), made_by=user, made_at=now, **fields)
    Membership.objects.create(club=club, user=user, state=Membership.State.MEMBER, role=Membership.Role.OFFICER, at=now)
    ClubEvent.objects.create(club=club, user=user, kind=ClubEvent.Kind.FOUNDED, at=now)
    return club


def _fields(name: str, text: str, joining: Club.Joining, outsiders: Club.Outsiders) -> dict[str, str]:
    clean_name = names.tidy(name)
    texts.check_characters(clean_name)
    if not SHORTEST_NAME <= len(clean_name) <= LONGEST_NAME or characters.is_empty(clean_name):
        raise Refusal(Code.CLUB_NAME, least=SHORTEST_NAME, most=LONGEST_NAME)
    if holds_address(clean_name):
        raise Refusal(Code.ADDRESS_IN_CLUB)
    description = texts.readable(text, LONGEST_TEXT)
    return {"name": clean_name, "text": description, "joining": joining.value, "outsiders": outsiders.value}
