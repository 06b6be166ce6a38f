"""Metrics for Prometheus."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from config import metrics as counted
from tables.selectors.staff import figures

TEXT = "text/plain; version=0.0.4; charset=utf-8"
PREFIX = "staffetta"


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Show the metrics to holders of the token and to admins. Raises Http404 for everybody else.

    Without a configured token nothing is counted, and the page does not exist.
    """
    if not settings.METRICS_TOKEN or not (_has_token(request) or _runs_the_site(request)):
        raise Http404
    return HttpResponse(counted.text() + "\n".join(_lines()) + "\n", content_type=TEXT)


def _has_token(request: HttpRequest) -> bool:
    return constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}")


def _runs_the_site(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_staff


def _lines() -> list[str]:
    all_figures, lines = figures.figures(timezone.now()), []
    for name, meaning in figures.MEANINGS.items():
        matching = [figure for figure in all_figures if figure.name == name]
        if matching:
            lines += [f"# HELP {PREFIX}_{name} {meaning}", f"# TYPE {PREFIX}_{name} gauge"]
        for figure in matching:
            labels = ",".join(f'{label}="{value}"' for label, value in figure.labels.items())
            lines.append(f"{PREFIX}_{name}{{{labels}}} {figure.value}" if labels else f"{PREFIX}_{name} {figure.value}")
    return lines
