"""More time, a pause and going on: each takes the consent of all who play, and can be taken back until then."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tables.forms.play import MatterForm
from tables.models import Table
from tables.present import refusals
from tables.services.errors import Refusal
from tables.services.time import agreeing
from tables.services.time.agreeing import Matter, What
from tables.views.find import table_or_404
from tables.views.http import PlayerRequest, player_required
from tables.views.play.acting import checked


@require_POST
@player_required
def times(request: PlayerRequest, code: str) -> HttpResponse:
    """Agree to something about the clocks, or take it back."""
    table = table_or_404(request, code)
    try:
        messages.success(request, _agree(request, table))
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal, table.game))
    return redirect(f"{table.get_absolute_url()}#agreeing")


def _agree(request: PlayerRequest, table: Table) -> str:
    given = checked(MatterForm(request.POST)).cleaned_data
    matter = Matter(What(given["what"]), given["seat"], given["key"])
    if request.POST.get("do") == "withdraw":
        agreeing.withdraw(table_id=table.pk, user=request.user, matter=matter)
        return _("You took your word back.")
    if not agreeing.consent(table_id=table.pk, user=request.user, matter=matter, now=timezone.now()):
        return _("You agreed. It is done as soon as everybody has.")
    return {
        What.EXTEND: _("Everybody agreed: there is more time now."),
        What.PAUSE: _("Everybody agreed: the game is paused."),
        What.RESUME: _("Everybody agreed: the game goes on."),
    }[matter.what]
