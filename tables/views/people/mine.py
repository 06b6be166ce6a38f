"""Contacts page: favourites, mutes and blocks, and the user's looking-for-game notice."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from tables.errors import Code, Refusal
from tables.forms.people import FreeForm, RelationForm
from tables.models import Relation
from tables.present import refusals
from tables.selectors.people import free, relations, reports
from tables.services.people import free as free_services
from tables.services.people import relations as services
from tables.views.http import PlayerRequest, member_required


@never_cache
@require_safe
@member_required
def people(request: PlayerRequest) -> HttpResponse:
    """Show favourites, recent fellow players, muted and blocked people, and people looking for a game."""
    return _page(request, FreeForm())


@require_POST
@member_required
def change(request: PlayerRequest, number: int) -> HttpResponse:
    """Make a person a favourite, mute or block them, or undo that."""
    form = RelationForm(request.POST)
    if not form.is_valid():
        raise Http404
    if not limits.allow(request, "people"):
        return limits.too_many(request)
    kind: Relation.Kind = form.cleaned_data["kind"]
    try:
        if form.cleaned_data["do"] == "keep":
            services.add_relation(owner=request.user, number=number, kind=kind, now=timezone.now())
        else:
            services.remove_relation(owner=request.user, number=number, kind=kind)
    except Refusal as refusal:
        if refusal.code == Code.UNKNOWN_PERSON:
            raise Http404 from None
        messages.error(request, refusals.words(refusal))
    if form.cleaned_data["back"] == "people":
        return redirect("tables:people")
    return redirect("tables:person", number)


@require_POST
@member_required
def say_free(request: PlayerRequest) -> HttpResponse:
    """Post or remove the user's looking-for-game notice."""
    if request.POST.get("do") == "stop":
        free_services.take_back(user=request.user)
        return redirect("tables:people")
    form = FreeForm(request.POST)
    if not limits.allow(request, "people"):
        return limits.too_many(request)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        free_services.say_free(user=request.user, now=timezone.now(), **form.cleaned_data)
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal))
    else:
        messages.success(request, _("You are now looking for a game."))
    return redirect("tables:people")


def _page(request: PlayerRequest, form: FreeForm, status: int = 200) -> HttpResponse:
    user, now = request.user, timezone.now()
    people_by_kind = relations.people_by_relation(user)
    favourites = {person.pk for person in people_by_kind[Relation.Kind.FAVOURITE]}
    context = {
        "people_by_kind": people_by_kind,
        "favourites": favourites,
        "lately": relations.played_with(user),
        "free": free.free_people(user, now),
        "mine": free.own_free_time(user, now),
        "settled": reports.unseen_outcomes(user),
        "own_settled_reports": reports.own_settled_reports(user, request.GET.get("reports", "")),
        "standing": reports.standing_about(user, now),
        "form": form,
    }
    return render(request, "people/people.html", context, status=status)
