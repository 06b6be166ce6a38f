"""Check for changes at a table, by one cache read at an unguessable address.

204: nothing new. 200: a change, which the page then fetches from the table's own address, or an element with only a new polling
interval. 286: the game is over, so polling ends. It reveals nothing else.
"""

from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseStopPolling, reswap, trigger_client_event

from tables.selectors.play import presence
from tables.views.http import HtmxHttpRequest

NEWS = "table-changed"
MACHINE_SECONDS = 1
LIVELY_SECONDS = 2
QUIET_SECONDS = 12
WAITING_SECONDS = 5


@never_cache
@require_safe
def pulse(request: HtmxHttpRequest, address: str, version: int) -> HttpResponse:
    """Answer a pulse for a page.

    ``version`` is the page's value of ``Table.changes``, ``me`` the token of a seated viewer. ``lively`` is "1" if the page
    polls quickly. ``machine``: the page waits for a bot or a steward, and polls quickly even without other viewers.
    """
    me = request.GET.get("me", "")
    person = presence.holder(address, me) if me else None
    current, others_present = presence.pulse_and_others(address, person, timezone.now())
    machine = request.GET.get("machine") == "1"
    others_present = others_present or machine
    if current is None:
        raise Http404
    if current.ended:
        return reswap(trigger_client_event(HttpResponseStopPolling(), NEWS), "none")
    if current.changes != version:
        return reswap(trigger_client_event(HttpResponse(), NEWS), "none")
    if others_present != (request.GET.get("lively") == "1"):
        context = {
            "address": address,
            "version": version,
            "me": me if person else "",
            "others_present": others_present,
            "machine": machine,
        }
        return HttpResponse(
            render_to_string("tables/_pulse.html", context | {"seconds": seconds(others_present, machine=machine)})
        )
    return HttpResponse(status=204)


def seconds(others_present: bool, *, machine: bool = False) -> int:
    """Return the polling interval of a page in seconds. ``machine``: the page waits for a bot or a steward."""
    if machine:
        return MACHINE_SECONDS
    return LIVELY_SECONDS if others_present else QUIET_SECONDS
