"""Selection of known people who are invited together."""

from collections.abc import Collection, Sequence
from urllib.parse import urlencode

from django.contrib import messages
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.models import User
from tables.errors import Refusal
from tables.forms.people import CompanyForm
from tables.models import Club, Table
from tables.present import refusals
from tables.selectors.clubs import clubs
from tables.selectors.people import relations
from tables.services.lobby import admission, inviting
from tables.services.lobby.inviting import AT_MOST
from tables.services.lobby.tables import is_rated
from tables.views.http import PlayerRequest

_DIGITS = 9


def form(request: PlayerRequest, club: Club | None) -> CompanyForm:
    """Return the form for choosing people, with those ticked on it before or named in the link.

    For a club's table it offers only members of the club.
    """
    numbers = selected_ids(request)
    people = clubs.may_come(relations.companions(request.user, numbers), club.pk if club else None)
    return CompanyForm(people=people, initial={"company": numbers})


def selected_ids(request: PlayerRequest) -> Sequence[int]:
    """Return the IDs of the people ticked on the form or named in the link."""
    return posted_ids(request) or _numbers(request.GET.getlist("with"))


def selection_query(request: PlayerRequest, club: Club | None, *, for_friends: bool) -> str:
    """Return the query that keeps the chosen people when the game is changed."""
    parameters = [("for", "friends")] * for_friends + ([("club", club.slug)] if club else [])
    return urlencode([*parameters, *(("with", number) for number in selected_ids(request))])


def posted_ids(request: PlayerRequest) -> Sequence[int]:
    """Return the IDs of the chosen people, at most the number that can be invited to a table."""
    return _numbers(request.POST.getlist("company"))


def people(request: PlayerRequest) -> list[User]:
    """Return the chosen people who have an account."""
    return _existing_people(request, posted_ids(request))


def invite(request: PlayerRequest, table: Table, numbers: Sequence[int]) -> None:
    """Invite these people. Messages on the next page name those who are invited and those who are not."""
    try:
        invited = inviting.invite_people(table_id=table.pk, host=request.user, numbers=numbers, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal, table.game))
    else:
        if invited:
            messages.success(request, _("Invited: %(names)s.") % {"names": listed(invited)})
        _tell_of_others(request, table, set(numbers) - {person.pk for person in invited})


def _tell_of_others(request: PlayerRequest, table: Table, numbers: Collection[int]) -> None:
    """Name in messages the chosen people who are not invited, so that no choice is dropped silently."""
    others = _existing_people(request, numbers)
    inside = clubs.may_come(others, table.club_id)
    tell_of_outsiders(request, [person for person in others if person not in inside])
    now, rated = timezone.now(), is_rated(table)
    eligible = [person for person in inside if admission.may_come(table, person, now, rated=rated)]
    if excluded := [person for person in inside if person not in eligible]:
        message = _("Not invited, because the conditions of the table exclude them: %(names)s.")
        messages.error(request, message % {"names": listed(excluded)})
    if eligible:
        message = _("Not invited: %(names)s. They are already seated or invited, or you have blocked them.")
        messages.info(request, message % {"names": listed(eligible)})


def tell_of_outsiders(request: PlayerRequest, people: Sequence[User]) -> None:
    """Name in a message the people who are not invited, because they are not members of the table's club."""
    if people:
        message = _("Not invited, because only club members can play: %(names)s.")
        messages.error(request, message % {"names": listed(people)})


def _existing_people(request: PlayerRequest, numbers: Collection[int]) -> list[User]:
    others = User.objects.filter(pk__in=numbers, is_active=True, guest_since=None).exclude(pk=request.user.pk)
    return list(others.order_by("pk"))


def listed(people: Sequence[User]) -> str:
    return str(get_text_list([str(person) for person in people], _("and")))


def _numbers(texts: Sequence[str]) -> Sequence[int]:
    valid = [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) <= _DIGITS]
    return list(dict.fromkeys(valid))[:AT_MOST]
