"""Code of conduct: all rules on one page, with their numbers."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tables import paces
from tables.selectors.seats import manners, reliability
from tables.services.lobby import admission
from tables.services.seats import escalation
from tables.services.time import calendars, pausing
from tables.views.http import HtmxHttpRequest, person


@require_safe
def rules(request: HtmxHttpRequest) -> HttpResponse:
    """Show the code of conduct, and to a paused user the end of their pause."""
    user, now = person(request), timezone.now()
    context = {
        "excused": max(paces.EXCUSED),
        "patience": escalation.ABANDONED_AFTER.days,
        "in_a_row": manners.IN_A_ROW,
        "pause": manners.PAUSE.days,
        "period": manners.PERIOD.days,
        "costs": manners.LEAVING_COSTS,
        "gains": manners.TAKING_OVER_GAINS,
        "enough": reliability.ENOUGH,
        "conditions": [share for share in admission.CONDITIONS if share],
        "yearly": calendars.YEARLY.days,
        "longest": calendars.LONGEST.days,
        "longest_pause": pausing.LONGEST.days,
        "lines": settings.ACCOUNT_RATE_LIMITS["chat"].split("/")[0] if settings.ACCOUNT_RATE_LIMITS else "",
        "paused_until": manners.paused_until(user, now) if user and not user.is_guest else None,
    }
    return render(request, "site/manners.html", context)
