"""Extensions, pauses, resuming and changes of pace. All players must consent, and can withdraw their consent until then."""

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
from tables.services.time.agreeing import Topic, What
from tables.views.find import table_or_404
from tables.views.http import PlayerRequest, player_required
from tables.views.play.acting import checked

# Refusals because the requested state exists already.
DONE = frozenset({Code.EXTENDED, Code.PAUSED, Code.NOT_PAUSED, Code.SAME_PACE})


@require_POST
@player_required
def times(request: PlayerRequest, code: str) -> HttpResponse:
    """Store or withdraw the user's consent to a change of the clocks."""
    table = table_or_404(request, code)
    try:
        messages.success(request, _agree(request, table))
    except Refusal as refusal:
        # After a second click, the first one has already taken effect, so the user sees the state of the table.
        level = messages.INFO if refusal.code in DONE else messages.ERROR
        messages.add_message(request, level, refusals.words(refusal, table.game))
    return redirect(f"{table.get_absolute_url()}#agreeing")


def _agree(request: PlayerRequest, table: Table) -> str:
    data = checked(MatterForm(request.POST)).cleaned_data
    topic = Topic(What(data["what"]), data["seat"], data["key"], _pace(data["pace"]))
    if request.POST.get("do") == "withdraw":
        agreeing.withdraw(table_id=table.pk, user=request.user, topic=topic)
        return _("You have withdrawn your consent.")
    return _consent(request, table, topic)


def _consent(request: PlayerRequest, table: Table, matter: Topic, token: str = "") -> str:
    if not agreeing.consent(table_id=table.pk, user=request.user, topic=matter, token=token, now=timezone.now()):
        return _("You have agreed. The change will take effect once everyone has agreed.")
    return {
        What.EXTEND: _("Everyone has agreed. The deadline has been extended."),
        What.PAUSE: _("Everyone has agreed. The game is paused."),
        What.RESUME: _("Everyone has agreed. The game continues."),
        What.PACE: _("Everyone has agreed. The game continues at the new pace."),
    }[matter.what]


def _pace(text: str) -> Pace | None:
    """Return the pace in a form field; None if invalid, which the service refuses if it needs a pace."""
    try:
        return paces.from_text(text)
    except paces.NoPace:
        return None


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def pace(request: PlayerRequest, code: str) -> HttpResponse:
    """Show the form for another pace; POST stores the user's consent to it."""
    table = table_or_404(request, code)
    seat = own_seat(table, request.user)
    if seat is None or not seat.is_played_by_person or table.status != Table.Status.RUNNING or table.practice or table.event_id:
        return redirect(table)
    form = OtherPaceForm(request.POST or None, initial={"pace": table.pace})
    pace_form = PaceForm(request.POST if request.POST.get("pace") == CUSTOM else None, prefix="own")
    forms = [form, *([pace_form] if pace_form.is_bound else [])]
    if request.method == "POST" and all(part.is_valid() for part in forms):
        chosen = pace_form.pace() if pace_form.is_bound else PACES[form.cleaned_data["pace"]]
        try:
            messages.success(request, _consent(request, table, Topic(What.PACE, pace=chosen), form.cleaned_data["token"]))
        except Refusal as refusal:
            form.add_error(None, refusals.words(refusal, table.game))
        else:
            return redirect(f"{table.get_absolute_url()}#agreeing")
    status = 422 if any(part.errors for part in forms) else 200
    context = {"table": table, "card": TableCard(table), "form": form, "own": pace_form}
    return render(request, "tables/pace.html", context, status=status)
