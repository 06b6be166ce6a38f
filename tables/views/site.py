"""Pages without a table."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engines import registry
from tables.games.registry import presenter
from tables.selectors import counts
from tables.selectors.play import tables
from tables.selectors.staff import health as selector
from tables.services.staff import writing
from tables.views.http import HtmxHttpRequest, person


@require_safe
def home(request: HtmxHttpRequest) -> HttpResponse:
    """Show the front page: the site in brief, and where to begin."""
    user = person(request)
    context = {
        "games": [presenter(engine.slug) for engine in registry.engines()],
        **counts.tables_by_phase(),
        "awaiting": tables.awaiting_count(user) if user else 0,
        "next_table": tables.next_table_for(user, None) if user else None,
    }
    return render(request, "site/home.html", context)


@require_safe
def about(request: HtmxHttpRequest) -> HttpResponse:
    """Show the principles of the site."""
    return render(request, "site/about.html")


@never_cache
@require_safe
def health(request: HtmxHttpRequest) -> HttpResponse:
    """Tell load balancers and containers that this process is alive. It checks nothing else, so nothing can block it."""
    return HttpResponse(f"{selector.OK}\n", content_type="text/plain")


@never_cache
@require_safe
def ready(request: HtmxHttpRequest) -> HttpResponse:
    """Check the site, also by writing a row. Return the state of each part as JSON: 200 if all work, otherwise 503."""
    now = timezone.now()
    checks = selector.readiness(now)
    if checks["migrations"] == selector.OK and not writing.is_possible(now):
        checks["database"] = selector.FAILED
    return JsonResponse(checks, status=_status(*checks.values()))


def _status(*states: str) -> int:
    return 200 if set(states) == {selector.OK} else 503
