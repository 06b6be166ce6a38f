"""Guides: starting or continuing one, and leaving a step that only explains."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts import limits
from engines import guide as guides
from tables.forms.once import OnceForm
from tables.services.lobby import lessons as services
from tables.views.find import table_or_404
from tables.views.http import HtmxHttpRequest, PlayerRequest, player_required
from tables.views.lobby.practice import player_or_guest, too_many_guests
from tables.views.play import answer


@require_POST
def begin(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Continue this guide, or start it, as a new guest if needed; the form field ``afresh`` starts it over."""
    try:
        guides.guide(slug)
    except KeyError:
        raise Http404 from None
    form = OnceForm(request.POST)
    token = form.cleaned_data["token"] if form.is_valid() else ""
    user = player_or_guest(request, token)
    if user is None:
        return too_many_guests(request)
    if not limits.allow(request, "practice"):
        return limits.too_many(request)
    table = services.begin(user=user, slug=slug, restart="afresh" in request.POST, token=token, now=timezone.now())
    return redirect(table)


@require_POST
@player_required
def go_on(request: PlayerRequest, code: str) -> HttpResponse:
    """Go from a step that only explains to the next; the last one leaves the guide."""
    table = table_or_404(request, code)
    number = request.POST.get("station", "")
    if number.isascii() and number.isdigit() and len(number) < 4:
        services.go_on(table=table, number=int(number) - 1, now=timezone.now())
    if not request.htmx:
        return redirect(table)
    return answer.moved(request, table_or_404(request, code))
