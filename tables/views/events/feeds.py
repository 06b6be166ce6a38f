"""Public feed and calendar of one event. They ignore the user, so readers of one language get the same bytes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from tables.mail import event_calendar
from tables.models import Event
from tables.present.events.feed import atom
from tables.selectors.events import listing
from tables.services.mail.feeds import authority
from tables.views.mail.feed import conditional_response

MAX_AGE = 600


@require_safe
def event_feed(request: HttpRequest, event: str) -> HttpResponse:
    """Return the feed of an event that everybody may see."""
    xml = atom(_public_event(event), request.path, authority())
    return _public(conditional_response(request, xml.encode(), "application/atom+xml; charset=utf-8"))


@require_safe
def event_ics(request: HttpRequest, event: str) -> HttpResponse:
    """Return the calendar of an event that everybody may see."""
    body = event_calendar.written(_public_event(event), authority())
    return _public(conditional_response(request, body, "text/calendar; charset=utf-8"))


def _public_event(code: str) -> Event:
    """Return the event. Raises Http404 if not everybody may see it."""
    try:
        return listing.visible_event(None, code)
    except listing.NotVisible:
        raise Http404 from None


def _public(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, public=True, max_age=MAX_AGE)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response
