"""Several people who are chosen from those one knows, and invited at once."""

from collections.abc import Collection, Sequence

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
from tables.services.lobby import inviting
from tables.services.lobby.inviting import AT_MOST
from tables.views.http import PlayerRequest

_DIGITS = 9


def form(request: PlayerRequest, club: Club | None) -> CompanyForm:
    """Return the form with those who were chosen so far, by a form or by the link that led here.

    For a table of a club it offers its members alone.
    """
    numbers = named(request)
    people = clubs.may_come(relations.companions(request.user, numbers), club.pk if club else None)
    return CompanyForm(people=people, initial={"company": numbers})


def named(request: PlayerRequest) -> Sequence[int]:
    """The numbers of those who are ticked on the form."""
    return chosen(request) or _numbers(request.GET.getlist("with"))


def chosen(request: PlayerRequest) -> Sequence[int]:
    """The numbers of those who were chosen, as many as may be invited to a table."""
    return _numbers(request.POST.getlist("company"))


def invite(request: PlayerRequest, table: Table, numbers: Sequence[int]) -> None:
    """Invite them, and say on the next page who is."""
    try:
        people = inviting.invite_people(table_id=table.pk, host=request.user, numbers=numbers, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal, table.game))
    else:
        if people:
            messages.success(request, _("Invited: %(names)s.") % {"names": _listed(people)})
        _tell_of_others(request, table, set(numbers) - {person.pk for person in people})


def _tell_of_others(request: PlayerRequest, table: Table, numbers: Collection[int]) -> None:
    """Say who was chosen and is not invited: nobody who was ticked is passed over without a word."""
    known = User.objects.filter(pk__in=numbers, is_active=True, guest_since=None).exclude(pk=request.user.pk)
    others = list(known.order_by("pk"))
    coming = clubs.may_come(others, table.club_id)
    if outside := [person for person in others if person not in coming]:
        said = _("Not invited, because only members of the club may come: %(names)s.")
        messages.error(request, said % {"names": _listed(outside)})
    if coming:
        said = _("Not invited: %(names)s. They sit here, are invited already, or are blocked by you.")
        messages.info(request, said % {"names": _listed(coming)})


def _listed(people: Sequence[User]) -> str:
    return str(get_text_list([str(person) for person in people], _("and")))


def _numbers(texts: Sequence[str]) -> Sequence[int]:
    fine = [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) <= _DIGITS]
    return list(dict.fromkeys(fine))[:AT_MOST]
