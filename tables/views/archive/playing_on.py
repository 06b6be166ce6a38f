"""Playing on from a move of a finished game, at a practice table."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import limits
from tables.errors import Refusal
from tables.forms.playing_on import PlayOnForm
from tables.models import Table
from tables.present import refusals
from tables.services.lobby import playing_on
from tables.views.archive.reading import table_or_404
from tables.views.http import HtmxHttpRequest, PlayerRequest, player_required, trouble


@require_http_methods(["GET", "HEAD", "POST"])
def play_on(request: HtmxHttpRequest, code: str) -> HttpResponse:
    """Open a practice table that continues this game after the chosen step, for the chosen seat.

    GET, for example after signing in, leads to the game.
    """
    table = table_or_404(request, code)
    return _open(request, table) if request.method == "POST" else redirect("archive:detail", table.code)


@player_required
def _open(request: PlayerRequest, table: Table) -> HttpResponse:
    form = PlayOnForm(request.POST)
    if not form.is_valid():
        raise Http404
    if not limits.allow(request, "practice"):
        return limits.too_many(request)
    step, seat, token = (form.cleaned_data[name] for name in ("step", "seat", "token"))
    try:
        new_table = playing_on.play_on(
            table_id=table.pk, user=request.user, index=seat, until=step, token=token, now=timezone.now()
        )
    except Refusal as refusal:
        return trouble(request, 422, _("Play on from here"), refusals.words(refusal, table.game), table.get_absolute_url())
    return redirect("tables:detail", new_table.code)
