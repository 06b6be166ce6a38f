"""Public profiles: reliability and games."""

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
from tables.selectors.events import listing
from tables.selectors.people import relations
from tables.selectors.seats import people as selector
from tables.selectors.seats import reliability
from tables.views.http import HtmxHttpRequest, person


@require_safe
def profile(request: HtmxHttpRequest, number: int) -> HttpResponse:
    """Show a person's profile, without email address and private games. It has no games if they hide their name."""
    user, reader = get_object_or_404(User, pk=number, is_active=True, guest_since=None), person(request)
    record = reliability.reliability(user, timezone.now())
    context = {
        "profile_user": user,
        "is_me": reader == user,
        "is_open": reader == user or not user.hides_name,
        "record": record,
        "relations": relations.kinds_towards(reader, user) if reader and reader != user else frozenset(),
        "may_keep": reader is not None and reader != user and not reader.is_guest,
        "scale": people.scale(record.times) if record.times else None,
    }
    if context["is_open"]:
        context |= _games(user, reader)
    return render(request, "tables/person.html", context)


def _games(user: User, reader: User | None) -> Mapping[str, Any]:
    user_ratings = ratings.ratings_of(user)
    games = words.games(user, selector.results(user), user_ratings, ratings.courses(user_ratings))
    is_other = reader is not None and reader != user
    return {
        "games": games,
        "played": sum(game.played for game in games),
        "won": sum(game.won for game in games),
        "rivals": words.rivals(user, selector.rivals(user)),
        "against": words.against_words(user, selector.rival(user, reader)) if reader and is_other else "",
        "rows": [lines.row(table) for table in selector.finished_public_games(user)],
        "won_events": listing.won_by(user, reader),
        "all_games": words.games_address(player=user.display_name),
    }
