"""Membership of a club: joining, asking, inviting, leaving, and decisions of officers. Each change locks the club."""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from accounts import names
from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import Club, ClubEvent, Membership
from tables.selectors.people import relations
from tables.services import suspensions, texts
from tables.services.clubs import letters
from tables.services.once import create_once, find_created

State, Role, Kind = Membership.State, Membership.Role, ClubEvent.Kind
MOST_CLUBS, MOST_MEMBERS, MOST_WAITING = 20, 300, 50
LONGEST_WISH = 300


def join_club(*, club_id: int, user: User, wish: str = "", now: datetime) -> Membership:
    """Join an open club or accept an invitation; otherwise ask the officers. Return the membership.

    ``wish``: the user's message to the officers; another one replaces it while the request waits. Raises a Refusal: suspended,
    by_letter, turned_away, many_wait, in_many_clubs, club_full, too_long, bad_character.
    """
    wish = texts.line(" ".join(wish.split()), LONGEST_WISH)
    with transaction.atomic():
        club = lock(club_id)
        row = club.memberships.filter(user=user).first() or Membership(club=club, user=user, state=State.DECLINED)
        if row.state == State.MEMBER or (row.state == State.ASKED and wish in ("", row.text)):
            return row
        suspensions.check(user, now)
        if row.state == State.ASKED:
            row.text = wish
            row.save(update_fields=["text"])
        elif row.state == State.INVITED or (row.state == State.DECLINED and club.joining == Club.Joining.OPEN):
            _admit(row, now)
        elif row.state == State.REFUSED:
            raise Refusal(Code.TURNED_AWAY)
        elif club.joining == Club.Joining.APPROVAL:
            _check_waiting(club)
            row.state, row.text, row.at, row.by = State.ASKED, wish, now, None
            row.save()
        else:
            raise Refusal(Code.BY_LETTER)
    return row


def withdraw(*, club_id: int, user: User, now: datetime) -> None:
    """Decline an invitation, or withdraw a membership request."""
    with transaction.atomic():
        rows = lock(club_id).memberships.filter(user=user)
        rows.filter(state=State.INVITED).update(state=State.DECLINED, at=now)
        rows.filter(state=State.ASKED).delete()


def leave_club(*, club_id: int, user: User, token: str = "", now: datetime) -> Club:
    """Leave a club; it is closed if this was its last member. Games in progress continue.

    ``token``: as in ``create_once``. Raises a Refusal: last_officer.
    """
    make = partial(_leave, club_id, user, now)
    return create_once(Club, user_id=user.pk, token=token, content=("leave", club_id), now=now, make=make)


def left_before(*, slug: str, user: User, token: str) -> bool:
    """Return whether this user has already left the club with the same form. A non-public club is hidden from them now."""
    club = Club.objects.only("pk").filter(slug=slug).first()
    content = ("leave", club.pk if club else 0)
    return find_created(Club, user_id=user.pk, token=token, content=content) is not None


def _leave(club_id: int, user: User, now: datetime) -> Club:
    with transaction.atomic():
        club = lock(club_id)
        row = _member(club, user.pk)
        if row.is_officer and not _others(row).filter(role=Role.OFFICER).exists() and _others(row).exists():
            raise Refusal(Code.LAST_OFFICER)
        _go(row, now)
    return club


def invite(*, club_id: int, user: User, name: str, token: str = "", now: datetime) -> Membership:
    """Invite a user by name, as an officer; a user who has asked to join is admitted. The user gets an email unless they want
    none.

    ``token``: as in ``create_once``. Raises a Refusal: not_officer, suspended, unknown_person, blocked_by_you, member_already,
    invited_to_club, many_wait, club_full, in_many_clubs.
    """
    make = partial(_invite, club_id, user, name, now)
    return create_once(Membership, user_id=user.pk, token=token, content=(club_id, name), now=now, make=make)


@transaction.atomic
def _invite(club_id: int, user: User, name: str, now: datetime) -> Membership:
    club = lock(club_id)
    officer(club, user, now)
    person = User.objects.filter(name_key=names.folded(name), is_active=True, guest_since=None).exclude(name_key="").first()
    if person is None:
        raise Refusal(Code.UNKNOWN_PERSON)
    if relations.Kind.BLOCKED in relations.kinds_towards(user, person):
        raise Refusal(Code.BLOCKED_BY_YOU)
    row = club.memberships.filter(user=person).first() or Membership(club=club, user=person, state=State.REFUSED)
    if row.state == State.MEMBER:
        raise Refusal(Code.MEMBER_ALREADY)
    # People who have declined once must not be asked repeatedly.
    if row.state in (State.INVITED, State.DECLINED):
        raise Refusal(Code.INVITED_TO_CLUB)
    if row.state == State.ASKED:
        _admit(row, now)
        return row
    _check_waiting(club)
    row.state, row.by, row.text, row.at = State.INVITED, user, "", now
    row.save()
    # An invitation to a person who has blocked the sender appears sent, but is not delivered.
    letters.invite(club=club, by=user, to=person, now=now, is_suppressed=relations.are_apart(user.pk, [person.pk]))
    return row


def decide(*, club_id: int, user: User, person_id: int, welcome: bool, now: datetime) -> None:
    """Accept or refuse a request, or withdraw an invitation, as an officer. Do nothing if there is no open request or
    invitation.

    Raises a Refusal: not_officer, suspended, club_full, in_many_clubs.
    """
    with transaction.atomic():
        club = lock(club_id)
        officer(club, user, now)
        row = club.memberships.filter(user=person_id).select_related("user").first()
        if row is None or row.state not in (State.ASKED, State.INVITED):
            return
        if row.state == State.ASKED and welcome:
            _admit(row, now)
            letters.welcome(club=club, to=row.user, now=now)
        elif not welcome:
            row.state, row.at = (State.REFUSED, now) if row.state == State.ASKED else (State.DECLINED, now)
            row.save(update_fields=["state", "at"])


def name_officer(*, club_id: int, user: User, person_id: int, is_officer: bool, now: datetime) -> None:
    """Make a member an officer, or end their office, as an officer. Officers can resign if another one remains.

    Raises a Refusal: not_officer, suspended, not_a_member, last_officer.
    """
    with transaction.atomic():
        club = lock(club_id)
        officer(club, user, now)
        row = _member(club, person_id)
        if row.is_officer == is_officer:
            return
        if not is_officer and not _others(row).filter(role=Role.OFFICER).exists():
            raise Refusal(Code.LAST_OFFICER)
        _name(row, now, is_officer=is_officer)


def remove_member(*, club_id: int, user: User, person_id: int, now: datetime) -> None:
    """Remove a member as an officer. They can return only by invitation, and their games continue.

    Do nothing if they have already been removed.

    Raises a Refusal: not_officer, suspended, not_a_member, last_officer (for oneself; use ``leave_club``).
    """
    with transaction.atomic():
        club = lock(club_id)
        officer(club, user, now)
        if club.memberships.filter(user=person_id, state=State.REFUSED).exists():
            return
        row = _member(club, person_id)
        if row.user_id == user.pk:
            raise Refusal(Code.LAST_OFFICER)
        row.state, row.role, row.at = State.REFUSED, Role.MEMBER, now
        row.save(update_fields=["state", "role", "at"])
        ClubEvent.objects.create(club=club, user_id=person_id, kind=Kind.LEFT, at=now)


def leave_all(*, user: User, now: datetime) -> None:
    """Remove a user from all clubs before their account is deleted. The longest-standing member succeeds the last officer."""
    for club_id in sorted(Membership.objects.filter(user=user, state=State.MEMBER).values_list("club_id", flat=True)):
        with transaction.atomic():
            row = lock(club_id).memberships.filter(user=user, state=State.MEMBER).first()
            if row is not None:
                if row.is_officer and not _others(row).filter(role=Role.OFFICER).exists():
                    heir = _others(row).order_by("at", "pk").first()
                    if heir is not None:
                        _name(heir, now, is_officer=True)
                _go(row, now)


def lock(club_id: int) -> Club:
    """Return the club, locked for changes to its members. Call it in a transaction."""
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def officer(club: Club, user: User, now: datetime) -> Membership:
    """Return the membership of an officer who may act for the club now. Raises a Refusal: not_officer, suspended."""
    row = club.memberships.filter(user=user, state=State.MEMBER, role=Role.OFFICER).first()
    if row is None or club.closed_at:
        raise Refusal(Code.NOT_OFFICER)
    suspensions.check(user, now)
    return row


def _member(club: Club, person_id: int) -> Membership:
    row = club.memberships.filter(user=person_id, state=State.MEMBER).first()
    if row is None:
        raise Refusal(Code.NOT_A_MEMBER)
    return row


def _others(row: Membership) -> QuerySet[Membership]:
    return Membership.objects.filter(club=row.club_id, state=State.MEMBER).exclude(pk=row.pk)


def _check_waiting(club: Club) -> None:
    if club.memberships.filter(state__in=[State.ASKED, State.INVITED]).count() >= MOST_WAITING:
        raise Refusal(Code.MANY_WAIT)


def _admit(row: Membership, now: datetime) -> None:
    """Make this person a member. The club must be locked. Raises a Refusal: club_full, in_many_clubs."""
    if row.club.memberships.filter(state=State.MEMBER).count() >= MOST_MEMBERS:
        raise Refusal(Code.CLUB_FULL)
    memberships = Membership.objects.filter(user=row.user_id, state=State.MEMBER, club__closed_at=None)
    if memberships.count() >= MOST_CLUBS:
        raise Refusal(Code.IN_MANY_CLUBS, most=MOST_CLUBS)
    row.state, row.role, row.text, row.at = State.MEMBER, Role.MEMBER, "", now
    row.save()
    ClubEvent.objects.create(club=row.club, user_id=row.user_id, kind=Kind.JOINED, at=now)


def _go(row: Membership, now: datetime) -> None:
    is_last = not _others(row).exists()
    row.delete()
    ClubEvent.objects.create(club_id=row.club_id, user_id=row.user_id, kind=Kind.LEFT, at=now)
    if is_last:
        Club.objects.filter(pk=row.club_id, closed_at=None).update(closed_at=now)


def _name(row: Membership, now: datetime, *, is_officer: bool) -> None:
    row.role = Role.OFFICER if is_officer else Role.MEMBER
    row.save(update_fields=["role"])
    kind = Kind.OFFICER if is_officer else Kind.NO_OFFICER
    ClubEvent.objects.create(club_id=row.club_id, user_id=row.user_id, kind=kind, at=now)
