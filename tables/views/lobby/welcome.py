"""Welcome page for new users."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from engines import registry
from tables.forms.mail import FirstMailForm
from tables.games.registry import presenter
from tables.present.lobby.cards import TableCard
from tables.selectors.mail import mailing
from tables.selectors.play import tables
from tables.services.mail import choices
from tables.views.http import PlayerRequest, member_required

OPEN_TABLES = 3


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def welcome(request: PlayerRequest) -> HttpResponse:
    """Show the ways to a first game, and the choice of emails; POST saves the choice."""
    form = FirstMailForm(request.POST or None, preferences=mailing.preferences(request.user))
    if request.method == "POST" and form.is_valid():
        choices.set_cadences(user_id=request.user.pk, cadences=form.cadences(), now=timezone.now())
        messages.success(request, _("Your email choices have been saved."))
        return redirect("tables:welcome")
    context = {"form": form, **beginnings(request.user)}
    return render(request, "tables/welcome.html", context, status=422 if form.errors else 200)


def beginnings(user: User) -> dict[str, Any]:
    """Return the context of ``tables/_beginnings.html``: all games, and the newest tables this user could join."""
    newest = tables.lobby_tables(user, limit=OPEN_TABLES)
    return {
        "games": [presenter(engine.slug) for engine in registry.engines()],
        "open_tables": [TableCard(table) for table in newest],
    }
