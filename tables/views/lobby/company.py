"""Several people who are chosen from those one knows, and invited at once."""

from collections.abc import Sequence

from django.contrib import messages
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tables.forms.people import CompanyForm
from tables.models import Table
from tables.present import refusals
from tables.selectors.people import relations
from tables.services.errors import Refusal
from tables.services.lobby import inviting
from tables.services.lobby.inviting import AT_MOST
from tables.views.http import PlayerRequest

_DIGITS = 9


def form(request: PlayerRequest) -> CompanyForm:
    """The form with what was chosen so far, by a form or by the link that led here."""
    numbers = named(request)
    return CompanyForm(people=relations.companions(request.user, numbers), initial={"company": numbers})


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
            names = get_text_list([str(person) for person in people], _("and"))
            messages.success(request, _("Invited: %(names)s.") % {"names": names})


def _numbers(texts: Sequence[str]) -> Sequence[int]:
    fine = [int(text) for text in texts if text.isascii() and text.isdigit() and len(text) <= _DIGITS]
    return list(dict.fromkeys(fine))[:AT_MOST]
