"""People as others see them: how reliably they answer, and what they played."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from tables.present import profile as words
from tables.present.archive import lines
from tables.present.seats import people
from tables.selectors.archive import ratings
from tables.selectors.people import relations
from tables.selectors.seats import people as selector
from tables.selectors.seats import reliability
from tables.views.http import HtmxHttpRequest, person


@require_safe
def profile(request: HtmxHttpRequest, number: int) -> HttpResponse:
    """One person's page; it names no address and no private game. People who hide their name show games to nobody."""
    shown, reader = get_object_or_404(User, pk=number, is_active=True, guest_since=None), person(request)
    record = reliability.reliability(shown, timezone.now())
    context = {
        "shown": shown,
        "is_me": reader == shown,
        "is_open": reader == shown or not shown.hides_name,
        "record": record,
        "kept": relations.kinds_towards(reader, shown) if reader and reader != shown else frozenset(),
        "may_keep": reader is not None and reader != shown and not reader.is_guest,
        "scale": people.scale(record.times) if record.times else None,
    }
    if context["is_open"]:
        context |= _games(shown, reader)
    return render(request, "tables/person.html", context)


def _games(shown: User, reader: User | None) -> Mapping[str, Any]:
    held = ratings.ratings_of(shown)
    games = words.games(shown, selector.results(shown), held, ratings.courses(held))
    is_other = reader is not None and reader != shown
    return {
        "games": games,
        "played": sum(game.played for game in games),
        "won": sum(game.won for game in games),
        "rivals": words.rivals(shown, selector.rivals(shown)),
        "against": words.against_words(shown, selector.rival(shown, reader)) if reader and is_other else "",
        "rows": [lines.row(table) for table in selector.finished_public_games(shown)],
        "all_games": words.games_address(player=shown.display_name),
    }
