"""More time, a pause, going on and another pace: each takes the consent of all who play, and can be taken back until then."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tables import paces
from tables.clock import PACES, Pace
from tables.errors import Code, Refusal
from tables.forms.pace import OtherPaceForm, PaceForm
from tables.forms.play import MatterForm
from tables.models import Table
from tables.paces import CUSTOM
from tables.present import refusals
from tables.present.lobby.cards import TableCard
from tables.selectors.play.tables import own_seat
from tables.services.time import agreeing
from tables.services.time.agreeing import Matter, What
from tables.views.find import table_or_404
from tables.views.http import PlayerRequest, player_required
from tables.views.play.acting import checked

# Refusals of what is so already.
DONE = frozenset({Code.EXTENDED, Code.PAUSED, Code.NOT_PAUSED, Code.SAME_PACE})


@require_POST
@player_required
def times(request: PlayerRequest, code: str) -> HttpResponse:
    """Agree to something about the clocks, or take it back."""
    table = table_or_404(request, code)
    try:
        messages.success(request, _agree(request, table))
    except Refusal as refusal:
        # A person who pressed twice has what they asked for, and is told how the table stands.
        level = messages.INFO if refusal.code in DONE else messages.ERROR
        messages.add_message(request, level, refusals.words(refusal, table.game))
    return redirect(f"{table.get_absolute_url()}#agreeing")


def _agree(request: PlayerRequest, table: Table) -> str:
    given = checked(MatterForm(request.POST)).cleaned_data
    matter = Matter(What(given["what"]), given["seat"], given["key"], _pace(given["pace"]))
    if request.POST.get("do") == "withdraw":
        agreeing.withdraw(table_id=table.pk, user=request.user, matter=matter)
        return _("You took your word back.")
    return _consent(request, table, matter)


def _consent(request: PlayerRequest, table: Table, matter: Matter, token: str = "") -> str:
    if not agreeing.consent(table_id=table.pk, user=request.user, matter=matter, token=token, now=timezone.now()):
        return _("You agreed. It is done as soon as everybody has.")
    return {
        What.EXTEND: _("Everybody agreed: there is more time now."),
        What.PAUSE: _("Everybody agreed: the game is paused."),
        What.RESUME: _("Everybody agreed: the game goes on."),
        What.PACE: _("Everybody agreed: the game goes on at the new pace."),
    }[matter.what]


def _pace(text: str) -> Pace | None:
    """What came from the page, if it is a pace; the service says so if it should be one."""
    try:
        return paces.from_text(text)
    except paces.NoPace:
        return None


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def pace(request: PlayerRequest, code: str) -> HttpResponse:
    """Propose that the game goes on at another pace."""
    table = table_or_404(request, code)
    seat = own_seat(table, request.user)
    if seat is None or not seat.is_played_by_person or table.status != Table.Status.RUNNING or table.practice:
        return redirect(table)
    form = OtherPaceForm(request.POST or None, initial={"pace": table.pace})
    own = PaceForm(request.POST if request.POST.get("pace") == CUSTOM else None, prefix="own")
    forms = [form, *([own] if own.is_bound else [])]
    if request.method == "POST" and all(part.is_valid() for part in forms):
        chosen = own.pace() if own.is_bound else PACES[form.cleaned_data["pace"]]
        try:
            messages.success(request, _consent(request, table, Matter(What.PACE, pace=chosen), form.cleaned_data["token"]))
        except Refusal as refusal:
            form.add_error(None, refusals.words(refusal, table.game))
        else:
            return redirect(f"{table.get_absolute_url()}#agreeing")
    status = 422 if any(part.errors for part in forms) else 200
    context = {"table": table, "card": TableCard(table), "form": form, "own": own}
    return render(request, "tables/pace.html", context, status=status)
