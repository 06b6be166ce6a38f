"""My games: those waiting for the user, for others, and finished ones."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.games import pictures
from tables.mail.replies.notices import notices
from tables.pages.my_events import my_events
from tables.pages.my_games import my_games
from tables.present.lobby.cards import TableCard
from tables.present.lobby.next_table import next_table_link
from tables.selectors.mail import mailing, replies
from tables.selectors.people import reports
from tables.selectors.play import tables
from tables.views.http import HtmxHttpRequest, PlayerRequest, player_required
from tables.views.lobby.hot_seat import SHOWN
from tables.views.lobby.welcome import beginnings


@require_safe
@player_required
def mine(request: PlayerRequest) -> HttpResponse:
    """Show the user's games, sorted by the end of the decision time. A seat on the screen is hidden from the next player."""
    if not request.htmx:
        request.session.pop(SHOWN, None)
    games, now = my_games(request.user), timezone.now()
    context: dict[str, Any] = {
        **vars(games),
        "invitations": [TableCard(invitation.table, ()) for invitation in mailing.open_invitations(request.user)],
        "not_played": notices(replies.not_played(request.user)),
        "now": now,
        "events": my_events(request.user, now),
        "stamp": pictures.stamp(),
        "settled": reports.unseen_outcomes(request.user),
    }
    if not any([games.awaiting, games.others, games.at_screen, context["invitations"]]):
        context |= beginnings(request.user)
    return render(request, "tables/my_tables.html", context)


@never_cache
@require_safe
def count(request: HtmxHttpRequest) -> HttpResponse:
    """Return the number of waiting games, for a page the user returns to; 204 if signed out."""
    return render(request, "site/_waiting.html") if request.user.is_authenticated else HttpResponse(status=204)


@never_cache
@require_safe
@player_required
def next_table(request: PlayerRequest) -> HttpResponse:
    """Go to the table that waits most urgently, or to the user's games if there is none."""
    destination = next_table_link(tables.named_awaiting(request.user))
    return redirect(destination.address if destination else "tables:mine")
