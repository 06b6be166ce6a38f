"""People as others see them: how reliably they answer, and what they played."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from tables.present import archive, people
from tables.selectors import people as selector
from tables.selectors import reliability
from tables.views.http import HtmxHttpRequest, person


@require_safe
def profile(request: HtmxHttpRequest, number: int) -> HttpResponse:
    """One person's page; it names no address and no private game."""
    shown = get_object_or_404(User, pk=number, is_active=True)
    found = reliability.reliability(shown, timezone.now())
    context = {
        "shown": shown,
        "is_me": person(request) == shown,
        "record": found,
        "scale": people.scale(found.times) if found.times else None,
        "rows": [archive.row(table) for table in selector.finished_public_games(shown)],
    }
    return render(request, "tables/person.html", context)
