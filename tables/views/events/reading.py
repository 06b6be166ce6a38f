"""Events to read: the list, one event, and the rules that all events follow."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engines import registry
from tables.errors import Refusal
from tables.forms.events import EventFilter
from tables.games import pictures
from tables.models import Event
from tables.pages.event import Choice, EventPage
from tables.present import refusals
from tables.present.events import words
from tables.selectors.clubs import clubs
from tables.selectors.events import entering as rules
from tables.selectors.events import listing
from tables.services.events import entering, opening, organising
from tables.views.http import Hidden, HtmxHttpRequest, page_number, person

Stage = Event.Stage
# Longest number of a division or round in an address.
MOST_DIGITS = 4


@never_cache
@require_safe
def event_list(request: HtmxHttpRequest) -> HttpResponse:
    """List the events that can be entered, run or are over; the last with a search."""
    user, form, page = person(request), EventFilter(request.GET, games=registry.engines()), page_number(request)
    past = listing.past(user, form.wanted(), page)
    champions = listing.champions(past.events)
    context = {
        "form": form,
        "open_events": listing.current(user, Stage.OPEN),
        "running": listing.current(user, Stage.RUNNING),
        "past": [(event, [words.player_name(entry) for entry in champions.get(event.pk, ())]) for event in past.events],
        "page": page,
        "has_more": past.has_more,
        "query": form.query(),
        "titles": {engine.slug: engine.title for engine in registry.engines(specimens=True)},
        "may_open": user is not None and (user.is_staff or bool(clubs.led_by(user))),
    }
    return render(request, "events/event_list.html", context)


@never_cache
@require_safe
def event(request: HtmxHttpRequest, event: str) -> HttpResponse:
    """Show an event: its settings and players, then its rounds and standings."""
    row, user, now = event_or_404(request, event), person(request), timezone.now()
    page = EventPage(row, user, now, Choice(_counted(request, "division"), _counted(request, "round")))
    before, after = listing.seasons_around(row)
    context = {
        "event": row,
        "page": page,
        "title": words.title(row),
        "host": words.host_name(row),
        "before": before,
        "after": after,
        "facts": words.facts(row),
        "notes": [(note.at, words.note_words(note)) for note in row.notes.select_related("user").order_by("-at", "-pk")],
        "refusal": _refusal(row, page),
        "has_feeds": listing.is_public(row),
        "may_organise": opening.may_organise(row, user),
        "stamp": pictures.stamp(),
        "now": now,
    }
    return render(request, "events/event_detail.html", context)


@require_safe
def event_rules(request: HtmxHttpRequest) -> HttpResponse:
    """Show the rules that all events follow."""
    return render(request, "events/event_rules.html", {"takeovers": rules.TAKEOVERS, "prolonged": organising.MOST_PROLONGED})


def _counted(request: HtmxHttpRequest, name: str) -> int | None:
    """Return a small number from the query, None if it is missing or no number."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def event_or_404(request: HtmxHttpRequest, code: str) -> Event:
    """Return the event. Raises Hidden if this reader may not see it."""
    try:
        return listing.visible_event(person(request), code)
    except listing.NotVisible:
        raise Hidden from None


def _refusal(row: Event, page: EventPage) -> str:
    """Return why the reader cannot sign up, empty if they can or have."""
    if row.stage != Stage.OPEN or page.viewer is None or page.viewer.is_guest or page.entry is not None:
        return ""
    try:
        entering.check(row, page.viewer, page.now)
    except Refusal as refusal:
        return str(refusals.words(refusal, row.game))
    return ""
